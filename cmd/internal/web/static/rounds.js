// Rounds of an event at the desk: the next one is drawn from the standings, and
// teams drop out or tables merge.

import { el, fill, get, has, page, post, t, ui } from './dom.js';
import { notice, sheet } from './sheet.js';

const query = '?lang=' + page.lang;
const forms = ['swiss', 'round-robin', 'knock-out'];
const said = (error) => notice(has('error.' + error) ? t('error.' + error) : t('failed'));

let form = 'swiss';
let size = 0; // teams at a table; 0: as in the last round

/** Shows the next round as it would be, and begins it. */
export function nextRound(begun) {
  sheet(t('rounds.next'), (close) => {
    const shown = el('div', { class: 'round', 'aria-live': 'polite' });
    let round = null;
    const begin = el('button', { type: 'button', class: 'primary', disabled: true, onclick: async () => {
      begin.disabled = true;
      const { code, data } = await post('/desk/board/next' + query, { form, size, n: round.n }).catch(() => ({ code: 0, data: {} }));
      if (code !== 200) { said(data.error); draw(); return; }
      close();
      begun();
    } }, ui('play'), el('span', {}, t('rounds.next')));
    async function draw() {
      begin.disabled = true;
      round = null;
      const { code, data } = await get('/desk/board/next' + query + '&form=' + form + '&size=' + size).catch(() => ({ code: 0, data: {} }));
      if (code !== 200) { fill(shown, el('p', { class: 'empty' }, has('error.' + data.error) ? t('error.' + data.error) : t('failed'))); return; }
      round = data;
      begin.disabled = false;
      begin.lastChild.textContent = t('rounds.begin', { N: data.n });
      fill(shown,
        data.running.length ? el('p', { class: 'locked', role: 'alert' }, ui('warning'), el('span', {}, t('rounds.running', { Tables: data.running.join(', ') }))) : null,
        el('ol', { class: 'seatings' }, data.tables.map((x) => el('li', {}, el('b', {}, x.table ? t('board.table', { Name: x.table }) : t('rounds.more')), ' ', x.teams.join(' – ')))),
        data.resting.length ? el('p', { class: 'hint' }, t('rounds.rest', { Teams: data.resting.join(', ') })) : null);
    }
    const choice = (label, value, list, change) => el('label', { class: 'pick' }, label, el('select', { onchange: (e) => { change(e.target.value); draw(); } },
      list.map(([id, name]) => el('option', { value: id, selected: id === value }, name))));
    draw();
    return [
      choice(t('rounds.form'), form, forms.map((id) => [id, t('rounds.' + id)]), (id) => { form = id; }),
      choice(t('rounds.size'), String(size), [['0', t('rounds.as-before')], ...[2, 3, 4, 5, 6, 7, 8].map((n) => [String(n), String(n)])], (n) => { size = Number(n); }),
      shown,
      el('p', { class: 'hint' }, t('rounds.cards')),
      el('div', { class: 'actions' }, el('button', { type: 'button', class: 'secondary', onclick: close }, t('cancel')), begin),
    ];
  });
}

/** A team has dropped out, a table is given up, two tables merge. */
export function lateChanges(board, act) {
  const last = Math.max(...board.places.map((p) => p.round));
  const tables = board.places.filter((p) => p.round === last && !p.closed && p.table).map((p) => p.table).sort((a, b) => a - b || a.localeCompare(b));
  const teams = board.rows.filter((r) => board.places.some((p) => Object.values(p.teams || {}).includes(r.team)));
  sheet(t('rounds.late'), (close) => {
    const pick = (chosen) => el('select', {}, tables.map((name, i) => el('option', { value: name, selected: i === chosen }, name)));
    const [from, into, given] = [pick(1), pick(0), pick(0)];
    const send = (path, data) => { close(); act('/desk/board/' + path, data); };
    return [
      el('h3', {}, t('rounds.teams')),
      el('div', { class: 'row spaced' }, teams.map((r) => el('button', {
        type: 'button', class: 'chip', 'aria-pressed': String(Boolean(r.out)), onclick: () => send('out', { team: r.team, out: !r.out }),
      }, r.out ? ui('x') : null, el('span', {}, r.team + (r.out ? ' (' + t('rounds.gone') + ')' : ''))))),
      tables.length > 1 ? [
        el('h3', {}, t('rounds.merge')),
        el('div', { class: 'row spaced' }, el('label', { class: 'pick' }, t('rounds.from'), from), el('label', { class: 'pick' }, t('rounds.into'), into),
          el('button', { type: 'button', class: 'small-button', onclick: () => { if (from.value !== into.value) send('merge', { table: from.value, into: into.value }); } }, ui('check'), t('rounds.merge'))),
        el('h3', {}, t('rounds.close')),
        el('div', { class: 'row spaced' }, el('label', { class: 'pick' }, t('leaders.name'), given),
          el('button', { type: 'button', class: 'small-button', onclick: () => send('close', { table: given.value }) }, ui('x'), t('rounds.close'))),
      ] : null,
      el('p', { class: 'hint' }, t('rounds.kept')),
      el('div', { class: 'actions' }, el('button', { type: 'button', class: 'secondary', autofocus: true, onclick: close }, t('cancel'))),
    ];
  });
}
