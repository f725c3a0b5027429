// The page at the table: a referee's phone, or that of a player.

import { disc, el, fill, list, loadPictures, loadWords, look, page, swapToken, t, ui, wireLanguages } from './dom.js';
import { Live } from './live.js';
import { clock, complete, costs, fields, rule, sheet } from './sheet.js';

const at = (id) => document.getElementById(id);
const referee = page.role === 'referee';
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
    failed: (_, why) => notice(why && why !== 'bad' ? t('error.' + why) : t('failed')),
  });
  for (const name of ['play', 'view', 'log']) at('tab-' + name).addEventListener('click', () => choose(name));
  at('undo').addEventListener('click', askUndo);
  at('rules').addEventListener('click', askRule);
  at('freeze')?.addEventListener('click', async () => { const { data } = await live.freeze(state.live); live.take(data); });
  queued(live.queue.length);
  await live.start();
}

// What is shown.

function show(now, before) {
  state = now;
  document.body.classList.toggle('over', now.over);
  if (!now.readOnly) banner('broken', null);
  else banner('broken', t('broken'));
  showHead();
  showScores(before);
  showMoves();
  fill(at('view-list'), now.view.map(viewLine));
  showLog();
  showUndo();
  say(before);
}

const nameOf = (id) => state.seats.find((s) => s.id === id)?.name ?? id;

function showHead() {
  const due = state.due || [];
  const mine = !referee && due.includes(page.seat);
  const seats = due.filter((s) => s !== '').map(nameOf);
  const who = state.over ? t('over') : mine ? t('turn.you') : seats.length ? t('turn', { Seats: list(seats) }) : t('turn.table');
  document.body.classList.toggle('mine', mine && !state.over);
  fill(at('turn'),
    el('span', { class: 'discs' }, (state.over ? state.winners || [] : due.filter((s) => s)).slice(0, 3).map((s) => disc(s, nameOf(s)))),
    el('span', { class: 'turn-text' }, el('strong', {}, who), el('span', {}, state.over ? state.standing : state.phase)));
  const freeze = at('freeze');
  if (freeze) {
    freeze.setAttribute('aria-pressed', String(!state.live));
    fill(freeze, ui(state.live ? 'pause' : 'play'), el('span', {}, t(state.live ? 'freeze' : 'thaw')));
  }
}

function showScores(before) {
  fill(at('scores'), state.seats.map((s) => {
    const was = before?.seats.find((b) => b.id === s.id);
    const changed = was && was.total !== s.total;
    return el('li', { class: ['score', s.out && 'out', s.id === page.seat && 'own', (state.due || []).includes(s.id) && 'due', changed && 'changed'].filter(Boolean).join(' '), 'data-look': s.id },
      el('button', { type: 'button', 'data-key': 'score-' + s.id, onclick: () => showSeat(s.id) },
        disc(s.id, s.name),
        el('span', { class: 'who' }, s.name, s.id === page.seat ? el('span', { class: 'hidden' }, ' (' + t('you') + ')') : null),
        el('span', { class: 'total' }, s.out ? ui('out') : null, String(s.total)),
        el('span', { class: 'rank' }, leads(s) ? ui('crown') : null, el('span', { class: 'hidden' }, s.out ? t('out') : t('rank') + ' ' + s.rank))));
  }));
}

/** Somebody leads when not everybody does. */
const leads = (s) => s.rank === 1 && !s.out && state.seats.some((o) => o.rank > 1);

function showSeat(id) {
  const s = state.seats.find((x) => x.id === id);
  sheet(s.name, () => [
    el('table', { class: 'values' },
      el('tbody', {}, state.categories.map((c) => el('tr', {}, el('th', { scope: 'row' }, look(c.id) ? disc(c.id, c.name) : null, c.name), el('td', {}, String(s.values?.[c.id] ?? 0))))),
      el('tfoot', {}, el('tr', {}, el('th', { scope: 'row' }, t('total')), el('td', {}, String(s.total))))),
    s.out ? el('p', {}, t('out')) : null,
  ]);
}

