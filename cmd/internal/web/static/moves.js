// What can be entered: the moves that are offered, and forms for all else.

import { disc, el, fill, look, page, settle, t, ui } from './dom.js';
import { distinct, drawn, face } from './drawn.js';
import { complete, fields, settled, spell, throwDice } from './fields.js';
import { outcome, said } from './log.js';
import { afterwards, ceremony, coach, consequences, seating, tells } from './moments.js';
import { costs, notice, put, rule, sheet } from './sheet.js';

const at = (id) => document.getElementById(id);
const referee = page.role === 'referee';
const fewMoves = 4;
const sheetful = 8; // moves that are listed in a sheet without asking on
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
  const key = JSON.stringify([moves, state.places, state.over, state.seats.map((s) => [s.name, !state.seq && s.here]), waiting.map((e) => e.op), last?.seq, last?.undone]);
  if (key === shown) return;
  const before = shown;
  shown = key;
  const list = at('moves-list');
  const inside = at('play').contains(document.activeElement);
  const focused = document.activeElement?.dataset?.key;
  const table = drawn(state, { me: page.seat, moves: moves.filter((m) => !waiting.some((e) => e.key === m.key)), touch: touched, read: readPiece });
  fill(at('drawn'), table.middle);
  fill(at('drawn-seats'), table.own, table.others);
  at('play').classList.toggle('has-table', Boolean(state.places?.length));
  fill(list, waits(waiting), state.over ? [ceremony(state), afterwards(state)] : state.seq === 0 ? seating(state) : null, coach(state, moves), happened(last), sections(distinct(moves.filter((m) => !table.covered.has(m.key)), state), waiting),
    !moves.length && !state.over ? el('p', { class: 'empty' }, t('wait')) : null,
    state.over || !(state.verbs || []).length ? null
      : el('button', { type: 'button', class: 'other', 'data-key': 'other', onclick: enterOther }, ui('pencil'), el('span', {}, t('other'))));
  at('moves').textContent = t(state.over ? 'over' : 'moves');
  if (before) settle(at('play'));
  if (before && state.over && !JSON.parse(before)[2]) scrollTo({ top: 0 });
  if (!inside) return;
  const again = focused && document.querySelector('[data-key="' + CSS.escape(focused) + '"]');
  (again || at('moves')).focus({ preventScroll: true });
}

/** What the last entry brought about, while it is the last one. */
function happened(e) {
  if (!e || !outcome(e)) return null;
  const open = state.over || !(state.moves || []).length; // whoever is to move sees the moves first
  return el('details', { class: 'happened', open }, el('summary', {}, el('span', { class: 'hidden' }, t('happened') + ': '), el('span', { class: 'lead' }, said(e)), ui('next')),
    tells(e) ? consequences(e, state, page.seat) : outcome(e));
}

function waits(list) {
  if (!list.length) return null;
  return el('ul', { class: 'waiting' }, list.map((e) => el('li', {}, ui('clock'), el('span', {}, e.label),
    el('button', { type: 'button', class: 'small-button', 'data-key': 'withdraw-' + e.op, onclick: () => { if (!live.withdraw(e.op)) notice(t('failed')); } }, t('withdraw')))));
}

/** What a move is called, with what goes without saying before it. */
const titleOf = (m) => (m.first ? t('then', { First: m.first.title, Then: m.title }) : m.title);

/** Moves in groups: by who, then by what. */
function groupsOf(moves) {
  const groups = new Map();
  for (const m of moves) {
    const key = (m.seat || '') + '\n' + m.group;
    if (!groups.has(key)) groups.set(key, { seat: m.seat || '', title: titleOf(m), verb: m.verb, moves: [] });
    groups.get(key).moves.push(m);
  }
  return [...groups.values()];
}

