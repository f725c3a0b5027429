// What can be entered: the moves that are offered, and forms for all else.

import { disc, el, fill, look, page, settle, t, teams, ui } from './dom.js';
import { complete, fields, spell } from './fields.js';
import { outcome, said } from './log.js';
import { costs, notice, put, rule, sheet } from './sheet.js';

const at = (id) => document.getElementById(id);
const referee = page.role === 'referee';
const fewMoves = 4;
let state;
let live;
let shown = ''; // of the moves that are on the page

export const nameOf = (id) => state.seats.find((s) => s.id === id)?.name ?? id;

/** Puts the moves of a state onto the page, unless they are there already. */
export function showMoves(now, connection) {
  state = now;
  live = connection;
  const waiting = live.connected ? [] : live.queue;
  const moves = state.over ? [] : state.moves || [];
  const last = state.log?.find((e) => !e.undoes);
  const key = JSON.stringify([moves, state.over, state.seats.map((s) => s.name), waiting.map((e) => e.op), last?.seq, last?.undone]);
  if (key === shown) return;
  const before = shown;
  shown = key;
  const list = at('moves-list');
  const inside = list.contains(document.activeElement);
  const focused = document.activeElement?.dataset?.key;
  fill(list, waits(waiting), state.over ? ending() : null, happened(last), sections(moves, waiting),
    !moves.length && !state.over ? el('p', { class: 'empty' }, t('wait')) : null,
    state.over || !(state.verbs || []).length ? null
      : el('button', { type: 'button', class: 'other', 'data-key': 'other', onclick: enterOther }, ui('pencil'), el('span', {}, t('other'))));
  at('moves').textContent = t(state.over ? 'over' : 'moves');
  if (before) settle(list);
  if (!inside) return;
  const again = focused && document.querySelector('[data-key="' + CSS.escape(focused) + '"]');
  (again || at('moves')).focus({ preventScroll: true });
}

/** What the last entry brought about, while it is the last one. */
function happened(e) {
  if (!e || !outcome(e)) return null;
  const open = state.over || !(state.moves || []).length; // whoever is to move sees the moves first
  return el('details', { class: 'happened', open }, el('summary', {}, el('span', { class: 'hidden' }, t('happened') + ': '), el('span', { class: 'lead' }, said(e)), ui('next')),
    outcome(e));
}

function waits(list) {
  if (!list.length) return null;
  return el('ul', { class: 'waiting' }, list.map((e) => el('li', {}, ui('clock'), el('span', {}, e.label),
    el('button', { type: 'button', class: 'small-button', 'data-key': 'withdraw-' + e.op, onclick: () => { if (!live.withdraw(e.op)) notice(t('failed')); } }, t('withdraw')))));
}

/** The end: who stands where. */
function ending() {
  const rows = teams(state.seats).sort((a, b) => a.rank - b.rank);
  return [
    el('div', { class: 'winners' }, ui('trophy'), el('p', {}, state.standing)),
    el('ol', { class: 'ranking' }, rows.map((s) => el('li', { 'data-look': s.id, class: s.out ? 'out' : '' },
      el('span', { class: 'n' }, String(s.rank)), disc(s.id, s.name), el('span', { class: 'who' }, s.name, s.out ? ' (' + t('out') + ')' : ''), el('strong', {}, String(s.total))))),
  ];
}

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

function sections(moves, waiting) {
  const groups = groupsOf(moves);
  const seats = [...new Set(groups.map((g) => g.seat))];
  const several = seats.length > 1 || seats[0] === '' || referee && state.due?.length > 1;
  const mark = (m) => waiting.some((e) => e.key === m.key);
  return seats.map((seat) => el('section', { class: 'seat-moves', 'data-look': seat || 'table' },
    several ? el('h3', { class: 'seat-name' }, seat ? disc(seat, nameOf(seat)) : ui('users'), seat ? nameOf(seat) : t('turn.table')) : null,
    groups.filter((g) => g.seat === seat).map((g) => group(g, several ? 'h4' : 'h3', mark))));
}

