// The desk: makes tables, shows how to join them, sends devices away, deletes.

import { disc, el, fill, get, has, loadPictures, loadWords, page, post, t, ui, wireLanguages } from './dom.js';
import { quizForm, tablesChanged } from './quizzes.js';
import { nextRound, lateChanges } from './rounds.js';
import { notice, sheet } from './sheet.js';

const at = (id) => document.getElementById(id);
const query = '?lang=' + page.lang;
let desk;
let board = null;
let choice = null; // what the form holds: game, edition, seats, options

async function start() {
  if (!wireLanguages()) return;
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
  await Promise.all([loadWords(), loadPictures('')]);
  await refresh();
  await Promise.all((desk?.games || []).flatMap((g) => [styled('/static/game-' + g.id + '.css'), loadPictures(g.id, true)]));
  ready = true;
  if (desk) redraw();
  if (choice) form();
  if (desk) quizForm(at('quiz'), desk);
  kit();
  setInterval(() => { if (!document.hidden && !document.querySelector('dialog[open]')) refresh(); }, 3000);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) refresh(); });
}

/** Loads a style sheet; a page without it is plain, not broken. */
function styled(href) {
  return new Promise((done) => document.head.append(el('link', { rel: 'stylesheet', href, onload: done, onerror: done })));
}

/** Opens the studio, in which kits are made. */
function kit() {
  const b = at('kit');
  fill(b, ui('next'), t('desk.studio'));
  b.addEventListener('click', async () => {
    b.disabled = true;
    try {
      const { code, data } = await post('/desk/studio' + query, {});
      if (code === 200) { location.href = data.url; return; }
      notice(t('failed'));
    } catch { notice(t('failed')); }
    b.disabled = false;
  });
  addEventListener('pageshow', () => { b.disabled = false; }); // somebody comes back
  if (new URLSearchParams(location.search).has('kit')) b.focus();
}

let ready = false; // colours and pictures are there: what is drawn before them jumps under a finger
let pressed = false; // a finger is down: what it is on must still be there when it goes up
let due = false;

function redraw() {
  due = pressed;
  if (!ready || pressed) return;
  tables();
  leaders();
}

addEventListener('pointerdown', () => { pressed = true; });
for (const up of ['pointerup', 'pointercancel', 'blur']) {
  addEventListener(up, () => setTimeout(() => { // after the click
    pressed = false;
    if (due) redraw();
  }));
}

let before = Promise.resolve();

/** Reads the desk anew, one time after the other: what came late never hides what is newer. */
function refresh() {
  before = before.then(read);
  return before;
}

async function read() {
  let answer;
  try { answer = await get('/desk/state' + query); } catch { return; }
  if (answer.code === 403) { location.reload(); return; } // kitpress serve began anew: the key is another one
  if (answer.code !== 200) return;
  const shown = JSON.stringify([desk?.tables, board]);
  desk = answer.data;
  tablesChanged(desk);
  try { const got = await get('/desk/board' + query); if (got.code === 200) board = got.data; } catch { /* as it was */ }
  at('broken').hidden = !desk.readOnly;
  if (!choice) { begin(desk.games.find((g) => g.id === 'cyber-survival') || desk.games[0]); }
  if (shown !== JSON.stringify([desk.tables, board])) redraw();
}

async function act(url, data, then) {
  try {
    const { code, data: got } = await post(url + query, data);
    if (code === 200) { await refresh(); then?.(got); return; }
    notice(got.refused ? got.refused.message : has('error.' + got.error) ? t('error.' + got.error) : t('failed'));
  } catch { fill(at('broken'), t('failed')); at('broken').hidden = false; }
}

// The form for a new table.

function begin(game) {
  const seats = namesOf(game).slice(0, Math.max(game.min, Math.min(game.max, 4))).map((n) => n.id);
  choice = { game: game.id, edition: game.edition || '', seats, options: {} };
  if (ready) form();
}

/** The names a game's seats can have: its own, then colours and animals. */
function namesOf(game) {
  const own = game.seats || [];
  return [...own, ...desk.names.filter((n) => !own.some((o) => o.id === n.id))];
}

