// What happened: entries, and what each of them brought about.

import { disc, el, fill, t, ui } from './dom.js';
import { clock } from './sheet.js';

/** What an entry brought about, step by step, and whose total it changed. */
export function outcome(e) {
  if (!e.steps?.length && !e.changes?.length || e.undone) return null;
  return el('div', { class: 'outcome' },
    changes(e),
    e.steps?.length ? el('ul', { class: 'steps' }, e.steps.map((s) => el('li', { 'data-look': s.seat || 'table' }, s.text))) : null);
}

/** Whose total an entry changed. */
export function changes(e) {
  return e.changes?.length ? el('ul', { class: 'changes' }, e.changes.map((c) => el('li', { 'data-look': c.seat },
    disc(c.seat, c.name), el('span', {}, t('changed', { Seat: c.name, From: c.from, To: c.to }))))) : null;
}

/** What was entered, in words. */
export const said = (e) => (e.undoes ? [ui('undo', 'small'), ' ', e.text] : e.text);

/** An entry of the log, as a line; nameOf tells what a seat is called. */
export function logLine(e, nameOf) {
  return el('li', { class: ['entry', e.undone && 'undone', e.undoes && 'undoes', e.ruling && 'ruled'].filter(Boolean).join(' ') },
    el('span', { class: 'seq' }, String(e.seq)),
    el('div', { class: 'said' },
      el('span', { class: 'words' }, said(e)),
      e.undone ? el('em', {}, t('undone')) : null,
      e.ruling ? el('em', { class: 'ruling' }, ui('gavel', 'small'), ' ', t('ruling', { Rule: e.ruling.rule, Reason: e.ruling.reason })) : null,
      outcome(e)),
    el('span', { class: 'meta' }, clock(e.at), el('br'), byOf(e.by, e.seat, nameOf)));
}

export function byOf(by, seat, nameOf) {
  if (!by?.role) return '';
  if (by.role === 'referee') return t('by.referee', { N: by.n || 1 });
  return nameOf(by.seat || seat);
}

let older = []; // entries before those of the state, the latest first
let only = ''; // whose entries are shown; '' for all

/** Shows the log of a state; more asks for entries before one, draw shows the table as it was after one. */
export function showLog(state, nameOf, more, draw) {
  const box = document.getElementById('log-list');
  const list = state.log || [];
  const first = () => older.at(-1)?.seq ?? list.at(-1)?.seq ?? 1;
  older = older.filter((e) => e.seq < (list.at(-1)?.seq ?? 0));
  if (older.length && older[0].seq !== list.at(-1).seq - 1) older = []; // a gap: they are read anew
  const again = () => showLog(state, nameOf, more, draw);
  const button = el('button', { type: 'button', class: 'other', 'data-key': 'older', onclick: async () => {
    const at = first();
    try {
      const { code, data } = await more(at);
      if (code === 200 && at === first()) older = [...older, ...data.log.reverse()];
    } catch { return; }
    again();
  } }, ui('clock'), el('span', {}, t('log.more')));
  const all = [...list, ...older];
  const shown = only ? all.filter((e) => e.seat === only || e.steps?.some((s) => s.seat === only) || e.changes?.some((c) => c.seat === only)) : all;
  tools(state, again, draw);
  fill(box, list.length ? shown.map((e) => logLine(e, nameOf)) : el('li', { class: 'empty' }, t('log.empty')),
    first() > 1 ? el('li', { class: 'more' }, button) : null);
}

/** Whose entries are shown, and the way back through the match. */
function tools(state, again, draw) {
  const box = document.getElementById('log-tools');
  const focused = box.contains(document.activeElement) && document.activeElement.dataset.key;
  if (box.querySelector('input')?.matches(':active') || !state.seq) return; // somebody holds it
  const chip = (id, name) => el('button', { type: 'button', class: 'chip', 'data-key': 'only-' + id, 'aria-pressed': String(only === id), onclick: () => { only = id; again(); } }, id ? disc(id, name) : null, el('span', {}, name));
  const slider = el('input', { type: 'range', min: 0, max: state.seq, value: state.seq, 'data-key': 'replay', 'aria-label': t('log.replay') });
  const shown = el('output', {}, t('log.at', { N: state.seq, Of: state.seq }));
  let asked;
  slider.addEventListener('input', () => {
    shown.textContent = t('log.at', { N: slider.value, Of: state.seq });
    clearTimeout(asked);
    asked = setTimeout(() => draw(Number(slider.value)), 120);
  });
  fill(box, el('div', { class: 'chips', role: 'group', 'aria-label': t('log.of') }, chip('', t('log.everybody')), state.seats.map((s) => chip(s.id, s.name))),
    el('label', { class: 'replay' }, el('span', {}, t('log.replay')), slider, shown), el('div', { class: 'drawn', id: 'replayed' }));
  if (focused) box.querySelector('[data-key="' + CSS.escape(focused) + '"]')?.focus();
}
