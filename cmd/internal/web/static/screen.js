// The big screen: who has what, whose move it is, what happened last.

import { disc, el, fill, list, loadPictures, loadWords, look, page, swapToken, t, ui, wireLanguages } from './dom.js';
import { Live } from './live.js';

const at = (id) => document.getElementById(id);
const shownEntries = 7;

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
  const nameOf = (id) => state.seats.find((s) => s.id === id)?.name ?? id;
  const due = (state.due || []).filter((s) => s !== '');
  const leads = (s) => s.rank === 1 && !s.out && state.seats.some((o) => o.rank > 1);
  const rows = [...state.seats].sort((a, b) => a.rank - b.rank);
  const board = at('scores');
  board.classList.toggle('many', rows.length > 5);
  board.dataset.rows = rows.length;
  const categories = state.categories.filter((c) => state.seats.some((s) => (s.values?.[c.id] ?? 0) !== s.total));
  fill(board, rows.map((s) => el('li', { class: ['board-row', s.out && 'out', due.includes(s.id) && !state.over && 'due'].filter(Boolean).join(' '), 'data-look': s.id },
    el('div', { class: 'seat' }, disc(s.id, s.name), el('span', { class: 'who' }, s.name), leads(s) ? ui('crown') : s.out ? ui('out') : null),
    el('div', { class: 'cats' }, categories.map((c) => el('div', { class: 'cat' },
      el('span', { class: 'value' }, look(c.id) ? disc(c.id, c.name) : null, el('span', {}, String(s.values?.[c.id] ?? 0))), el('span', { class: 'name' }, c.short || c.name)))),
    el('div', { class: 'sum' }, el('span', {}, el('span', { class: 'hidden' }, t('total') + ' '), String(s.total))))));
  fill(at('turn'),
    el('span', { class: 'discs' }, (state.over ? state.winners : due).slice(0, 4).map((s) => disc(s, nameOf(s)))),
    el('span', { class: 'turn-text' },
      el('strong', {}, state.over ? t('over') : due.length ? t('turn', { Seats: list(due.map(nameOf)) }) : t('turn.table')),
      el('span', {}, state.over ? '' : state.phase)));
  fill(at('recent'), (state.log || []).slice(0, shownEntries).map((e) => el('li', { class: e.undone ? 'undone' : '' }, e.undoes ? t('undoes', { N: e.undoes }) : e.text)));
  at('recent-h').hidden = !(state.log || []).length;
  at('ended').hidden = !state.over;
  if (state.over) fill(at('ended'), ui('trophy'), el('span', {}, state.standing));
  at('frozen').hidden = state.live;
  fill(at('frozen'), ui('pause'), t('frozen'));
  while (at('recent').children.length > 1 && at('recent').getBoundingClientRect().bottom > at('recent').parentElement.getBoundingClientRect().bottom - 8) at('recent').lastChild.remove();
}

start();
