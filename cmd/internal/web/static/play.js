// The page at the table: a referee's phone, or that of a player.

import { disc, el, fill, list, loadPictures, loadWords, look, page, sitting, swapToken, t, teams, ui, wireLanguages } from './dom.js';
import { drawn } from './drawn.js';
import { Live } from './live.js';
import { byOf, logLine, showLog } from './log.js';
import { changeable, enter, nameOf, reopen, showMoves } from './moves.js';
import { soundButton, stayAwake, yourTurn } from './moments.js';
import { notice, rule, sheet } from './sheet.js';

const at = (id) => document.getElementById(id);
const referee = page.role === 'referee';
const title = document.title;
let live;
let state;
let tab = 'play';

async function start() {
  if (!wireLanguages()) return;
  await loadWords();
  if (await swapToken()) return;
  await loadPictures(page.game);
  live = new Live({
    state: show, sending: queued, sent, refused, conflict, line, broken: () => banner('broken', t('broken')), away,
    failed: (_, why) => { free(); notice(why && why !== 'bad' && why !== 'reused' ? t('error.' + why) : t('failed')); },
  });
  for (const name of ['play', 'view', 'log']) at('tab-' + name).addEventListener('click', () => choose(name));
  at('undo').addEventListener('click', askUndo);
  at('rules').addEventListener('click', askRule);
  at('freeze')?.addEventListener('click', async () => { const { data } = await live.freeze(state.live); live.take(data); });
  document.querySelector('.p-view').append(...(referee ? [] : [soundButton()]), el('button', { type: 'button', class: 'other', id: 'call', 'aria-pressed': 'false', onclick: async () => { const { data } = await live.call(!state.calls); live.take(data); } }));
  stayAwake(() => state && !state.over);
  queued(live.queue.length);
  await live.start();
}

// What is shown.

function show(now, before) {
  state = now;
  sitting(now.seats.map((s) => s.name));
  document.body.classList.toggle('over', now.over);
  if (!now.readOnly) banner('broken', null);
  else banner('broken', t('broken'));
  showHead();
  showScores(before);
  showMoves(now, live);
  fill(at('view-list'), now.view.map(section));
  showLog(now, nameOf, (seq) => live.log(seq), replay);
  showUndo();
  say(before);
}

/** The table as it was after an entry, below the slider of the log. */
async function replay(seq) {
  const box = at('replayed');
  if (seq >= state.seq) { fill(box); return; }
  try {
    const { code, data } = await live.at(seq);
    if (code !== 200) return;
    const table = drawn(data, {});
    fill(box, data.log[0] ? el('p', { class: 'lead' }, data.log[0].text) : null, table.middle, table.own, table.others);
  } catch { /* the line says it */ }
}

function showHead() {
  const due = state.due || [];
  const mine = !referee && due.includes(page.seat) && !state.over;
  const seats = due.filter((s) => s !== '').map(nameOf);
  const who = state.over ? t('over') : mine ? t('turn.you') : seats.length ? t('turn', { Seats: list(seats) }) : t('turn.table');
  if (mine && !document.body.classList.contains('mine')) yourTurn();
  document.body.classList.toggle('mine', mine);
  document.title = mine ? '● ' + t('turn.you') : title;
  if (!referee) document.querySelector('.bar .role').textContent = nameOf(page.seat);
  fill(at('turn'),
    el('span', { class: 'discs' }, (state.over ? state.winners || [] : due.filter((s) => s)).slice(0, 3).map((s) => disc(s, nameOf(s)))),
    el('span', { class: 'turn-text' }, el('strong', {}, who), el('span', {}, state.over ? state.standing : state.phase)),
    (mine || !seats.length) && !state.over ? el('button', { type: 'button', class: 'icon jump', 'aria-label': t('skip'), onclick: () => at('moves').scrollIntoView() }, ui('next')) : null);
  at('call').setAttribute('aria-pressed', String(Boolean(state.calls)));
  fill(at('call'), ui('users'), el('span', {}, t(state.calls ? 'called' : 'call')));
  const freeze = at('freeze');
  if (freeze) {
    freeze.setAttribute('aria-pressed', String(!state.live));
    fill(freeze, ui(state.live ? 'pause' : 'play'), el('span', {}, t(state.live ? 'freeze' : 'thaw')));
  }
}

