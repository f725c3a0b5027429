// The big screen: who has what, whose move it is, what happened last.

import { around, layButton, lies } from './around.js';
import { disc, el, fill, list, loadPictures, loadWords, look, page, sitting, swapToken, t, teams, ui, wireLanguages } from './dom.js';
import { drawn } from './drawn.js';
import { Live } from './live.js';
import { outcome } from './log.js';
import { ceremony, seating, telling, tells } from './moments.js';

const at = (id) => document.getElementById(id);
const shownEntries = 7;
const reading = 1500; // milliseconds for a step that is told
const manyRows = 8; // that fit one below the other

async function start() {
  if (!wireLanguages()) return;
  if (await swapToken()) return;
  await Promise.all([loadWords(), loadPictures(page.game)]);
  document.querySelector('.bar').insertBefore(layButton(), document.querySelector('.bar .lang'));
  document.body.classList.toggle('around', lies());
  const live = new Live({
    state: show, sending() {}, sent() {}, refused() {}, conflict() {}, failed() {}, broken() {},
    line: (connected) => { at('offline').hidden = connected; fill(at('offline'), ui('offline'), t('offline')); },
    away: () => { location.href = '/t/?lang=' + page.lang; },
  });
  await live.start();
}

let told = null; // the entry that is told now: {seq, until}

/** What is shown instead of the table: who sits where, what a round brought about, the end. */
function moment(state, fresh) {
  const last = (state.log || []).find((e) => !e.undone && !e.undoes);
  if (tells(last) && told?.seq !== last.seq && fresh) told = { seq: last.seq, until: Date.now() + 3000 + reading * last.steps.length };
  const held = told && ((state.log || []).find((e) => e.seq === told.seq && !e.undone));
  const wait = held ? told.until - Date.now() : 0;
  if (wait > 0) setTimeout(() => show(state0, state0), wait + 20);
  const what = wait > 0 || held && held === last && !state.over ? telling(held, state) : state.over ? ceremony(state) : state.seq === 0 ? seating(state) : null;
  const box = at('moment');
  if (lies()) { around(state, at('around'), fit, what); return; }
  const key = JSON.stringify([wait > 0 || held === last && !state.over ? told?.seq : state.over ? state.seq : state.seats.map((s) => [s.name, s.here]), Boolean(what), state.lang]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.hidden = !what;
  document.body.classList.toggle('in-moment', Boolean(what));
  fill(box, what);
  fit(box, 2.2);
}

/** Makes what is in a box as large as it fits. */
function fit(box, largest) {
  for (let size = largest; size > 0.4; size -= 0.06) {
    box.style.fontSize = size + 'em';
    if (box.scrollHeight <= box.clientHeight + 2 && box.scrollWidth <= box.clientWidth + 2) return;
  }
}

let state0; // what is shown

function show(state, before) {
  state0 = state;
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
  moment(state, Boolean(before));
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
  fit(at('table'), 1.5);
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
  fill(box, log.slice(0, shownEntries).map((e, i) => el('li', { class: e.undone ? 'undone' : '' }, e.text, i === first && !tells(e) ? outcome(e) : null)));
  at('recent-h').hidden = !log.length;
  const room = () => box.parentElement.getBoundingClientRect().bottom - 8 - box.getBoundingClientRect().bottom;
  while (box.children.length > 1 && room() < 0) box.lastChild.remove();
  for (box.dataset.size = 0; room() < 0 && box.dataset.size < 4;) box.dataset.size++;
}

start();