function pick(label, value, list, change) {
  return el('label', { class: 'pick' }, label, el('select', { onchange: (e) => change(e.target.value) },
    list.map((o) => el('option', { value: o.id, selected: o.id === value }, o.name))));
}

function form() {
  const game = desk.games.find((g) => g.id === choice.game);
  const names = namesOf(game);
  const nameOf = (id) => names.find((n) => n.id === id)?.name ?? id;
  const focused = document.activeElement?.id;
  fill(at('form'),
    pick(t('desk.game'), game.id, desk.games, (id) => begin(desk.games.find((g) => g.id === id))),
    game.editions.length ? pick(t('desk.edition'), choice.edition, game.editions, (id) => { choice.edition = id; }) : null,
    game.options.map((o) => pick(t('option.' + o.name), choice.options[o.name] || o.values[0], o.values.map((v) => ({ id: v, name: t('value.' + v) })), (v) => { choice.options[o.name] = v; })),
    el('fieldset', {}, el('legend', {}, t('desk.seats'), ' ', el('span', { class: 'hint' }, '(' + t('desk.players', { Min: game.min, Max: game.max }) + ')')),
      el('ol', { class: 'seat-list' }, choice.seats.map((id, i) => el('li', { 'data-look': id }, disc(id, nameOf(id)),
        el('select', { 'aria-label': t('desk.seats') + ' ' + (i + 1), id: 'seat-' + i, onchange: (e) => {
          const other = choice.seats.indexOf(e.target.value);
          if (other >= 0) choice.seats[other] = id;
          choice.seats[i] = e.target.value;
          form();
        } }, names.map((n) => el('option', { value: n.id, selected: n.id === id }, n.name))),
        el('button', { type: 'button', class: 'icon', id: 'up-' + i, disabled: i === 0, 'aria-label': t('desk.up', { Seat: nameOf(id) }), onclick: () => { choice.seats.splice(i - 1, 2, id, choice.seats[i - 1]); form(); } }, ui('up')),
        el('button', { type: 'button', class: 'icon', id: 'less-' + i, disabled: choice.seats.length <= game.min, 'aria-label': t('desk.remove', { Seat: nameOf(id) }), onclick: () => { choice.seats.splice(i, 1); form(); } }, ui('x'))))),
      choice.seats.length < game.max ? el('button', { type: 'button', class: 'small-button', id: 'more', onclick: () => { choice.seats.push(names.find((n) => !choice.seats.includes(n.id)).id); form(); } }, ui('plus'), t('desk.more')) : null),
    pick(t('desk.many'), String(many), Array.from({ length: 30 }, (_, i) => ({ id: String(i + 1), name: String(i + 1) })), (n) => { many = Number(n); }),
    el('button', { type: 'button', class: 'primary', id: 'create', onclick: create }, ui('check'), t('desk.create')));
  if (focused) at(focused)?.focus();
}

let many = 1; // tables that are made at once

/** Makes tables; of a single one the code is shown. */
async function create() {
  at('create').disabled = true;
  for (let left = many; left > 1; left--) {
    const { code } = await post('/desk/create' + query, choice).catch(() => ({ code: 0 }));
    if (code !== 200) break; // the last one says why
  }
  await act('/desk/create', choice, many > 1 ? null : (got) => showCode(desk.tables.find((x) => x.id === got.table)));
  at('create').disabled = false;
}

// The tables.

function tables() {
  const focused = document.activeElement?.dataset?.key;
  const games = desk.games.filter((g) => desk.tables.some((x) => x.open && x.game === g.id));
  const first = (x) => ((x.help || []).length ? 0 : x.open && !x.over ? 1 : x.open ? 2 : 3); // who needs help stands first
  fill(at('tables'), desk.tables.length ? [...desk.tables].sort((a, b) => first(a) - first(b) || a.number - b.number).map(card) : el('p', { class: 'empty' }, t('desk.none')),
    games.length ? el('div', { class: 'row cards-row' }, games.map((g) => el('a', { class: 'small-button', href: '/desk/cards' + query + '&game=' + g.id, target: '_blank', rel: 'noopener' }, ui('qr'), g.name + ': ' + t('desk.cards')))) : null);
  if (focused) document.querySelector('[data-key="' + CSS.escape(focused) + '"]')?.focus();
}

