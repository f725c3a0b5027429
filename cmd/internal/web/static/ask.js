// Questions of a quiz, as phones and the teacher's screen show them.

import { el, fill, page, t, ui } from './dom.js';

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

/** Which team has how many points. */
export const teamRanking = (list, mine) => (list?.length ? [el('ol', { class: 'ranking' }, list.map((s) => el('li', { class: s.id === mine ? 'mine' : '', 'data-look': s.id }, el('span', { class: 'n' }, String(s.rank)), el('span', { class: 'disc', 'aria-hidden': 'true' }), el('span', { class: 'who' }, t('quiz.team', { Name: s.name })),
  el('strong', {}, (s.points / s.pupils).toLocaleString(page.lang, { maximumFractionDigits: 1 })), el('span', { class: 'values-of' }, t('quiz.team.sum', { Points: s.points, N: s.pupils }))))), el('p', { class: 'hint' }, t('quiz.teams.mean'))] : null);

/** Listens for changes, and asks again when the network was away. away(true) is called while it is. */
export function listen(base, refresh, away) {
  let source;
  let wait = 500;
  let gone = false;
  let asking = false;
  let more = false; // something changed while it was asked: one question at a time, or an old answer comes last
  const ask = async () => {
    more = true;
    if (asking) return;
    asking = true;
    while (more && !gone) {
      more = false;
      try {
        if (await refresh() === false) { gone = true; source?.close(); break; }
        wait = 500;
        away(false);
      } catch { away(true); }
    }
    asking = false;
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

/** An answer of letters in words. */
export function said(q, text) {
  if (q.kind !== 'choice' && q.kind !== 'true-false') return text;
  return text.split(' ').map((l) => q.options.find((o) => o.id === l)?.name ?? l).join(' · ');
}

/** The form of a question: what is tapped, or written. enter gets the answer. */
export function form(q, enter) {
  const button = (disabled) => el('button', { type: 'submit', class: 'primary', disabled }, ui('check'), t('enter'));
  if (q.kind === 'choice' && !q.several || q.kind === 'true-false') {
    return el('div', { class: 'answers' }, q.options.map((o) => el('button', { type: 'button', class: 'answer', 'data-value': o.id, onclick: () => enter(o.id) }, q.kind === 'choice' ? el('b', {}, o.id) : null, el('span', {}, o.name))));
  }
  if (q.kind === 'choice' || q.kind === 'ordering') return picks(q, enter);
  if (q.kind === 'matching') return pairs(q, enter, button);
  const input = el('input', { type: 'text', inputmode: q.kind === 'number' ? 'decimal' : 'text', maxlength: 200, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-label': t('quiz.write') });
  const f = el('form', { class: 'answers' }, q.kind === 'list' ? el('p', { class: 'hint' }, t('quiz.list', { N: q.need })) : null,
    el('div', { class: 'write' }, input, q.unit ? el('span', {}, q.unit) : null), button(false));
  f.addEventListener('submit', (e) => { e.preventDefault(); if (input.value.trim()) enter(input.value); });
  return f;
}

/** Several options, or all of them in an order: tapped one after the other. */
function picks(q, enter) {
  let chosen = [];
  const box = el('div', { class: 'answers' });
  const wanted = q.kind === 'ordering' ? q.options.length : q.choose || 0;
  const draw = (focus) => {
    fill(box, el('p', { class: 'hint' }, q.kind === 'ordering' ? t('quiz.order') : wanted ? t('choose.exactly', { N: wanted }) : t('quiz.several')),
      q.options.map((o) => {
        const i = chosen.indexOf(o.id);
        return el('button', { type: 'button', class: 'answer', 'data-value': o.id, 'aria-pressed': String(i >= 0), onclick: () => { chosen = i >= 0 ? chosen.filter((c) => c !== o.id) : [...chosen, o.id]; draw(o.id); } },
          el('b', {}, q.kind === 'ordering' ? (i >= 0 ? String(i + 1) : '·') : o.id), el('span', {}, o.name));
      }),
      el('button', { type: 'button', class: 'primary', disabled: wanted ? chosen.length !== wanted : !chosen.length, onclick: () => enter((q.kind === 'ordering' ? chosen : [...chosen].sort()).join(' ')) }, ui('check'), t('enter')));
    if (focus) box.querySelector('[data-value="' + focus + '"]')?.focus();
  };
  draw();
  return box;
}

/** What belongs together: one list of choices for each thing on the left. */
function pairs(q, enter, button) {
  const go = button(true);
  const choices = q.left.map((l) => el('select', { id: 'pair-' + l.id, 'data-left': l.id }, el('option', { value: '' }, '…'), q.options.map((o) => el('option', { value: o.id }, o.name))));
  const f = el('form', { class: 'answers' }, q.left.map((l, i) => el('div', { class: 'pair' }, el('label', { for: 'pair-' + l.id }, l.name), choices[i])), go);
  f.addEventListener('change', () => { go.disabled = choices.some((c) => !c.value); });
  f.addEventListener('submit', (e) => { e.preventDefault(); enter(choices.map((c) => c.dataset.left + c.value).join(', ')); });
  return f;
}
