// Homework: a page that needs no server. It judges what quiz check was asked about
// when the page was made; what else is typed, whoever answers compares.

import { form, heading, options, said } from './ask.js';
import { el, fill, keep, kept, t, ui, useWords } from './dom.js';

const data = JSON.parse(document.getElementById('data').textContent);
const place = 'kitpress.homework.' + data.id;
const main = document.getElementById('main');
let results = []; // {text, verdict, own} by question; own: whether the pupil said so

function homework() {
  useWords(data.words);
  const before = kept(place);
  if (Array.isArray(before)) results = before.slice(0, data.questions.length);
  step(false);
}

/** What nobody should read by chance: it is no secret. */
function keyOf(i) {
  const bytes = Uint8Array.from(atob(data.keys[i]), (c, n) => c.charCodeAt(0) ^ (n * 7 + 90) & 255);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** An answer as it is compared; exact keeps capitals and signs. */
function plain(s, exact) {
  const clean = (x) => x.replace(/\s/g, ' ').replace(/[\p{Cf}\uFE00-\uFE0F]/gu, '').normalize('NFC').replace(/ +/g, ' ').trim();
  s = clean(s).replace(/[！-～]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xFEE0)).replace(/[’‘]/g, "'").replace(/[‐-—−]/g, '-');
  if (exact) return s;
  return clean(s.replace(/\p{So}|[\u{1F3FB}-\u{1F3FF}]/gu, '').toLowerCase().replace(/^[ .!?…。！？"“”„«»「」『』]+|[ .!?…。！？"“”„«»「」『』]+$/g, ''));
}

const glue = (s) => s.replace(/[ -]/g, (c, i) => (/\d/.test(s[i - 1] || '') && /\d/.test(s[i + 1] || '') ? c : ''));

/** Leaves out what stands around an answer. */
function unframed(s) {
  const cut = (list, is, rest) => {
    const phrase = list.find((p) => is(p) && s.length > p.length);
    if (phrase) s = rest(phrase);
  };
  const { before, after, articles } = data.frames;
  cut(before, (p) => s.startsWith(p), (p) => s.slice(p.length));
  cut(after, (p) => s.endsWith(p), (p) => s.slice(0, -p.length));
  cut(articles, (p) => s.startsWith(p), (p) => s.slice(p.length));
  return s;
}

/** The verdict: right, wrong, or compare where the page cannot know. */
function judge(q, key, text) {
  const yes = key.yes || [];
  if (!['short', 'number', 'list'].includes(q.kind)) return yes.includes(text) ? 'right' : 'wrong';
  if (q.kind === 'list') {
    for (const word of data.frames.and) text = text.toLowerCase().replaceAll(word, ';');
    const met = text.split(/[,;、，；\n]/).filter((p) => p).map((p) => key.items.findIndex((ways) => ways.includes(plain(p, key.exact))));
    return met.length >= q.need && !met.includes(-1) && new Set(met).size === met.length ? 'right' : 'compare';
  }
  const counts = (s) => yes.includes(s) || (key.glued || []).includes(glue(s));
  const answer = plain(text, key.exact);
  if (counts(answer)) return 'right';
  if ((key.no || []).includes(answer) || key.digits && /^(0|[1-9]\d{0,8})$/.test(answer)) return 'wrong';
  return key.framed && counts(unframed(answer)) ? 'right' : 'compare';
}

/** Shows the next question that is not answered, or the end. */
function step(focus = true) {
  const i = data.questions.findIndex((_, n) => !results[n]);
  if (i < 0) { end(focus); return; }
  ask(i, focus);
}

function ask(i, focus) {
  const question = data.questions[i];
  fill(main, heading({ question, number: i + 1, total: data.questions.length }), form(question, (text) => tell(i, text)));
  if (focus) show(main.querySelector('h2'));
}

/** Tells at once what an answer is, and why. */
function tell(i, text) {
  const question = data.questions[i];
  const key = keyOf(i);
  const told = { ...question, right: key.right, explain: key.explain };
  const verdict = judge(question, key, text);
  const done = (right, own) => { results[i] = { right, own }; keep(place, results); };
  const next = el('button', { type: 'button', class: 'primary', onclick: () => step() }, t('homework.next'), ui('next'));
  const go = el('div', { class: 'row' }, verdict === 'compare' ? [true, false].map((right) => el('button', { type: 'button', class: 'secondary', 'data-same': String(right), onclick: (e) => {
    done(right, true);
    fill(e.target.closest('.row'), el('p', {}, t(right ? 'homework.same.noted' : 'homework.other.noted')), next);
    next.focus();
  } }, ui(right ? 'check' : 'x'), t(right ? 'homework.same' : 'homework.other'))) : next);
  if (verdict !== 'compare') done(verdict === 'right', false);
  const why = verdict === 'wrong' && question.kind === 'choice' ? text.split(' ').filter((l) => !key.right.includes(l)).map((l) => key.because?.[l]).filter(Boolean) : [];
  const box = el('div', { class: 'verdict-box ' + (verdict === 'compare' ? 'nearly' : verdict), tabindex: '-1', role: 'status' }, ui({ right: 'check', wrong: 'x', compare: 'pencil' }[verdict]),
    el('div', {}, el('strong', {}, verdict === 'compare' ? t('homework.compare') : t('quiz.' + verdict)), verdict === 'compare' ? el('p', {}, t('homework.compare.how')) : null, why.map((w) => el('p', {}, w)), el('p', { class: 'hint' }, t('quiz.yours', { Text: said(question, text) }))));
  fill(main, heading({ question, number: i + 1, total: data.questions.length }), box, options(told), told.explain ? el('p', { class: 'rule' }, told.explain) : null, go);
  show(box);
}

function show(node) {
  node.setAttribute('tabindex', '-1');
  node.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** What became of all questions. */
function end(focus) {
  const right = results.filter((r) => r.right).length;
  const own = results.filter((r) => r.own).length;
  const again = results.length - right;
  fill(main, el('h2', { class: 'ask' }, t('homework.end')),
    el('div', { class: 'winners' }, ui('trophy'), el('p', {}, t('homework.points', { N: right, Of: results.length }))),
    own ? el('p', { class: 'hint' }, t('homework.own', { N: own })) : null,
    el('ol', { class: 'options' }, data.questions.map((q, i) => el('li', { class: results[i].right ? 'right' : '' }, el('b', {}, String(i + 1)), el('span', {}, q.ask), ui(results[i].right ? 'check' : 'x'), el('span', { class: 'hidden' }, t(results[i].right ? 'quiz.right' : 'quiz.wrong'))))),
    el('div', { class: 'row' },
      again ? el('button', { type: 'button', class: 'primary', onclick: () => { results = results.map((r) => (r.right ? r : null)); keep(place, results); step(); } }, t('homework.again')) : null,
      el('button', { type: 'button', class: 'secondary', onclick: () => { results = []; keep(place, null); step(); } }, t('homework.anew')),
      el('button', { type: 'button', class: 'secondary', onclick: () => print() }, t('homework.print'))));
  if (focus) show(main.querySelector('h2'));
}

homework();