function group(g, heading, mark) {
  if (g.moves.length === 1) return moveButton(g.moves[0], true, { off: mark(g.moves[0]) });
  if (g.moves.length <= fewMoves) {
    return el('div', { class: 'group' }, el(heading, {}, g.title), g.moves.map((m) => moveButton(m, false, { off: mark(m) })));
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

function moveButton(m, alone, { off, then } = {}) {
  const open = m.fields?.length ? m.fields.filter((f) => !f.if).map((f) => f.label).slice(0, 3).join(', ') : t('choose.without');
  return el('div', { class: 'move' },
    el('button', { type: 'button', class: 'do', disabled: off, 'data-key': m.key, 'data-verb': m.verb, onclick: () => { then?.(); take(m); } },
      pictureOf(m),
      el('span', { class: 'text' },
        el('strong', {}, alone ? m.title : m.detail || open),
        alone && m.detail ? el('span', { class: 'detail' }, m.detail) : null,
        off ? el('span', { class: 'detail' }, t('waits')) : price(m) ? el('span', { class: 'price' }, price(m)) : null),
      m.fields?.length ? ui('next') : null),
    el('button', { type: 'button', class: 'icon info', 'data-key': 'info-' + m.key, 'aria-label': t('rule', { Rule: m.rule }) + ': ' + m.label, onclick: () => explainMove(m) }, ui('book')));
}

function explainMove(m) {
  sheet(m.title, () => [el('p', { class: 'lead' }, m.label), costs(m.cost), rule(m.rule, m.ruleText)]);
}

/** A move is entered at once, or asks for what is still open. */
function take(m) {
  if (m.fields?.length) return askFields(m);
  return enter({ verb: m.verb, seat: m.seat, args: m.args, key: m.key }, m.label);
}

/** Enters something; what was shown for it does not count taps for a moment. */
export function enter(entry, label) {
  settle(at('moves-list'));
  settle(document.querySelector('.dock')); // it lies where a form had its button
  if (!live.enter(entry, label)) {
    if (!live.connected) notice(t('waits'));
    return;
  }
  at('moves-list').setAttribute('aria-busy', 'true');
}

/** Opens the form again that an entry came from, with all that was chosen. */
export function reopen(entry) {
  const m = (state.moves || []).find((o) => o.key === entry.key && o.fields?.length);
  if (m) return askFields(m, pick(entry.args, m.fields));
  enterOther(null, entry);
}

/** Those of some arguments that fields ask for. */
function pick(args, list) {
  const names = new Set(list.flatMap((f) => [f.name, ...(f.options || []).map((o) => o.arg)]));
  return Object.fromEntries(Object.entries(args || {}).filter(([name]) => names.has(name)));
}

/** Whether an entry can be changed and entered again. */
export const changeable = (entry) => !entry.undo && Boolean((state.moves || []).some((m) => m.key === entry.key && m.fields?.length) || entry.other);

function askFields(m, values = {}) {
  sheet(m.title, (close) => {
    const go = el('button', { type: 'button', class: 'primary', disabled: true, onclick: () => {
      close();
      enter({ verb: m.verb, seat: m.seat, args: { ...m.args, ...values }, key: m.key }, spell(m.label, m.fields, values));
    } }, ui('check'), t('enter'));
    const check = () => { go.disabled = !complete(m.fields, values); };
    const form = fields(m.fields, values, check);
    check();
    return [m.detail ? el('p', { class: 'lead' }, m.detail) : null, form, costs(m.cost), el('div', { class: 'actions' }, go)];
  });
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
          onclick: () => { chosen.length = i; draw(); settle(box); focusFirst(); },
        }, look(v) ? disc(v, '') : null, el('span', {}, named(n, v)), ui('x', 'small')))) : null,
        !open || left.length <= fewMoves
          ? left.map((m) => moveButton(m, left.length === 1, { then: close }))
          : el('div', { class: 'field', role: 'group', 'data-field': open, 'aria-label': label || t('choose') }, el('h3', {}, label || t('choose')),
            el('div', { class: 'chips' }, ordered(open, [...new Set(left.map((m) => value(m, open)))]).map((v) => el('button', {
              type: 'button', class: 'chip', 'data-value': v, onclick: () => { chosen.push([open, v]); draw(); settle(box); focusFirst(); },
            }, look(v) ? disc(v, '') : null, el('span', {}, named(open, v)))))));
    };
    const named = (n, v) => (v === '' ? t('choose.none') : v.split(' ').map((x) => labelOf(n, x)).join(' + '));
    const ordered = (n, list) => (list.length > 8 ? list.sort((a, b) => named(n, a).localeCompare(named(n, b), page.lang)) : list);
    const focusFirst = () => (box.querySelector('.chips button, .move .do') || box.querySelector('button'))?.focus();
    queueMicrotask(draw);
    return [];
  });
}