function viewLine(line) {
  const deep = line.startsWith('  ');
  let [label, ...rest] = line.trim().split('  ');
  if (!rest.length && label.includes(' · ')) [label, ...rest] = [label.slice(0, label.indexOf(' · ')), label.slice(label.indexOf(' · ') + 3)];
  return el('li', { class: deep ? 'deep' : '' }, el('strong', {}, label), rest.length ? el('span', {}, rest.join('  ')) : null);
}

// Moves.

/** Moves in groups: by who, then by what. */
function groupsOf(moves) {
  const groups = new Map();
  for (const m of moves) {
    const key = (m.seat || '') + '\n' + m.group;
    if (!groups.has(key)) groups.set(key, { seat: m.seat || '', title: m.title, verb: m.verb, moves: [] });
    groups.get(key).moves.push(m);
  }
  return [...groups.values()];
}

const fewMoves = 4;

function showMoves() {
  const focused = document.activeElement?.dataset?.key;
  const moves = state.over ? [] : state.moves || [];
  const groups = groupsOf(moves);
  const seats = [...new Set(groups.map((g) => g.seat))];
  const several = seats.length > 1 || seats[0] === '' || referee && state.due?.length > 1;
  fill(at('moves-list'),
    state.over ? winners() : null,
    seats.map((seat) => el('section', { class: 'seat-moves', 'data-look': seat || 'table' },
      several ? el('h3', { class: 'seat-name' }, seat ? disc(seat, nameOf(seat)) : ui('users'), seat ? nameOf(seat) : t('turn.table')) : null,
      groups.filter((g) => g.seat === seat).map((g) => group(g, several ? 'h4' : 'h3')))),
    !moves.length && !state.over ? el('p', { class: 'empty' }, t('wait')) : null,
    state.over || !(state.verbs || []).length ? null
      : el('button', { type: 'button', class: 'other', 'data-key': 'other', onclick: enterOther }, ui('pencil'), el('span', {}, t('other'))));
  if (focused) document.querySelector('[data-key="' + CSS.escape(focused) + '"]')?.focus({ preventScroll: true });
}

function winners() {
  return el('div', { class: 'winners' }, ui('trophy'), el('p', {}, state.standing));
}

function group(g, heading) {
  if (g.moves.length === 1) return moveButton(g.moves[0], true);
  if (g.moves.length <= fewMoves) {
    return el('div', { class: 'group' }, el(heading, {}, g.title), g.moves.map((m) => moveButton(m, false)));
  }
  return el('div', { class: 'move' }, el('button', { type: 'button', class: 'do many-ways', 'data-key': 'group-' + g.seat + g.verb, onclick: () => narrow(g) },
    el('span', { class: 'text' }, el('strong', {}, g.title), el('span', { class: 'detail' }, t('ways', { N: g.moves.length }))), ui('next')));
}

function pictureOf(m) {
  for (const values of Object.values(m.args || {})) if (values.length && look(values[0])) return disc(values[0], '');
  return null;
}

/** What a price comes to, in short: "1 target colour + 2 other". */
function price(m) {
  const sums = new Map();
  for (const c of m.cost || []) sums.set(c.text, (sums.get(c.text) || 0) + c.n);
  return [...sums].filter(([, n]) => n > 0).map(([text, n]) => (n > 1 || m.cost.some((c) => c.card) ? n + '\u202F×\u202F' : '') + text).join(' + ');
}

function moveButton(m, alone, then) {
  const open = m.fields?.length ? m.fields.map((f) => f.label).slice(0, 3).join(', ') : t('choose.without');
  const detail = m.detail || open;
  return el('div', { class: 'move' },
    el('button', { type: 'button', class: 'do', 'data-key': m.key, 'data-verb': m.verb, onclick: () => { then?.(); take(m); } },
      pictureOf(m),
      el('span', { class: 'text' },
        el('strong', {}, alone ? m.title : detail),
        alone && m.detail ? el('span', { class: 'detail' }, m.detail) : null,
        price(m) ? el('span', { class: 'price' }, price(m)) : null),
      m.fields?.length ? ui('next') : null),
    el('button', { type: 'button', class: 'icon info', 'data-key': 'info-' + m.key, 'aria-label': t('rule', { Rule: m.rule }) + ': ' + m.label, onclick: () => explainMove(m) }, ui('book')));
}