/** A piece was touched: what it is good for is entered, or asked for. */
function touched(moves, name) {
  if (moves.length === 1) return take(moves[0]);
  return sheet(name, (close) => groupsOf(moves).map((g) => {
    if (g.moves.length <= sheetful) return el('div', { class: 'group' }, el('h3', {}, g.title), g.moves.map((m) => moveButton(m, false, { then: close })));
    const arg = cardArg(g);
    return [...by(g.moves, (m) => (arg && m.args?.[arg]?.[0]) || '')].map(([card, of]) => el('div', { class: 'group' }, el('h3', {}, card ? labelOf(g.verb, arg, card) : g.title),
      of.length <= sheetful ? of.map((m) => moveButton(m, false, { then: close })) : manyWays({ ...g, moves: of }, 'group-' + g.seat + g.verb + card, close)));
  }));
}

/** A list in groups, in the order in which they begin. */
function by(list, key) {
  const groups = new Map();
  for (const one of list) groups.set(key(one), [...(groups.get(key(one)) || []), one]);
  return groups;
}

/** What the words of a verb call a value of an argument. */
function labelOf(verb, name, id) {
  return (state.verbs || []).find((v) => v.verb === verb)?.fields?.find((f) => f.name === name)?.options?.find((o) => o.id === id)?.label ?? id;
}

/** The argument by which the moves of a group name a card, each another or none. */
function cardArg(g) {
  const verb = (state.verbs || []).find((v) => v.verb === g.verb);
  return (verb?.fields || []).find((f) => f.kind === 'card' && g.moves.some((m) => m.args?.[f.name]?.length) && g.moves.every((m) => (m.args?.[f.name] || []).length <= 1))?.name;
}

/** Moves that name a card, by its picture. */
function picker(g, heading, arg) {
  return el('div', { class: 'group' }, el(heading, {}, g.title), el('div', { class: 'picker' }, [...by(g.moves, (m) => m.args?.[arg]?.[0] || '')].map(([card, of]) => el('button', {
    type: 'button', class: 'tile', 'data-key': of.length === 1 ? of[0].key : 'pick-' + g.seat + g.verb + card, 'data-moves': of.length > 1 ? of.map((m) => m.key).join('\n') : null,
    onclick: () => touched(of, card ? labelOf(g.verb, arg, card) : g.title),
  }, card ? disc(card, '') : ui('x'), el('span', {}, card ? labelOf(g.verb, arg, card) : t('choose.without'))))));
}

/** A card, as large as the screen allows, with what lies on it and where it is explained. */
function readPiece(one) {
  sheet(one.label, () => [
    face(state.faces, one, 'large-face'),
    one.text ? el('p', {}, el('strong', {}, one.note), ' ', one.text) : null,
    one.price?.length ? el('p', {}, one.price.map((c) => c.label + ' \u2212' + c.n).join(' · ')) : null,
    one.seats?.length ? el('p', {}, one.seats.map((s) => [disc(s, nameOf(s)), ' ', nameOf(s), ' '])) : null,
    one.code ? el('div', { class: 'actions' }, el('a', { class: 'secondary', href: '/C/' + one.code + '/' + page.lang.toUpperCase() + '/?t=' + page.table }, ui('book'), t('drawn.explained'))) : null,
  ]);
}

/** Whether a move is so often wanted, and so shortly said, that its form stands among the moves. */
const stands = (m) => m.fields?.length > 0 && m.fields.length <= fewMoves && m.fields[0].min > 0 && m.fields[0].kind !== 'text' && !m.fields[0].if;

