// A pupil's phone in a live quiz: coming in, answering, the verdict at once.

import { heading, listen, options, ranking } from './ask.js';
import { el, fill, get, has, keep, kept, loadPictures, loadWords, page, post, t, ui, wireLanguages } from './dom.js';

const at = (id) => document.getElementById(id);
const base = '/q/' + page.table + '/';
const query = '?lang=' + page.lang;
const waiting = 'kitpress.quiz.' + page.table; // an answer that could not be sent yet
let shown = '';

async function start() {
  if (!wireLanguages()) return;
  await Promise.all([loadWords(), loadPictures('')]);
  if (!page.table) return join();
  await listen(base, refresh, (gone) => {
    at('offline').hidden = !gone;
    fill(at('offline'), ui('offline'), el('span', {}, t('offline')));
  });
}

function join() {
  const error = el('p', { class: 'error', role: 'alert' });
  const pin = el('input', { type: 'text', inputmode: 'numeric', id: 'pin', maxlength: 6, autocomplete: 'off', value: /^#\d{6}$/.test(location.hash) ? location.hash.slice(1) : '' });
  const name = el('input', { type: 'text', id: 'name', maxlength: 24, autocomplete: 'nickname' });
  const form = el('form', { class: 'quiz-join' }, el('h2', {}, t('quiz.join')), error,
    el('label', { for: 'pin' }, t('quiz.pin')), pin, el('label', { for: 'name' }, t('quiz.name')), name,
    el('p', { class: 'hint' }, t('quiz.kept')), el('button', { type: 'submit', class: 'primary' }, t('join.enter')));
  form.addEventListener('submit', async (e) => {
    e.preventDefault();
    try {
      const { code, data } = await post('/q/join' + query, { pin: pin.value.trim(), name: name.value });
      if (code === 200) { location.replace(data.url + query); return; }
      fill(error, data.error === 'bad' ? t('quiz.name.bad') : has('error.' + data.error) ? t('error.' + data.error) : t('failed'));
    } catch { fill(error, t('offline')); }
  });
  fill(at('main'), form);
  (pin.value ? name : pin).focus();
}

async function refresh() {
  const left = kept(waiting);
  if (left) { await send(left.question, left.answer); return true; }
  const { code, data } = await get(base + 'state' + query);
  if (code === 403 || code === 404) {
    fill(at('main'), el('p', { class: 'empty' }, t('quiz.gone')), el('a', { class: 'primary', href: '/q/' + query }, t('quiz.join')));
    return false;
  }
  if (code === 200) show(data);
  return true;
}

/** Sends an answer; without a network it waits, and is sent once. */
async function send(question, answer) {
  keep(waiting, { question, answer });
  const { code, data } = await post(base + 'answer' + query, { question, answer });
  keep(waiting, null);
  if (code === 200) show(data);
}

function show(s) {
  at('who').textContent = s.name;
  at('points').textContent = t('quiz.points', { N: s.points });
  const key = JSON.stringify({ ...s, answered: 0, pupils: 0 });
  if (key === shown) return;
  shown = key;
  const asked = s.phase === 'open' && (!s.answer || s.answer.result === 'invalid');
  fill(at('main'), s.question ? heading(s) : null,
    s.phase === 'lobby' ? el('p', { class: 'empty' }, t('quiz.wait')) : null,
    s.answer ? verdict(s) : s.phase === 'closed' ? el('p', { class: 'no' }, t('quiz.none')) : null,
    asked ? form(s.question) : s.question ? options(s.question) : null,
    s.question?.explain ? el('p', { class: 'rule' }, s.question.explain) : null,
    s.phase === 'over' ? [el('div', { class: 'winners' }, ui('trophy'), el('p', {}, t('quiz.points', { N: s.points }))), ranking(s.standing || [], s.name)] : null);
  at('said').textContent = s.answer ? s.answer.message : s.question?.ask ?? '';
}

function verdict(s) {
  const a = s.answer;
  const looks = a.point ? 'right' : a.result === 'nearly' && !a.ruled ? 'nearly' : 'wrong';
  return el('div', { class: 'verdict-box ' + looks }, ui(a.point ? 'check' : looks === 'nearly' ? 'clock' : 'x'),
    el('div', {}, el('strong', {}, t('quiz.' + (a.result === 'invalid' ? 'invalid' : looks))), el('p', {}, a.ruled ? t('quiz.ruled') : looks === 'nearly' ? t('quiz.asks') : a.message), a.because ? el('p', {}, a.because) : null,
      el('p', { class: 'hint' }, t('quiz.yours', { Text: said(s.question, a.text) }))));
}

/** An answer of letters in words. */
function said(q, text) {
  if (q.kind !== 'choice' && q.kind !== 'true-false') return text;
  return text.split(' ').map((l) => q.options.find((o) => o.id === l)?.name ?? l).join(' · ');
}

/** The form of a question: what is tapped, or written. */
function form(q) {
  const enter = (answer) => send(q.id, answer).catch(() => { at('offline').hidden = false; fill(at('offline'), ui('offline'), el('span', {}, t('offline'))); });
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

start();