function explainMove(m) {
  sheet(m.title, () => [el('p', { class: 'lead' }, m.label), costs(m.cost), rule(m.rule, m.ruleText)]);
}

/** A move is entered at once, or asks for what is still open. */
function take(m) {
  if (m.fields?.length) return askFields(m);
  return enter({ verb: m.verb, seat: m.seat, args: m.args }, m.label);
}

const twice = 1500; // milliseconds in which the same entry again is a finger that slipped

function enter(entry, label) {
  const last = live.queue.at(-1);
  if (last && !last.undo === !entry.undo && Date.now() - last.at < twice && JSON.stringify(command(last)) === JSON.stringify(command(entry))) return;
  at('moves-list').setAttribute('aria-busy', 'true');
  live.enter(entry, label);
}

function askFields(m) {
  const values = {};
  sheet(m.title, (close) => {
    const go = el('button', { type: 'button', class: 'primary', disabled: true, onclick: () => {
      close();
      enter({ verb: m.verb, seat: m.seat, args: { ...m.args, ...values } }, spell(m.label, m.fields, values));
    } }, ui('check'), t('enter'));
    const check = () => { go.disabled = !complete(m.fields, values); };
    const form = fields(m.fields, values, check);
    check();
    return [m.detail ? el('p', { class: 'lead' }, m.detail) : null, form, costs(m.cost), el('div', { class: 'actions' }, go)];
  });
}

/** What was chosen, behind what it was chosen for. */
function spell(title, fields, values) {
  const nameOf = (f, v) => f.options?.find((o) => o.id === v)?.label ?? v;
  return [title, ...fields.filter((f) => values[f.name]).map((f) => values[f.name].map((v) => nameOf(f, v)).join(' + '))].join(' · ');
}

/** Many moves of one kind: one question after the other, until few are left. */
function narrow(g) {
  const verb = (state.verbs || []).find((v) => v.verb === g.verb);
  const labelOf = (name, id) => verb?.fields?.find((f) => f.name === name)?.options?.find((o) => o.id === id)?.label ?? id;
  const names = (verb?.fields || []).map((f) => f.name).filter((n) => n !== 'with' && n !== 'ally-with' && n !== 'seat');
  const value = (m, name) => (m.args?.[name] || []).join(' ');
  sheet(g.title, (close, box) => {
    const chosen = [];
    const draw = () => {
      const left = g.moves.filter((m) => chosen.every(([n, v]) => value(m, n) === v));
      const open = names.find((n) => !chosen.some(([c]) => c === n) && new Set(left.map((m) => value(m, n))).size > 1);
      const label = verb?.fields?.find((f) => f.name === open)?.label;
      fill(box,
        chosen.length ? el('div', { class: 'tray' }, chosen.map(([n, v], i) => el('button', {
          type: 'button', class: 'chip chosen', 'aria-label': t('remove', { Name: v ? labelOf(n, v) : t('choose.none') }),
          onclick: () => { chosen.length = i; draw(); focusFirst(); },
        }, look(v) ? disc(v, '') : null, el('span', {}, named(n, v)), ui('x', 'small')))) : null,
        !open || left.length <= fewMoves
          ? left.map((m) => moveButton(m, left.length === 1, close))
          : el('div', { class: 'field', role: 'group', 'aria-label': label || t('choose') }, el('h3', {}, label || t('choose')),
            el('div', { class: 'chips' }, [...new Set(left.map((m) => value(m, open)))].map((v) => el('button', {
              type: 'button', class: 'chip', 'data-value': v, onclick: () => { chosen.push([open, v]); draw(); focusFirst(); },
            }, look(v) ? disc(v, '') : null, el('span', {}, named(open, v)))))));
    };
    const named = (n, v) => (v === '' ? t('choose.none') : v.split(' ').map((x) => labelOf(n, x)).join(' + '));
    const focusFirst = () => (box.querySelector('.chips button, .move .do') || box.querySelector('button'))?.focus();
    queueMicrotask(draw);
    return [];
  });
}