function showScores(before) {
  const all = teams(state.seats);
  const wide = Math.max(...all.map((s) => String(s.total).length));
  at('scores').dataset.digits = wide;
  fill(at('scores'), all.map((s) => {
    const ids = s.members.map((m) => m.id);
    const was = before?.seats.find((b) => b.id === s.id);
    const changed = was && was.total !== s.total;
    const own = ids.includes(page.seat);
    return el('li', { class: ['score', s.out && 'out', own && 'own', ids.some((id) => (state.due || []).includes(id)) && 'due', changed && 'changed'].filter(Boolean).join(' '), 'data-look': s.id },
      el('button', { type: 'button', 'data-key': 'score-' + s.id, onclick: () => showSeat(s) },
        el('span', { class: 'who' }, s.name, own ? el('span', { class: 'hidden' }, ' (' + t('you') + ')') : null),
        el('span', { class: 'total' }, s.out ? ui('out') : null, String(s.total)),
        el('span', { class: 'rank' }, leads(s) ? ui('crown') : null, el('span', { class: 'hidden' }, s.out ? t('out') : t('rank') + ' ' + s.rank))));
  }));
}

/** Somebody leads when not everybody does. */
const leads = (s) => s.rank === 1 && !s.out && state.seats.some((o) => o.rank > 1);

function showSeat(s) {
  sheet(s.name, () => [
    el('table', { class: 'values' },
      el('tbody', {}, state.categories.map((c) => el('tr', {}, el('th', { scope: 'row' }, look(c.id) ? disc(c.id, c.name) : null, c.name), el('td', {}, String(s.values?.[c.id] ?? 0))))),
      el('tfoot', {}, el('tr', {}, el('th', { scope: 'row' }, t('total')), el('td', {}, String(s.total))))),
    s.out ? el('p', {}, t('out')) : null,
  ]);
}

/** What lies open: a line, or a heading with lines below it. Where a line has no name it goes by the first thing it says. */
const section = (s) => [viewLine(s, ''), (s.rows || []).map((row) => viewLine(row, 'deep'))];

function viewLine(line, depth) {
  const tags = line.tags || (line.text ? [line] : []);
  const name = line.label || value(tags[0] || {});
  return el('li', { class: depth }, el('strong', {}, name), el('span', { class: 'tags' }, tags.slice(line.label ? 0 : 1).map((tag) => [
    tag === line ? el('span', {}, tag.text)
      : el('span', { class: tag.tags ? 'many' : 'tag' }, look(tag.id), tag.label ? el('b', {}, tag.label + ' ') : null, value(tag)), ' '])));
}

/** A tag in one text: its name, and what there is of it. */
const said = (tag) => [tag.label, tag.label && tag.tags && !tag.list ? '(' + value(tag) + ')' : value(tag)].filter(Boolean).join(' ');
const value = (tag) => (!tag.tags ? tag.text || '' : tag.list ? list(tag.tags.map(said)) : tag.tags.map(said).join(' · '));

// What can be taken back.

function showUndo() {
  const u = state.undo;
  const button = at('undo');
  button.disabled = !u || u.may === false;
  fill(button, ui('undo'), el('span', { class: 'text' }, el('strong', {}, t('undo')), el('span', { class: 'detail' }, !u ? t('undo.none') : u.may === false ? t('undo.other') : u.text)));
}

function askUndo() {
  const u = state.undo;
  if (!u || u.may === false) return;
  sheet(t('undo.sure'), (close) => [
    el('p', { class: 'lead' }, u.text),
    el('p', { class: 'hint' }, byOf(u.by, '', nameOf)),
    el('div', { class: 'actions' },
      el('button', { type: 'button', class: 'secondary', onclick: close }, t('cancel')),
      el('button', { type: 'button', class: 'primary', autofocus: true, onclick: () => { close(); enter({ undo: true }, t('undo') + ': ' + u.text); } }, ui('undo'), t('undo'))),
  ], { alert: true });
}

// Rules.

function askRule() {
  sheet(t('rule.ask'), () => {
    const result = el('div', { role: 'status' });
    let digits = '';
    const shown = el('output', { class: 'rule-number', 'aria-label': t('rule.number') }, 'R');
    const look4 = async () => {
      shown.textContent = 'R' + digits;
      if (!digits) { fill(result); return; }
      try {
        const asked = digits;
        const { code, data } = await live.explain('R' + digits);
        if (asked === digits) fill(result, code === 200 ? rule(data.rule, data.ruleText) : el('p', { class: 'hint' }, t('rule.none')));
      } catch { fill(result, el('p', { class: 'hint' }, t('offline'))); }
    };
    return [
      shown,
      el('div', { class: 'pad small' }, '1234567890'.split('').map((d) => el('button', { type: 'button', onclick: () => { digits = (digits + d).slice(-2); look4(); } }, d)),
        el('button', { type: 'button', 'aria-label': t('join.delete'), onclick: () => { digits = digits.slice(0, -1); look4(); } }, ui('delete'))),
      result,
    ];
  });
}

// What came of entries.

const free = () => at('play').removeAttribute('aria-busy');

function sent(entry) {
  free();
  if (entry.undo) speak(entry.label);
}