/** Whatever happened: all verbs, with all they take. entry is one to change. */
function enterOther(_, entry) {
  sheet(t('other'), (close, box) => {
    const back = () => put(box, el('p', { class: 'hint' }, t('other.help')), el('div', { class: 'verbs' }, (state.verbs || []).map((v) => el('button', {
      type: 'button', class: 'do', 'data-verb': v.verb, onclick: () => { form(v); settle(box); },
    }, el('span', { class: 'text' }, el('strong', {}, v.title)), ui('next')))));
    const form = (v, values = {}) => {
      put(box,
        el('button', { type: 'button', class: 'back', onclick: () => { back(); settle(box); box.querySelector('[data-verb="' + v.verb + '"]')?.focus(); } }, ui('back'), v.title),
        otherForm(v, values, close));
      (box.querySelector('.field button, .field input') || box.parentNode.querySelector('.actions button'))?.focus();
    };
    const verb = entry && (state.verbs || []).find((v) => v.verb === entry.verb);
    queueMicrotask(() => {
      if (!verb) return back();
      const values = pick(entry.args, verb.fields || []);
      if ((verb.fields || []).some((f) => f.name === 'seat')) values.seat = [entry.seat];
      form(verb, values);
    });
    return [];
  });
}

/** The form of a verb. Who does it is the seat of this phone, or asked for. */
function otherForm(v, values, close) {
  const list = v.fields || [];
  if (list.some((f) => f.name === 'seat') && !values.seat && state.due?.find((s) => s)) values.seat = [state.due.find((s) => s)];
  const result = el('div', { class: 'verdict', role: 'status' });
  const entry = () => {
    const { seat, ...args } = values;
    return { verb: v.verb, seat: v.seat || seat?.[0] || '', args, other: true };
  };
  const ask = el('button', { type: 'button', class: 'secondary', onclick: async () => {
    try {
      const { data } = await live.why(entry());
      if (data.legal) fill(result, el('p', { class: 'yes' }, ui('check'), t('allowed')));
      else if (data.refused) fill(result, el('p', { class: 'no' }, ui('x'), el('strong', {}, t('refused')), el('br'), data.refused.message), rule(data.refused.rule, data.refused.ruleText));
      else fill(result, el('p', { class: 'no' }, t('failed')));
      result.scrollIntoView({ block: 'nearest' });
    } catch { fill(result, el('p', { class: 'no' }, t('offline'))); }
  } }, t('check'));
  const go = el('button', { type: 'button', class: 'primary', onclick: () => { const e = entry(); close(); enter(e, spell(v.title, list, values)); } }, ui('check'), t('enter'));
  const check = () => { go.disabled = ask.disabled = !complete(list, values); fill(result); };
  const body = fields(list, values, check);
  check();
  return [body, result, el('div', { class: 'actions' }, ask, go)];
}
