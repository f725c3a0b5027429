// Questions of a quiz, as phones and the teacher's screen show them.

import { el, t, ui } from './dom.js';

/** A question: its topic and what is asked. */
export const heading = (s) => [el('p', { class: 'topic' }, t('quiz.number', { N: s.number, Of: s.total }) + ' · ' + s.question.title), el('h2', { class: 'ask' }, s.question.ask)];

/** The options of a question, those that are right marked once it is closed; votes tells how many chose each. */
export function options(q, votes) {
  const right = (id) => q.right?.includes(id);
  if (q.kind === 'matching') {
    return el('ol', { class: 'options pairs' }, q.left.map((l) => el('li', {}, el('b', {}, l.id), el('span', {}, l.name), q.right ? el('span', { class: 'yes' }, ' → ' + name(q, q.right.find((p) => p.startsWith(l.id))?.slice(l.id.length))) : null)),
      q.right ? null : q.options.map((o) => el('li', {}, el('b', {}, o.id), el('span', {}, o.name))));
  }
  if (!q.options) return q.right ? el('p', { class: 'yes key' }, ui('check'), ' ', q.right.join(' · '), q.unit ? ' ' + q.unit : '') : null;
  const list = q.kind === 'ordering' && q.right ? q.right.map((id) => q.options.find((o) => o.id === id)) : q.options;
  return el('ol', { class: 'options' }, list.map((o, i) => el('li', { class: q.right && q.kind !== 'ordering' ? (right(o.id) ? 'right' : 'other-option') : '' },
    el('b', {}, q.kind === 'ordering' && q.right ? i + 1 : q.kind === 'true-false' ? null : o.id), el('span', {}, o.name), votes?.get(o.id) ? el('strong', { class: 'votes' }, String(votes.get(o.id))) : null, q.kind !== 'ordering' && right(o.id) ? ui('check') : null)));
}

const name = (q, id) => q.options.find((o) => o.id === id)?.name ?? '';

/** Who has how many points. */
export const ranking = (list, mine, named) => el('ol', { class: 'ranking' }, list.map((s) => el('li', { class: s.name === mine ? 'mine' : '' }, el('span', { class: 'n' }, String(s.rank)), el('span', { class: 'who' }, named ? named(s.name) : s.name), el('strong', {}, String(s.points)))));

/** Listens for changes, and asks again when the network was away. away(true) is called while it is. */
export function listen(base, refresh, away) {
  let source;
  let wait = 500;
  let gone = false;
  const ask = async () => {
    try {
      if (await refresh() === false) { gone = true; source?.close(); return; }
      wait = 500;
      away(false);
    } catch { away(true); }
  };
  const open = () => {
    source?.close();
    source = new EventSource(base + 'events');
    source.addEventListener('quiz', ask);
    source.addEventListener('error', () => {
      source.close();
      if (gone) return;
      wait = Math.min(wait * 2, 8000);
      setTimeout(async () => { await ask(); if (!gone) open(); }, wait);
    });
  };
  addEventListener('online', () => { ask(); if (source.readyState === EventSource.CLOSED) open(); });
  document.addEventListener('visibilitychange', () => { if (!document.hidden) ask(); });
  open();
  return ask();
}
