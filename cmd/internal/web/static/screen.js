// The big screen: who has what, whose move it is, what happened last.

import { disc, el, fill, list, loadPictures, loadWords, look, page, sitting, swapToken, t, teams, ui, wireLanguages } from './dom.js';
import { drawn } from './drawn.js';
import { Live } from './live.js';
import { outcome } from './log.js';

const at = (id) => document.getElementById(id);
const shownEntries = 7;
const manyRows = 8; // that fit one below the other

async function start() {
  if (!wireLanguages()) return;
  if (await swapToken()) return;
  await Promise.all([loadWords(), loadPictures(page.game)]);
  const live = new Live({
    state: show, sending() {}, sent() {}, refused() {}, conflict() {}, failed() {}, broken() {},
    line: (connected) => { at('offline').hidden = connected; fill(at('offline'), ui('offline'), t('offline')); },
    away: () => { location.href = '/t/?lang=' + page.lang; },
  });
  await live.start();
}

function show(state) {
  sitting(state.seats.map((s) => s.name));
  const nameOf = (id) => state.seats.find((s) => s.id === id)?.name ?? id;
  const due = (state.due || []).filter((s) => s !== '');
  table(state);
  scores(state, due);
  fill(at('turn'),
    el('span', { class: 'discs' }, (state.over ? state.winners : due).slice(0, 4).map((s) => disc(s, nameOf(s)))),
    el('span', { class: 'turn-text' },
      el('strong', {}, state.over ? t('over') : due.length ? t('turn', { Seats: list(due.map(nameOf)) }) : t('turn.table')),
      el('span', {}, state.over ? '' : state.phase)));
  at('ended').hidden = !state.over;
  if (state.over) fill(at('ended'), ui('trophy'), el('span', {}, state.standing));
  at('frozen').hidden = state.live;
  fill(at('frozen'), ui('pause'), t('frozen'));
  recent(state.log || []);
}

/** The table itself, as large as it fits. */
function table(state) {
  const { middle, own, others } = drawn(state, {});
  document.body.classList.toggle('has-table', Boolean(state.places?.length));
  fill(at('drawn'), middle);
  fill(at('drawn-seats'), own, others);
  const box = at('table');
  box.style.fontSize = '1.5em';
  for (let size = 1.5; size > 0.4 && box.scrollHeight > box.clientHeight + 2; size -= 0.06) box.style.fontSize = size + 'em';
}

function scores(state, due) {
  const leads = (s) => s.rank === 1 && !s.out && state.seats.some((o) => o.rank > 1);
  const rows = teams(state.seats).sort((a, b) => a.rank - b.rank);
  const board = at('scores');
  const categories = state.categories.filter((c) => state.seats.some((s) => (s.values?.[c.id] ?? 0) !== s.total));
  board.classList.toggle('many', rows.length > manyRows);
  board.dataset.rows = rows.length;
  board.dataset.categories = categories.length;
  board.dataset.digits = Math.max(...rows.map((s) => String(s.total).length));
  fill(board, rows.map((s) => el('li', { class: ['board-row', s.out && 'out', s.members.some((m) => due.includes(m.id)) && !state.over && 'due'].filter(Boolean).join(' '), 'data-look': s.id },
    el('div', { class: 'seat' }, el('div', { class: 'mates' }, s.members.map((m) => el('div', {}, disc(m.id, m.name), el('span', { class: 'who' }, m.name)))), leads(s) ? ui('crown') : s.out ? ui('out') : null),
    el('div', { class: 'cats' }, categories.map((c) => el('div', { class: 'cat' },
      el('span', { class: 'value' }, look(c.id) ? disc(c.id, c.name) : null, el('span', {}, String(s.values?.[c.id] ?? 0))), el('span', { class: 'name' }, c.short || c.name)))),
    el('div', { class: 'sum' }, el('span', {}, el('span', { class: 'hidden' }, t('total') + ' '), String(s.total))))));
}

/** The last entries; the latest one with all that it brought about. */
function recent(log) {
  const box = at('recent');
  const first = log.findIndex((e) => !e.undone && !e.undoes);
  fill(box, log.slice(0, shownEntries).map((e, i) => el('li', { class: e.undone ? 'undone' : '' }, e.text, i === first ? outcome(e) : null)));
  at('recent-h').hidden = !log.length;
  document.body.classList.toggle('telling', (log[first]?.steps?.length ?? 0) > 3);
  const room = () => box.parentElement.getBoundingClientRect().bottom - 8 - box.getBoundingClientRect().bottom;
  while (box.children.length > 1 && room() < 0) box.lastChild.remove();
  for (box.dataset.size = 0; room() < 0 && box.dataset.size < 4;) box.dataset.size++;
}

start();
