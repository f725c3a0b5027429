// The leaderboard of an event, for a big screen.

import { el, fill, get, loadPictures, loadWords, page, t, ui, wireLanguages } from './dom.js';

const at = (id) => document.getElementById(id);
const often = 4000; // milliseconds

async function start() {
  if (!wireLanguages()) return;
  await Promise.all([loadWords(), loadPictures('')]);
  await refresh();
  setInterval(() => { if (!document.hidden) refresh(); }, often);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) refresh(); });
}

async function refresh() {
  let answer;
  try { answer = await get('/board/state?lang=' + page.lang); } catch { at('offline').hidden = false; fill(at('offline'), ui('offline'), t('offline')); return; }
  at('offline').hidden = true;
  if (answer.code !== 200) { fill(at('board'), el('p', { class: 'empty' }, t('leaders.closed'))); return; }
  const b = answer.data;
  at('title').textContent = b.title;
  if (!b.rows.length) { fill(at('board'), el('p', { class: 'empty' }, t('leaders.none'))); return; }
  at('board').dataset.size = b.rows.length > 14 ? 3 : b.rows.length > 10 ? 2 : b.rows.length > 7 ? 1 : 0;
  const first = (r) => r.rank === 1 && r.points > 0;
  fill(at('board'), el('table', {},
    el('thead', {}, el('tr', {}, el('th', { scope: 'col', class: 'n' }, t('rank')), el('th', { scope: 'col' }, t('board.team')),
      b.rounds.map((n) => el('th', { scope: 'col', class: 'n' }, t('board.round', { N: n }))),
      el('th', { scope: 'col', class: 'n' }, t('total')), el('th', { scope: 'col', class: 'n' }, t('board.points')))),
    el('tbody', {}, b.rows.map((r) => el('tr', { class: first(r) ? 'first' : '' },
      el('td', { class: 'n' }, String(r.rank)), el('th', { scope: 'row' }, first(r) ? ui('crown') : null, ' ', r.team),
      (r.rounds || []).map((one) => el('td', { class: 'n' }, one.missing ? el('span', { class: 'hint' }, t('board.missing'))
        : one.over ? [String(one.points), ' ', el('span', { class: 'hint' }, '(' + one.total + ')')] : el('span', { class: 'hint' }, t('board.running') + ' ' + one.total))),
      el('td', { class: 'n' }, String(r.total)), el('td', { class: 'n sum' }, String(r.points)))))));
}

start();
