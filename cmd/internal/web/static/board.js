// The leaderboard of an event, for a big screen.

import { el, fill, get, loadPictures, loadWords, page, t, ui, wireLanguages } from './dom.js';

const at = (id) => document.getElementById(id);
const often = 4000; // milliseconds
const reading = 9000; // milliseconds for a page of the board

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
  all = b;
  draw();
}

let all; // the board as it stands
let from = 0; // the first row that is seen
let seen = 0; // how many are seen with it
let turned = Date.now(); // when the page was last turned

/** Draws the rows that fit; when there are more, the others follow after a while. */
function draw() {
  const n = all.rows.length;
  if (Date.now() - turned >= reading) {
    turned = Date.now();
    from = from + seen < n ? from + seen : 0;
  }
  from = from < n ? from : 0;
  seen = n - from;
  show(all.rows.slice(from));
  const main = at('board').parentElement;
  const rows = [...at('board').querySelectorAll('tbody tr')];
  if (from === 0 && main.scrollHeight <= main.clientHeight) return;
  const where = el('p', { class: 'hint pages' }, ' ');
  at('board').append(where);
  let fits = rows.length;
  while (fits > 3 && main.scrollHeight > main.clientHeight) rows[--fits].remove();
  seen = fits;
  where.textContent = t('leaders.page', { From: from + 1, To: from + fits, Of: n });
}

/** Totals of different games are not shown side by side: points are what counts. */
function show(rows) {
  const b = all;
  at('board').dataset.size = b.rows.length > 10 ? 2 : b.rows.length > 7 ? 1 : 0;
  const first = (r) => r.rank === 1 && r.points > 0;
  fill(at('board'), el('table', {},
    el('thead', {}, el('tr', {}, el('th', { scope: 'col', class: 'n' }, t('rank')), el('th', { scope: 'col' }, t('board.team')),
      b.rounds.map((n) => el('th', { scope: 'col', class: 'n' }, t('board.round', { N: n }))),
      b.mixed ? null : el('th', { scope: 'col', class: 'n' }, t('total')), el('th', { scope: 'col', class: 'n' }, t('board.points')))),
    el('tbody', {}, rows.map((r) => el('tr', { class: first(r) ? 'first' : '' },
      el('td', { class: 'n' }, String(r.rank)), el('th', { scope: 'row' }, first(r) ? ui('crown') : null, ' ', r.team, r.out ? el('span', { class: 'hint' }, ' (' + t('rounds.gone') + ')') : null),
      (r.rounds || []).map((one) => el('td', { class: 'n' }, one.missing ? el('span', { class: 'hint' }, t('board.missing'))
        : one.over ? [String(one.points), ' ', el('span', { class: 'hint' }, '(' + one.total + ')')] : el('span', { class: 'hint' }, t('board.running') + ' ' + one.total))),
      b.mixed ? null : el('td', { class: 'n' }, String(r.total)), el('td', { class: 'n sum' }, String(r.points)))))));
}

start();