/** Whatever happened: all verbs, with all they take. */
function enterOther() {
  sheet(t('other'), (close, box) => {
    const back = () => fill(box, el('p', { class: 'hint' }, t('other.help')), el('div', { class: 'verbs' }, (state.verbs || []).map((v) => el('button', {
      type: 'button', class: 'do', 'data-verb': v.verb, onclick: () => form(v),
    }, el('span', { class: 'text' }, el('strong', {}, v.title)), ui('next')))));
    const form = (v) => {
      const values = {};
      const list = (v.fields || []).filter((f) => referee || f.name !== 'seat');
      if (referee && list.some((f) => f.name === 'seat') && state.due?.find((s) => s)) values.seat = [state.due.find((s) => s)];
      const result = el('div', { class: 'verdict', role: 'status' });
      const entry = () => {
        const { seat, ...args } = values;
        return { verb: v.verb, seat: (v.fields || []).some((f) => f.name === 'seat') ? (referee ? seat?.[0] : page.seat) : '', args };
      };
      const ask = el('button', { type: 'button', class: 'secondary', onclick: async () => {
        try {
          const { data } = await live.why(entry());
          if (data.legal) fill(result, el('p', { class: 'yes' }, ui('check'), t('allowed')));
          else if (data.refused) fill(result, el('p', { class: 'no' }, ui('x'), el('strong', {}, t('refused')), el('br'), data.refused.message), rule(data.refused.rule, data.refused.ruleText));
          else fill(result, el('p', { class: 'no' }, t('failed')));
          result.scrollIntoView({ block: 'nearest' });
        } catch { fill(result, el('p', { class: 'no' }, t('failed'))); }
      } }, t('check'));
      const go = el('button', { type: 'button', class: 'primary', onclick: () => { const e = entry(); close(); enter(e, spell(v.title, list, values)); } }, ui('check'), t('enter'));
      const check = () => { go.disabled = ask.disabled = !complete(list, values); fill(result); };
      const body = fields(list, values, check);
      check();
      fill(box,
        el('button', { type: 'button', class: 'back', onclick: () => { back(); box.querySelector('[data-verb="' + v.verb + '"]')?.focus(); } }, ui('back'), v.title),
        body, result, el('div', { class: 'actions' }, ask, go));
      box.querySelector('.field button, .field input, .actions button')?.focus();
    };
    queueMicrotask(back);
    return [];
  });
}

// The log and what can be taken back.

function byOf(by, seat) {
  if (!by?.role) return '';
  if (by.role === 'referee') return t('by.referee', { N: by.n || 1 });
  return nameOf(by.seat || seat);
}

/** An entry of the log, as a line. */
export function logLine(e) {
  return el('li', { class: ['entry', e.undone && 'undone', e.undoes && 'undoes', e.ruling && 'ruled'].filter(Boolean).join(' ') },
    el('span', { class: 'seq' }, String(e.seq)),
    el('div', { class: 'said' },
      el('span', { class: 'words' }, e.undoes ? [ui('undo', 'small'), ' ', t('undoes', { N: e.undoes })] : e.text),
      e.undone ? el('em', {}, t('undone')) : null,
      e.ruling ? el('em', { class: 'ruling' }, ui('gavel', 'small'), ' ', t('ruling', { Rule: e.ruling.rule, Reason: e.ruling.reason })) : null),
    el('span', { class: 'meta' }, clock(e.at), el('br'), byOf(e.by, e.seat)));
}

function showLog() {
  fill(at('log-list'), (state.log || []).length ? state.log.map(logLine) : el('li', { class: 'empty' }, t('log.empty')));
}

function showUndo() {
  const u = state.undo;
  const button = at('undo');
  button.disabled = !u;
  fill(button, ui('undo'), el('span', { class: 'text' }, el('strong', {}, t('undo')), el('span', { class: 'detail' }, u ? u.text : t('undo.none'))));
}