const time = (at) => new Intl.DateTimeFormat(page.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));

const opened = new Set(); // tables of which all is shown

const minutes = (x) => Math.max(0, Math.round(((x.over ? new Date(x.last) : new Date()) - new Date(x.created)) / 60000));

/** A table at a glance: its number, whose turn it is, the score, who is connected, who needs help. */
function glance(x) {
  const due = (x.seats || []).filter((s) => s.due);
  const here = (x.seats || []).filter((s) => s.here).length;
  return el('summary', { 'data-key': x.id + 'glance' },
    el('span', { class: 'table-number' }, el('span', { class: 'hidden' }, t('desk.table') + ' '), String(x.number)),
    el('span', { class: 'about' }, el('h3', { id: 'h-' + x.id }, placeOf(x)?.table ? t('board.table', { Name: placeOf(x).table }) + ' · ' : '', x.gameName),
      el('span', { class: 'hint' }, !x.open ? time(x.created) : [t('desk.minutes', { N: minutes(x) }), x.over ? t('over') : x.phase].filter(Boolean).join(' · '))),
    (x.help || []).length ? el('strong', { class: 'help' }, ui('warning'), [x.help.map((n) => n || t('role.referee')).join(', '), t('desk.help')].join(' ')) : null,
    el('span', { class: 'mini' }, (x.seats || []).map((s) => el('span', { class: ['mini-seat', s.due && 'due', s.out && 'out', x.open && !s.here && 'away'].filter(Boolean).join(' '), 'data-look': s.id }, disc(s.id, s.name), el('span', { class: 'hidden' }, s.name + ' '), x.open ? el('b', {}, String(s.total)) : null)),
      x.open ? el('span', { class: 'hint' }, t('desk.here', { N: here, Of: x.seats.length }), due.length ? ' · ' + t('turn', { Seats: due.map((s) => s.name).join(', ') }) : '') : null));
}

function card(x) {
  const base = '/desk/t/' + x.id + '/';
  const all = opened.has(x.id) || desk.tables.length === 1;
  return el('details', { class: 'table', 'data-game': x.game, open: all, ontoggle: (e) => { if (e.target.open) opened.add(x.id); else opened.delete(x.id); } }, glance(x), el('div', { class: 'whole' },
    el('p', { class: 'hint' }, [time(x.created), t('desk.records', { N: x.records }), x.old ? t('desk.old') : ''].filter(Boolean).join(' · ')),
    x.locked ? el('p', { class: 'locked', role: 'alert' }, ui('warning'), el('span', {}, t('desk.locked')),
      el('button', { type: 'button', class: 'small-button', 'data-key': x.id + 'unlock', onclick: () => act(base + 'unlock', {}) }, t('desk.unlock'))) : null,
    x.open ? [
      el('dl', { class: 'pins' },
        el('div', {}, el('dt', {}, t('desk.pin')), el('dd', {}, spaced(x.pin))),
        el('div', {}, el('dt', {}, t('desk.pin.referee')), el('dd', {}, spaced(x.refereePin)))),
      el('img', { class: 'qr', src: base + 'code.svg?for=join', alt: t('desk.scan') + ': ' + x.gameName }),
      el('div', { class: 'row' }, (x.seats || []).map((s) => el('button', {
        type: 'button', class: 'chip', 'data-look': s.id, 'data-key': x.id + s.id, onclick: () => seat(x, s),
      }, disc(s.id, s.name), el('span', {}, s.name), s.taken ? ui(s.here ? 'online' : 'offline', 'small') : null)),
      (x.devices || []).map((d) => el('button', {
        type: 'button', class: 'chip', 'data-key': x.id + d.role + d.n, 'aria-label': deviceName(d) + ': ' + t('desk.kick'), onclick: () => sendAway(x, d),
      }, ui(d.role === 'referee' ? 'gavel' : 'screen'), el('span', {}, deviceName(d)), ui(d.here ? 'online' : 'offline', 'small')))),
      el('div', { class: 'row' },
        el('button', { type: 'button', class: 'small-button', 'data-key': x.id + 'code', onclick: () => showCode(x) }, ui('qr'), t('desk.show')),
        el('button', { type: 'button', class: 'small-button', 'data-key': x.id + 'refcode', onclick: () => sheet(t('desk.referee.code'), () => el('img', { class: 'bigcode', src: base + 'code.svg?for=referee', alt: t('desk.referee.code') })) }, ui('qr'), t('desk.referee.code')),
        el('a', { class: 'small-button', href: x.links.referee, target: '_blank', rel: 'noopener' }, ui('gavel'), t('role.referee')),
        el('a', { class: 'small-button', href: x.links.screen.replace('/#', '/screen#'), target: '_blank', rel: 'noopener' }, ui('screen'), t('role.screen')),
        x.over ? el('button', { type: 'button', class: 'small-button', 'data-key': x.id + 'again', onclick: () => act('/desk/create', { game: x.game, edition: x.edition || '', seats: x.seats.map((s) => s.id), options: x.options || {} }, (got) => showCode(desk.tables.find((o) => o.id === got.table))) }, ui('play'), t('desk.again')) : null,
        el('button', { type: 'button', class: 'small-button', 'data-key': x.id + 'place', onclick: () => place(x) }, ui('trophy'), placeOf(x) ? t('board.round', { N: placeOf(x).round }) : t('leaders')),
        el('a', { class: 'small-button', href: base + 'paper/result' + query, target: '_blank', rel: 'noopener' }, ui('log'), t('desk.result')),
        x.over ? el('a', { class: 'small-button', href: base + 'paper/certificate' + query, target: '_blank', rel: 'noopener' }, ui('trophy'), t('desk.certificates')) : null,
        el('a', { class: 'small-button', href: base + 'log', download: '' }, ui('next'), t('desk.save')),
        remove(x)),
    ] : el('div', { class: 'row' }, el('button', { type: 'button', class: 'small-button', 'data-key': x.id + 'open', onclick: () => act(base + 'open', {}) }, ui('play'), t('desk.open')), remove(x))));
}