/** The form of a move on the page itself. It is entered with the last thing that is said, where nothing may be added. */
function standing(m, heading) {
  const values = {};
  const dice = state.places?.find((p) => p.kind === 'dice' && p.verbs?.includes(m.verb));
  const left = dice?.pieces.length ? dice : null; // throws
  const commit = () => enter({ verb: m.verb, seat: m.seat, args: { ...m.args, ...values }, key: m.key, first: m.first }, spell(m.label, m.fields, values));
  const go = el('button', { type: 'button', class: 'primary', 'data-key': 'enter-' + m.key, disabled: true, onclick: commit }, ui('check'), t('enter'));
  const roll = dice ? el('button', { type: 'button', class: 'secondary throw', 'data-key': 'throw-' + m.key, onclick: () => {
    throwDice(m.fields, values);
    if (settled(m.fields, values)) commit();
    else draw();
  } }, ui('dice'), t('throw')) : null;
  const check = () => {
    go.disabled = !complete(m.fields, values);
    if (roll) roll.disabled = Boolean(m.fields.find((f) => f.options?.some((o) => o.n) && f.min > 0 && !values[f.name]?.length));
    if (settled(m.fields, values)) commit();
  };
  const body = el('div', {});
  const draw = () => { fill(body, fields(m.fields, values, check)); check(); };
  draw();
  return el('div', { role: 'group', class: 'standing' + (dice ? ' with-dice' : ''), 'data-verb': m.verb, 'data-key': m.key, tabindex: '-1', 'aria-label': m.title },
    el('div', { class: 'standing-head' }, el(heading, {}, titleOf(m), left?.note ? el('span', { class: 'note' }, left.note + ': ' + (left.n || 0)) : null), el('button', { type: 'button', class: 'icon info', 'data-key': 'info-' + m.key, 'aria-label': t('rule', { Rule: m.rule }) + ': ' + m.label, onclick: () => explainMove(m) }, ui('book'))),
    m.detail ? el('p', { class: 'detail' }, m.detail) : null, body, el('div', { class: 'standing-foot' }, roll, settles(m) ? null : go));
}

/** Whether a form is entered by its last field. */
const settles = (m) => m.fields.every((f) => f.like || f.min === f.max || m.fields.some((o) => o.like === f.name));

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
  if (g.moves.length === 1 && stands(g.moves[0]) && !mark(g.moves[0])) return standing(g.moves[0], heading);
  const [form, ...rest] = [...g.moves].sort((a, b) => Number(stands(b)) - Number(stands(a)));
  if (rest.length === 1 && stands(form) && settles(form) && !rest[0].fields?.length && !g.moves.some(mark)) return [standing(form, heading), moveButton(rest[0], false)];
  if (g.moves.length === 1) return moveButton(g.moves[0], true, { off: mark(g.moves[0]) });
  const arg = cardArg(g);
  if (arg && g.moves.length > 2 && !g.moves.some(mark)) return picker(g, heading, arg);
  if (g.moves.length <= fewMoves) {
    return el('div', { class: 'group' }, el(heading, {}, g.title), g.moves.map((m) => moveButton(m, false, { off: mark(m) })));
  }
  return manyWays(g, 'group-' + g.seat + g.verb);
}

/** A button behind which there are more moves than fit. */
function manyWays(g, key, then) {
  return el('div', { class: 'move' }, el('button', { type: 'button', class: 'do many-ways', 'data-key': key, onclick: () => { then?.(); narrow(g); } },
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
        el('strong', {}, alone ? titleOf(m) : m.detail || open),
        alone && m.detail ? el('span', { class: 'detail' }, m.detail) : null,
        foresight(m),
        off ? el('span', { class: 'detail' }, t('waits')) : price(m) ? el('span', { class: 'price' }, price(m)) : null),
      m.fields?.length ? ui('next') : null),
    el('button', { type: 'button', class: 'icon info', 'data-key': 'info-' + m.key, 'aria-label': t('rule', { Rule: m.rule }) + ': ' + m.label, onclick: () => explainMove(m) }, ui('book')));
}

/** What a move will do that cannot be seen otherwise: its own steps, or what is still open when the turn goes on. */
function foresight(m) {
  const will = (m.will || []).filter((s) => referee || !s.seat || s.seat === page.seat); // who is nobody's referee sees what concerns them
  if (will.length) return el('span', { class: 'foresight' }, will.map((s) => el('span', { 'data-look': s.seat || 'table' }, s.text)));
  if (!m.passes) return null;
  const open = (state.places || []).filter((p) => p.kind === 'cards').flatMap((p) => p.pieces).filter((o) => o.price?.length && !o.seats?.includes(m.seat) && !o.safe?.includes(m.seat));
  return open.length ? el('span', { class: 'foresight' }, el('span', {}, t('drawn.open'), ' ', open.map((o) => o.label + ' (' + o.price.map((c) => c.label + ' \u2212' + c.n).join(', ') + ')').join(' · '))) : null;
}

