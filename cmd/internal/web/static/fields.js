// Fields of forms: they ask for as many things as are needed, and offer what
// there is. Nothing needs a keyboard but a text.

import { disc, el, fill, look, page, t, ui } from './dom.js';

const most = 8; // things that can be laid out one by one

/**
 * Fields for arguments. values is changed as people choose, by argument; changed
 * is called then.
 */
export function fields(list, values, changed = () => {}) {
  const box = el('div', { class: 'fields' });
  const nodes = list.map((f) => ({ f, node: el('div', { class: 'field', role: 'group', 'data-field': f.name }) }));
  const draw = (focus) => {
    tidy(list, values);
    for (const { f, node } of nodes) {
      const was = node.hidden;
      node.hidden = !asked(f, values);
      if (node.hidden) { fill(node); continue; }
      if (f.kind === 'text' && !was && node.firstChild) continue; // somebody writes
      drawField(f, node, values, (then) => { draw(then); changed(); });
    }
    if (focus) (box.querySelector(focus) || box.querySelector('.field:not([hidden]) button:not(:disabled)'))?.focus();
  };
  fill(box, nodes.map((n) => n.node));
  draw();
  return box;
}

/** Reports whether everything that must be said was said, and nothing too much. */
export function complete(list, values) {
  return list.every((f) => {
    if (!asked(f, values)) return true;
    const [least, top] = wanted(f, values);
    const n = chosen(f, values).length;
    return n >= least && n <= top;
  });
}

/** Reports whether everything was said and there is nothing one might add: it can be entered at once. */
export function settled(list, values) {
  return complete(list, values) && list.every((f) => {
    if (!asked(f, values)) return true;
    const [least, top] = wanted(f, values);
    return f.kind !== 'text' && (least === top || list.some((o) => o.like === f.name)); // as many as it takes of another
  });
}

/** Throws the dice that fields ask for: what a person chooses is left alone. */
export function throwDice(list, values) {
  for (const f of list) {
    if (f.if || !asked(f, values) || !f.options?.length || f.options.some((o) => o.n)) continue;
    for (const o of f.options) delete values[o.arg || f.name];
    for (let n = wanted(f, values)[0]; n > 0; n--) {
      const o = f.options[crypto.getRandomValues(new Uint32Array(1))[0] % f.options.length];
      (values[o.arg || f.name] ??= []).push(o.id);
    }
  }
}

/** What was chosen, behind what it was chosen for. */
export function spell(title, list, values) {
  const labels = new Map(list.flatMap((f) => (f.options || []).map((o) => [o.id, o.label])));
  const said = Object.entries(values).filter(([name, v]) => v?.length && list.some((f) => f.name === name || f.options?.some((o) => o.arg === name)));
  return [title, ...said.map(([, v]) => v.map((x) => labels.get(x) ?? x).join(' + '))].join(' · ');
}

/** Whether a field is asked for: some only when another has a certain value, or any. */
const asked = (f, values) => (!f.if || (values[f.if[0]] || []).some((v) => f.if.slice(1).includes(v))) && (!f.like || values[f.like]?.length > 0);

/** How many values a field takes. */
function wanted(f, values) {
  if (!f.like) return [f.min, f.max];
  const n = values[f.like]?.length ?? 0;
  return [n, n];
}

/** The values of a field; of one that two arguments share, of the one that has any. */
function chosen(f, values) {
  const other = (f.options || []).find((o) => o.arg && values[o.arg]?.length);
  return other ? values[other.arg] : values[f.name] || [];
}

/** Forgets what is no longer asked for, or no longer there to choose. */
function tidy(list, values) {
  const open = list.filter((f) => asked(f, values));
  for (const f of list) {
    if (!values[f.name]) continue;
    const mine = open.filter((o) => o.name === f.name);
    if (!mine.length) { delete values[f.name]; continue; }
    const narrow = mine.at(-1);
    if (!narrow.options || narrow.kind === 'text') continue;
    values[f.name] = values[f.name].filter((v) => narrow.options.some((o) => o.id === v));
    const [, top] = wanted(narrow, values);
    if (narrow.like && values[f.name].length > top) values[f.name] = values[f.name].slice(0, top);
    if (!values[f.name].length) delete values[f.name];
  }
}

function drawField(f, node, values, changed) {
  const id = 'f-' + f.name + (f.if ? '-' + f.if.slice(1).join('-') : '');
  node.setAttribute('aria-labelledby', id);
  const [least, top] = wanted(f, values);
  const set = (v, then, arg = f.name) => {
    for (const o of f.options || []) if (o.arg) delete values[o.arg];
    if (arg !== f.name) delete values[f.name];
    if (v.length) values[arg] = v;
    else delete values[arg];
    changed(then);
  };
  fill(node, el('h3', { id }, f.label, ' ', el('span', { class: 'hint' }, howMany(f, least, top))), input(f, id, values, set, least, top));
}

function howMany(f, least, top) {
  if (f.kind === 'text' || f.kind === 'number' && !f.options) return least ? '' : t('optional');
  if (f.max === 1 && !f.like) return least ? '' : t('optional');
  if (least === top) return t('choose.exactly', { N: least });
  return least ? t('choose.between', { Min: least, Max: top }) : t('choose.upto', { N: top });
}