function refused(entry, no) {
  free();
  sheet(no.rule ? t('refused') : t('unclear'), (close) => {
    const change = changeable(entry);
    return [
      entry.label ? el('p', { class: 'lead' }, entry.label) : null,
      el('p', { class: 'no' }, ui('x'), no.message),
      rule(no.rule, no.ruleText),
      referee && no.ruleable ? ruling(entry, close) : null,
      el('div', { class: 'actions' },
        el('button', { type: 'button', class: change ? 'secondary' : 'primary', 'data-key': 'close', autofocus: !change, onclick: close }, t('close')),
        change ? el('button', { type: 'button', class: 'primary', 'data-key': 'change', autofocus: true, onclick: () => { close(); reopen(entry); } }, ui('pencil'), t('change')) : null),
    ];
  }, { alert: true });
}

/** Letting it happen all the same, for a reason. */
function ruling(entry, close) {
  const reasons = ['agreed', 'late', 'house'].map((r) => t('reason.' + r));
  let reason = '';
  const input = el('input', { type: 'text', maxlength: 200, 'aria-label': t('reason'), autocomplete: 'off' });
  const go = el('button', { type: 'button', class: 'danger', disabled: true, onclick: () => { close(); enter({ ...entry, ruling: reason }, entry.label); } }, ui('gavel'), t('anyway'));
  input.addEventListener('input', () => { reason = input.value.trim(); go.disabled = !reason; press(); });
  const chips = el('div', { class: 'chips' });
  const press = () => { for (const c of chips.children) c.setAttribute('aria-pressed', String(c.textContent === reason)); };
  fill(chips, reasons.map((r) => el('button', { type: 'button', class: 'chip', 'aria-pressed': 'false', onclick: () => { reason = input.value = r; go.disabled = false; press(); } }, r)));
  return el('details', { class: 'ruling' }, el('summary', {}, ui('gavel'), t('anyway')), el('h3', {}, t('reason')), chips, input, go);
}

/** Whether an entry says what one of one's own would. */
const says = (e, entry) => !e.undone && (entry.undo ? e.undoes : e.text === entry.label);

function conflict(entry, c) {
  free();
  const there = (c.entries || []).some((e) => says(e, entry));
  const send = (cls, focus) => (close) => el('button', { type: 'button', class: cls, autofocus: focus, 'data-key': 'send', onclick: () => { close(); live.resolve(entry, true, c.have); } }, t('conflict.send'));
  const drop = (cls, focus) => (close) => el('button', { type: 'button', class: cls, autofocus: focus, 'data-key': 'drop', onclick: () => { close(); live.resolve(entry, false, c.have); } }, t('conflict.drop'));
  const buttons = there ? [send('secondary', false), drop('primary', true)] : [drop('secondary', false), send('primary', true)];
  sheet(t('conflict'), (close) => [
    el('p', {}, t('conflict.meanwhile')),
    el('ol', { class: 'log' }, (c.entries || []).map((e) => logLine(e, nameOf))),
    el('p', {}, t('conflict.yours')),
    el('p', { class: 'lead' }, entry.label),
    there ? el('p', { class: 'no' }, t('conflict.same')) : null,
    el('div', { class: 'actions' }, buttons.map((b) => b(close))),
  ], { alert: true, stay: true });
}

// The line, and what is said about it.

function line(connected) {
  document.body.classList.toggle('offline', !connected);
  banner('line', connected ? null : t('offline'));
  queued(live.queue.length);
  if (connected) speak(t('online'));
}

function queued(n) {
  const gone = document.body.classList.contains('offline');
  if (n === 0 || gone) free();
  banner('queue', n > 0 && gone ? t('queued', { N: n }) : null);
  if (state) showMoves(state, live);
}

function banner(name, text) {
  const box = at('banner-' + name);
  box.hidden = !text;
  fill(box, text ? [ui(name === 'line' ? 'offline' : name === 'queue' ? 'clock' : 'warning'), el('span', {}, text)] : null);
}

function away() {
  fill(at('drawn'));
  fill(at('drawn-seats'));
  fill(at('moves-list'), el('p', { class: 'empty' }, t('away')), el('a', { class: 'primary', href: '/t/?lang=' + page.lang }, t('join.title')));
}

function speak(text) { at('said').textContent = text; }

/** Tells those who do not see it what changed. */
function say(before) {
  if (!before || before.seq === state.seq) return;
  const last = state.log?.[0];
  const parts = [last?.text, ...(last?.steps || []).map((s) => s.text)];
  for (const s of state.seats) if (before.seats.find((b) => b.id === s.id)?.total !== s.total) parts.push(t('standing', { Seat: s.name, N: s.total }));
  if (state.over) parts.push(state.standing);
  speak(parts.filter(Boolean).join('. '));
}

function choose(name) {
  tab = name;
  document.body.dataset.tab = name;
  for (const n of ['play', 'view', 'log']) at('tab-' + n).setAttribute('aria-pressed', String(n === tab));
  scrollTo({ top: 0 });
}

start();