const spaced = (pin) => (pin ? pin.slice(0, 4) + '\u2009' + pin.slice(4) : '');
const deviceName = (d) => (d.role === 'referee' ? t('by.referee', { N: d.n }) : t('role.screen') + ' ' + d.n);

/** A referee or a screen: sending it away. */
function sendAway(x, d) {
  sheet(deviceName(d), (close) => el('div', { class: 'actions' },
    el('button', { type: 'button', class: 'secondary', autofocus: true, onclick: close }, t('cancel')),
    el('button', { type: 'button', class: 'danger', onclick: () => { close(); act('/desk/t/' + x.id + '/dismiss', { role: d.role, n: d.n }); } }, ui('x'), t('desk.kick'))), { alert: true });
}

function remove(x) {
  return el('button', { type: 'button', class: 'small-button bad', 'data-key': x.id + 'delete', onclick: () => sheet(t('desk.delete.sure'), (close) => [
    el('p', { class: 'lead' }, x.gameName + ', ' + time(x.created)),
    el('div', { class: 'actions' },
      el('button', { type: 'button', class: 'secondary', autofocus: true, onclick: close }, t('cancel')),
      el('button', { type: 'button', class: 'danger', onclick: () => { close(); act('/desk/t/' + x.id + '/delete', {}); } }, ui('trash'), t('desk.delete'))),
  ], { alert: true }) }, ui('trash'), t('desk.delete'));
}

// The leaderboard.

const placeOf = (x) => board?.places?.find((p) => p.match === x.id);

function leaders() {
  const count = (open) => ({ title: board.title, points: board.points, ties: board.ties, open });
  if (!board) { fill(at('leaders')); return; }
  fill(at('leaders'),
    el('p', { class: 'hint' }, t('leaders.help')),
    el('div', { class: 'row' },
      el('button', { type: 'button', class: 'small-button', 'data-key': 'board-open', 'aria-pressed': String(board.open), onclick: () => act('/desk/board', count(!board.open)) }, ui(board.open ? 'check' : 'screen'), t('leaders.open')),
      board.open ? el('a', { class: 'small-button', href: desk.base + '/board/' + query, target: '_blank', rel: 'noopener' }, ui('trophy'), t('leaders.show')) : null,
      board.rows.length ? el('button', { type: 'button', class: 'small-button', 'data-key': 'next-round', onclick: () => nextRound(refresh) }, ui('next'), t('rounds.next')) : null,
      board.rows.length ? el('button', { type: 'button', class: 'small-button', 'data-key': 'late', onclick: () => lateChanges(board, act) }, ui('warning'), t('rounds.late')) : null,
      ['csv', 'json', 'html'].map((kind) => el('a', { class: 'small-button', href: '/desk/board/export/' + kind + query, download: '' }, kind.toUpperCase()))));
}