function input(f, id, values, set, least, top) {
  const list = options(f);
  if (f.kind === 'text') {
    return el('input', { type: 'text', maxlength: 200, 'aria-labelledby': id, autocomplete: 'off', value: values[f.name]?.[0] || '', oninput: (e) => set(e.target.value.trim() ? [e.target.value] : []) });
  }
  if (f.kind === 'number' && (!list || list.length > most)) return stepper(f, values, set, list?.length ?? 9999);
  if (f.max === 1 && !f.like) return one(f, list, values, set);
  const copies = list.reduce((sum, o) => sum + (o.n || Infinity), 0);
  if (list.every((o) => o.n === 1) || copies <= most) return toggles(f, list, values, set, top);
  return many(f, list, values, set, least, top);
}

/** The options in an order to find them in: long lists of cards by name. */
function options(f) {
  if (f.kind === 'number' && !f.options && f.max > 1) return [1, 2, 3, 4, 5, 6].map((n) => ({ id: String(n), label: String(n) }));
  if (f.kind !== 'card' || !f.options || f.options.length <= most) return f.options;
  return [...f.options].sort((a, b) => a.label.localeCompare(b.label, page.lang));
}

const chipText = (o) => [look(o.id) ? disc(o.id, o.label) : null, el('span', {}, o.label)];
const times = (list, id) => list.filter((v) => v === id).length;
const chip = (field, id) => '[data-field="' + CSS.escape(field) + '"] .chips [data-value="' + CSS.escape(id) + '"]:not(:disabled)';

/** One of some options: chips, of which one is pressed. */
function one(f, list, values, set) {
  const now = chosen(f, values)[0];
  return el('div', { class: 'chips' }, list.map((o) => {
    const pressed = now === o.id;
    return el('button', {
      type: 'button', class: 'chip', 'data-value': o.id, 'aria-pressed': String(pressed),
      onclick: () => set(pressed && f.min === 0 ? [] : [o.id], chip(f.name, o.id), o.arg),
    }, chipText(o));
  }));
}

/** Things that lie there one by one: each can be taken and put back. */
function toggles(f, list, values, set, top) {
  const now = chosen(f, values);
  const full = now.length >= top;
  return el('div', { class: 'chips' }, list.flatMap((o) => Array.from({ length: o.n }, (_, i) => {
    const taken = i < times(now, o.id);
    return el('button', {
      type: 'button', class: 'chip', 'data-value': o.id, 'aria-pressed': String(taken), disabled: full && !taken,
      onclick: () => set(taken ? without(now, o.id) : [...now, o.id], chip(f.name, o.id)),
    }, chipText(o));
  })), count(now, top));
}

/** Some of many, in order and with repeats: a tray of what was chosen, and chips that add to it. */
function many(f, list, values, set, least, top) {
  const now = chosen(f, values);
  const nameOf = (v) => list.find((o) => o.id === v)?.label ?? v;
  const full = now.length >= top;
  const empty = least === top && top <= most ? Array.from({ length: top - now.length }, () => el('span', { class: 'slot', 'aria-hidden': 'true' })) : [];
  return el('div', { class: 'many' },
    el('div', { class: 'tray', 'aria-live': 'polite' },
      now.map((v, i) => el('button', {
        type: 'button', class: 'chip chosen', 'data-tray': i, 'data-value': v, 'aria-label': t('remove', { Name: nameOf(v) }),
        onclick: () => set(now.filter((_, j) => j !== i), '[data-field="' + CSS.escape(f.name) + '"] .tray button:last-of-type'),
      }, look(v) ? disc(v, nameOf(v)) : null, el('span', {}, nameOf(v)), ui('x', 'small'))),
      empty,
      now.length || empty.length ? count(now, top) : el('span', { class: 'hint' }, t('chosen.none'))),
    el('div', { class: 'chips' }, list.map((o) => el('button', {
      type: 'button', class: 'chip', 'data-value': o.id, disabled: full || o.n && times(now, o.id) >= o.n, 'aria-label': t('add', { Name: o.label }),
      onclick: () => set([...now, o.id], chip(f.name, o.id)),
    }, chipText(o)))));
}

const count = (now, top) => el('span', { class: 'hint count', role: 'status' }, t('chosen', { N: now.length, Of: top }));

function without(list, id) {
  const i = list.lastIndexOf(id);
  return list.filter((_, j) => j !== i);
}

/** A number with buttons for one more and one fewer. */
function stepper(f, values, set, top) {
  const least = f.min > 0 ? 1 : 0;
  if (f.min > 0 && !values[f.name]) values[f.name] = [String(least)];
  const now = Number(values[f.name]?.[0] ?? 0);
  const step = (by, where) => {
    const n = Math.min(top, Math.max(least, now + by));
    set(n === 0 ? [] : [String(n)], '[data-field="' + CSS.escape(f.name) + '"] .stepper [data-step="' + where + '"]');
  };
  return el('div', { class: 'stepper' },
    el('button', { type: 'button', 'data-step': 'less', 'aria-label': t('fewer'), onclick: () => step(-1, 'less') }, ui('minus')),
    el('output', { 'aria-live': 'polite' }, values[f.name]?.[0] ?? '–'),
    el('button', { type: 'button', 'data-step': 'more', 'aria-label': t('another'), onclick: () => step(1, 'more') }, ui('plus')));
}