function askUndo() {
  const u = state.undo;
  if (!u) return;
  if (u.may === false) { notice(t('undo.not')); return; }
  sheet(t('undo.sure'), (close) => [
    el('p', { class: 'lead' }, u.text),
    el('p', { class: 'hint' }, byOf(u.by)),
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

function sent(entry) {
  at('moves-list').removeAttribute('aria-busy');
  if (entry.undo) speak(entry.label);
}

function refused(entry, no) {
  at('moves-list').removeAttribute('aria-busy');
  sheet(no.rule ? t('refused') : t('unclear'), (close) => {
    const reasons = ['agreed', 'late', 'house'].map((r) => t('reason.' + r));
    let reason = '';
    const input = el('input', { type: 'text', maxlength: 200, 'aria-label': t('reason'), autocomplete: 'off' });
    const go = el('button', { type: 'button', class: 'danger', disabled: true, onclick: () => { close(); enter({ ...command(entry), ruling: reason }, entry.label); } }, ui('gavel'), t('anyway'));
    input.addEventListener('input', () => { reason = input.value.trim(); go.disabled = !reason; press(); });
    const chips = el('div', { class: 'chips' });
    const press = () => { for (const c of chips.children) c.setAttribute('aria-pressed', String(c.textContent === reason)); };
    fill(chips, reasons.map((r) => el('button', { type: 'button', class: 'chip', 'aria-pressed': 'false', onclick: () => { reason = input.value = r; go.disabled = false; press(); } }, r)));
    return [
      entry.label ? el('p', { class: 'lead' }, entry.label) : null,
      el('p', { class: 'no' }, ui('x'), no.message),
      rule(no.rule, no.ruleText),
      referee && no.ruleable ? el('details', { class: 'ruling' }, el('summary', {}, ui('gavel'), t('anyway')), el('h3', {}, t('reason')), chips, input, go) : null,
      el('div', { class: 'actions' }, el('button', { type: 'button', class: 'primary', autofocus: true, onclick: close }, t('close'))),
    ];
  }, { alert: true });
}

const command = (e) => ({ verb: e.verb, seat: e.seat, args: e.args });

function conflict(entry, c) {
  at('moves-list').removeAttribute('aria-busy');
  sheet(t('conflict'), (close) => [
    el('p', {}, t('conflict.meanwhile')),
    el('ol', { class: 'log' }, (c.entries || []).map(logLine)),
    el('p', {}, t('conflict.yours')),
    el('p', { class: 'lead' }, entry.label),
    el('div', { class: 'actions' },
      el('button', { type: 'button', class: 'secondary', 'data-key': 'drop', onclick: () => { close(); live.resolve(entry, false, c.have); } }, t('conflict.drop')),
      el('button', { type: 'button', class: 'primary', autofocus: true, 'data-key': 'send', onclick: () => { close(); live.resolve(entry, true, c.have); } }, t('conflict.send'))),
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
  if (n === 0 || gone) at('moves-list').removeAttribute('aria-busy');
  banner('queue', n > 0 && gone ? t('queued', { N: n }) : null);
}

function banner(name, text) {
  const box = at('banner-' + name);
  box.hidden = !text;
  fill(box, text ? [ui(name === 'line' ? 'offline' : name === 'queue' ? 'clock' : 'warning'), el('span', {}, text)] : null);
}

function notice(text) {
  sheet(text, (close) => el('div', { class: 'actions' }, el('button', { type: 'button', class: 'primary', autofocus: true, onclick: close }, t('close'))), { alert: true });
}

function away() {
  fill(at('moves-list'), el('p', { class: 'empty' }, t('away')), el('a', { class: 'primary', href: '/t/?lang=' + page.lang }, t('join.title')));
}

function speak(text) { at('said').textContent = text; }

/** Tells those who do not see it what changed. */
function say(before) {
  if (!before || before.seq === state.seq) return;
  const last = state.log?.[0];
  const totals = state.seats.filter((s) => before.seats.find((b) => b.id === s.id)?.total !== s.total);
  const parts = [last ? (last.undoes ? t('undoes', { N: last.undoes }) : last.text) : ''];
  for (const s of totals) parts.push(t('standing', { Seat: s.name, N: s.total }));
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