/** Where a match stands on the leaderboard, and which team plays which seat. */
function place(x) {
  const now = placeOf(x) || { round: 1, table: '', teams: {} };
  let round = now.round;
  sheet(x.gameName, (close) => {
    const shown = el('output', { 'aria-live': 'polite' }, String(round));
    const step = (by) => { round = Math.min(50, Math.max(1, round + by)); shown.textContent = round; };
    const table = el('input', { type: 'text', maxlength: 20, value: now.table || '', 'aria-label': t('leaders.name'), autocomplete: 'off' });
    const teams = (x.seats || []).map((s) => [s, el('input', { type: 'text', maxlength: 40, value: now.teams?.[s.id] || '', 'aria-label': t('leaders.team', { Seat: s.name }), autocomplete: 'off' })]);
    return [
      el('div', { class: 'field' }, el('h3', {}, t('leaders.round')), el('div', { class: 'stepper' },
        el('button', { type: 'button', 'aria-label': t('fewer'), onclick: () => step(-1) }, ui('minus')), shown,
        el('button', { type: 'button', 'aria-label': t('another'), onclick: () => step(1) }, ui('plus')))),
      el('div', { class: 'field' }, el('h3', {}, t('leaders.name')), table),
      teams.map(([s, input]) => el('div', { class: 'field' }, el('h3', {}, t('leaders.team', { Seat: s.name })), input)),
      el('div', { class: 'actions' },
        placeOf(x) ? el('button', { type: 'button', class: 'secondary', onclick: () => { close(); act('/desk/board/remove', { match: x.id }); } }, t('leaders.remove')) : null,
        el('button', { type: 'button', class: 'primary', onclick: () => {
          close();
          const given = {};
          for (const [s, input] of teams) if (input.value.trim()) given[s.id] = input.value.trim();
          act('/desk/board/place', { match: x.id, round, table: table.value.trim(), teams: given });
        } }, ui('check'), t('enter'))),
    ];
  });
}

/** The code and the PIN, large enough for a room. */
function showCode(x) {
  if (!x) return;
  sheet(t('desk.scan'), () => el('div', { class: 'invitation' },
    el('img', { class: 'bigcode', src: '/desk/t/' + x.id + '/code.svg?for=join', alt: t('desk.scan') + ': ' + x.gameName }),
    el('div', {},
      el('p', { class: 'lead' }, t('desk.address')), el('p', { class: 'bigaddress' }, (desk.base + '/t/').replace('http://', '')),
      el('p', { class: 'lead' }, t('join.pin')), el('p', { class: 'bigpin' }, spaced(x.pin)))));
}

/** One seat: its own code, its name, and sending its device away. */
function seat(x, s) {
  const base = '/desk/t/' + x.id + '/';
  sheet(s.name, (close) => {
    const name = el('input', { type: 'text', maxlength: 40, value: s.alias || '', 'aria-label': t('desk.alias', { Seat: s.name }), autocomplete: 'off' });
    return [
      s.taken ? null : el('img', { class: 'bigcode', src: base + 'code.svg?for=seat:' + s.id, alt: t('desk.scan') + ': ' + s.name }),
      el('h3', {}, t('desk.alias', { Seat: s.name })), name,
      el('div', { class: 'actions' },
        s.taken ? el('button', { type: 'button', class: 'secondary', onclick: () => { close(); act(base + 'dismiss', { role: 'seat', seat: s.id }); } }, ui('x'), t('desk.kick')) : null,
        el('button', { type: 'button', class: 'primary', onclick: () => { close(); act(base + 'alias', { seat: s.id, alias: name.value.trim() }); } }, ui('check'), t('enter'))),
    ];
  });
}

start();
