// Sheets: dialogs that come up from below, and the fields on them.

import { disc, el, fill, look, page, t, ui } from './dom.js';

/**
 * Opens a sheet and returns it: {close}. build gets a function that closes it;
 * it returns the content. The focus goes to the first thing marked autofocus,
 * and back to where it was when the sheet closes.
 */
export function sheet(title, build, { alert = false, closed, stay = false } = {}) {
  const before = document.activeElement;
  const key = before?.dataset?.key;
  const id = 'sheet-' + Math.random().toString(36).slice(2);
  const dialog = el('dialog', { class: 'sheet' + (alert ? ' alert' : ''), 'aria-labelledby': id, role: alert ? 'alertdialog' : null });
  const close = () => dialog.close();
  const head = el('div', { class: 'sheet-head' },
    el('h2', { id, tabindex: '-1' }, title),
    stay ? null : el('button', { type: 'button', class: 'icon', 'aria-label': t('close'), onclick: close }, ui('x')));
  const content = el('div', { class: 'sheet-body' });
  dialog.append(head, content);
  fill(content, build(close, content));
  dialog.addEventListener('click', (e) => { if (e.target === dialog && !stay) close(); });
  dialog.addEventListener('cancel', (e) => { if (stay) e.preventDefault(); });
  dialog.addEventListener('close', () => {
    dialog.remove();
    closed?.();
    const back = before?.isConnected ? before : key && document.querySelector('[data-key="' + CSS.escape(key) + '"]');
    (back || document.getElementById('moves'))?.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  (dialog.querySelector('[autofocus]') || dialog.querySelector('h2')).focus();
  return { close };
}

/** A rule and its text, folded behind its number. */
export function rule(number, text) {
  if (!number) return null;
  return el('div', { class: 'rule' }, el('strong', {}, ui('book'), t('rule', { Rule: number })), text ? el('p', {}, text) : null);
}

/** What something costs, line by line with the reason for each. */
export function costs(list) {
  if (!list?.length) return null;
  return el('div', { class: 'costs' }, el('h3', {}, t('cost')),
    el('ul', {}, list.map((c) => el('li', {},
      el('span', { class: 'n' }, (c.n > 0 ? '+' : '−') + Math.abs(c.n)),
      el('span', { class: 'of' }, c.text),
      el('span', { class: 'because' }, c.card ? t('cost.because', { Card: c.card }) : c.rule || '')))));
}

/**
 * Fields for arguments. values is changed as people choose; changed is called
 * then. Nothing needs a keyboard but a text.
 */
export function fields(list, values, changed = () => {}) {
  return el('div', { class: 'fields' }, list.map((f) => field(f, values, changed)));
}

function field(f, values, changed) {
  const id = 'f-' + f.name;
  const label = el('h3', { id: id + '-l' }, f.label, f.min === 0 ? el('span', { class: 'hint' }, t('optional')) : null);
  const set = (v) => { if (v.length) values[f.name] = v; else delete values[f.name]; changed(); };
  let input;
  if (f.options) input = f.max === 1 ? one(f, values, set) : many(f, values, set);
  else if (f.kind === 'text') {
    input = el('input', { type: 'text', maxlength: 200, 'aria-labelledby': id + '-l', autocomplete: 'off', oninput: (e) => set(e.target.value ? [e.target.value] : []) });
  } else if (f.max > 1) input = many({ ...f, options: [1, 2, 3, 4, 5, 6].map((n) => ({ id: String(n), label: String(n) })) }, values, set);
  else input = stepper(f, values, set);
  return el('div', { class: 'field', role: 'group', 'aria-labelledby': id + '-l', 'data-field': f.name }, label, input);
}

function chipText(o) {
  return [look(o.id) ? disc(o.id, o.label) : null, el('span', {}, o.label)];
}

/** One of some options: chips, of which one is pressed. */
function one(f, values, set) {
  const box = el('div', { class: 'chips' });
  const draw = (focus) => {
    fill(box, f.options.map((o) => el('button', {
      type: 'button', class: 'chip', 'data-value': o.id, 'aria-pressed': String(values[f.name]?.[0] === o.id),
      onclick: () => { set(values[f.name]?.[0] === o.id && f.min === 0 ? [] : [o.id]); draw(o.id); },
    }, chipText(o))));
    if (focus !== undefined) box.querySelector('[data-value="' + CSS.escape(focus) + '"]')?.focus();
  };
  draw();
  return box;
}

/** Some of some options, in order and with repeats: a tray of what was chosen, and chips that add to it. */
function many(f, values, set) {
  const box = el('div', { class: 'many' });
  const draw = (focus) => {
    const chosen = values[f.name] || [];
    const full = chosen.length >= f.max;
    const nameOf = (v) => f.options.find((o) => o.id === v)?.label ?? v;
    fill(box,
      el('div', { class: 'tray', 'aria-live': 'polite' }, chosen.length
        ? chosen.map((v, i) => el('button', {
          type: 'button', class: 'chip chosen', 'data-tray': i, 'aria-label': t('remove', { Name: nameOf(v) }),
          onclick: () => { set(chosen.filter((_, j) => j !== i)); draw('tray'); },
        }, look(v) ? disc(v, nameOf(v)) : null, el('span', {}, nameOf(v)), ui('x', 'small')))
        : el('span', { class: 'hint' }, t('chosen.none'))),
      el('div', { class: 'chips' }, f.options.map((o) => el('button', {
        type: 'button', class: 'chip', 'data-value': o.id, disabled: full, 'aria-label': t('add', { Name: o.label }),
        onclick: () => { set([...chosen, o.id]); draw(o.id); },
      }, chipText(o)))));
    if (focus === 'tray') (box.querySelector('.tray button:last-child') || box.querySelector('.chips button'))?.focus();
    else if (focus !== undefined) {
      const b = box.querySelector('.chips [data-value="' + CSS.escape(focus) + '"]');
      (b?.disabled ? box.querySelector('.tray button:last-child') : b)?.focus();
    }
  };
  draw();
  return box;
}

/** A number with buttons for one more and one fewer. */
function stepper(f, values, set) {
  const least = f.min > 0 ? 1 : 0;
  if (f.min > 0 && !values[f.name]) values[f.name] = [String(least)];
  const shown = el('output', { 'aria-live': 'polite' });
  const draw = () => { shown.textContent = values[f.name]?.[0] ?? '–'; };
  const step = (by) => {
    const n = Math.max(least, Number(values[f.name]?.[0] ?? 0) + by);
    set(n === 0 ? [] : [String(n)]);
    draw();
  };
  draw();
  return el('div', { class: 'stepper' },
    el('button', { type: 'button', 'aria-label': t('fewer'), onclick: () => step(-1) }, ui('minus')), shown,
    el('button', { type: 'button', 'aria-label': t('another'), onclick: () => step(1) }, ui('plus')));
}

/** Reports whether everything that must be said was said. */
export function complete(list, values) {
  return list.every((f) => (values[f.name]?.length ?? 0) >= f.min);
}

/** The time of an entry as people read it. */
export function clock(at) {
  return new Intl.DateTimeFormat(page.lang, { hour: '2-digit', minute: '2-digit' }).format(new Date(at));
}
