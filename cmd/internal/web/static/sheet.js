// Sheets: dialogs that come up from below.

import { el, fill, page, settle, t, ui } from './dom.js';

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
  dialog.append(head, content, el('div', { class: 'sheet-foot' }));
  put(content, build(close, content));
  dialog.addEventListener('click', (e) => { if (e.target === dialog && !stay) close(); });
  dialog.addEventListener('cancel', (e) => { if (stay) e.preventDefault(); });
  dialog.addEventListener('close', () => {
    dialog.remove();
    closed?.();
    const back = before?.isConnected ? before : key && document.querySelector('[data-key="' + CSS.escape(key) + '"]');
    (back || document.getElementById('moves'))?.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  settle(dialog);
  dialog.showModal();
  (dialog.querySelector('[autofocus]') || dialog.querySelector('h2')).focus();
  return { close };
}

/** Puts things into the body of a sheet; actions stand below it and are always seen. */
export function put(box, ...children) {
  const all = children.flat(9).filter(Boolean);
  const below = all.filter((c) => c.classList?.contains('actions'));
  fill(box, all.filter((c) => !below.includes(c)));
  fill(box.parentNode.lastChild, below);
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

/** A notice with a button that closes it. */
export function notice(text) {
  sheet(text, (close) => el('div', { class: 'actions' }, el('button', { type: 'button', class: 'primary', autofocus: true, onclick: close }, t('close'))), { alert: true });
}

/** The time of an entry as people read it. */
export function clock(at) {
  return new Intl.DateTimeFormat(page.lang, { hour: '2-digit', minute: '2-digit' }).format(new Date(at));
}