function explainMove(m) {
  sheet(m.title, () => [el('p', { class: 'lead' }, m.label), costs(m.cost), rule(m.rule, m.ruleText)]);
}

/** A move is entered at once, or asks for what is still open. */
function take(m) {
  if (m.fields?.length) return askFields(m);
  return enter({ verb: m.verb, seat: m.seat, args: m.args, key: m.key, first: m.first }, m.label);
}

/** Enters something; what was shown for it does not count taps for a moment. */
export function enter(entry, label) {
  settle(at('play'));
  settle(document.querySelector('.dock')); // it lies where a form had its button
  const { first, ...then } = entry;
  if (first && !live.waits(then)) live.enter({ verb: first.verb, seat: first.seat, args: first.args, key: first.key }, first.label); // it goes without saying
  if (!live.enter(then, label)) {
    if (!live.connected) notice(t('waits'));
    return;
  }
  at('play').setAttribute('aria-busy', 'true');
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

/** What a form says before anybody has chosen. */
const usual = (m) => Object.fromEntries(m.fields.filter((f) => f.usual).map((f) => [f.name, [...f.usual]]));

function askFields(m, values = usual(m)) {
  const atOnce = settles(m) && !Object.keys(values).length; // the last field enters it, unless something was said before
  sheet(m.title, (close) => {
    const commit = () => {
      close();
      enter({ verb: m.verb, seat: m.seat, args: { ...m.args, ...values }, key: m.key, first: m.first }, spell(m.label, m.fields, values));
    };
    const go = el('button', { type: 'button', class: 'primary', disabled: true, onclick: commit }, ui('check'), t('enter'));
    const check = () => {
      go.disabled = !complete(m.fields, values);
      if (atOnce && settled(m.fields, values)) commit();
    };
    const form = fields(m.fields, values, check);
    check();
    return [m.detail ? el('p', { class: 'lead' }, m.detail) : null, form, costs(m.cost), atOnce ? null : el('div', { class: 'actions' }, go)];
  });
}

/** Many moves of one kind: one question after the other, until few are left. */
function narrow(g) {
  const verb = (state.verbs || []).find((v) => v.verb === g.verb);
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
          type: 'button', class: 'chip chosen', 'aria-label': t('remove', { Name: v ? labelOf(g.verb, n, v) : t('choose.none') }),
          onclick: () => { chosen.length = i; draw(); settle(box); focusFirst(); },
        }, look(v) ? disc(v, '') : null, el('span', {}, named(n, v)), ui('x', 'small')))) : null,
        !open || left.length <= sheetful
          ? left.map((m) => moveButton(m, left.length === 1, { then: close }))
          : el('div', { class: 'field', role: 'group', 'data-field': open, 'aria-label': label || t('choose') }, el('h3', {}, label || t('choose')),
            el('div', { class: 'chips' }, ordered(open, [...new Set(left.map((m) => value(m, open)))]).map((v) => el('button', {
              type: 'button', class: 'chip', 'data-value': v, onclick: () => {
                chosen.push([open, v]);
                const fits = g.moves.filter((m) => chosen.every(([n, w]) => value(m, n) === w));
                if (fits.length === 1) { close(); take(fits[0]); return; }
                draw();
                settle(box);
                focusFirst();
              },
            }, look(v) ? disc(v, '') : null, el('span', {}, named(open, v)))))));
    };
    const named = (n, v) => (v === '' ? t('choose.none') : v.split(' ').map((x) => labelOf(g.verb, n, x)).join(' + '));
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
