// A pupil's phone in a live quiz: coming in, answering, the verdict at once.

import { form, heading, listen, options, ranking, said, teamRanking } from './ask.js';
import { el, fill, get, has, keep, kept, loadPictures, loadWords, page, post, t, ui, wireLanguages } from './dom.js';

const at = (id) => document.getElementById(id);
const base = '/q/' + page.table + '/';
const query = '?lang=' + page.lang;
const waiting = 'kitpress.quiz.' + page.table; // an answer that could not be sent yet
let shown = '';
let latest = 0; // how far what is shown has come

/** How far a quiz has come: answers of the server may overtake each other. */
const progress = (s) => (s.phase === 'over' ? Infinity : 8 * s.number + 2 * ['lobby', 'open', 'closed', 'done'].indexOf(s.phase) + (s.answer ? 1 : 0));

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
    el('p', { class: 'hint' }, t('quiz.kept.join')), el('button', { type: 'submit', class: 'primary' }, t('join.enter')));
  const come = async (team) => {
    try {
      const { code, data } = await post('/q/join' + query, { pin: pin.value.trim(), name: name.value, team });
      if (code === 200 && data.choose) { choose(data.choose, come); return; }
      if (code === 200) { location.replace(data.url + query); return; }
      if (!form.isConnected) fill(at('main'), form);
      fill(error, data.error === 'bad' ? t('quiz.name.bad') : has('error.' + data.error) ? t('error.' + data.error) : t('failed'));
    } catch { fill(at('main'), form); fill(error, t('offline')); }
  };
  form.addEventListener('submit', (e) => { e.preventDefault(); come(''); });
  fill(at('main'), form);
  (pin.value ? name : pin).focus();
}

/** The teams there are, with how many are in each. */
function choose(teams, come) {
  const title = el('h2', { tabindex: '-1' }, t('quiz.choose'));
  fill(at('main'), title, el('div', { class: 'answers' }, teams.map((x) => el('button', { type: 'button', class: 'answer', 'data-team': x.id, onclick: () => come(x.id) },
    el('span', { class: 'disc', 'data-look': x.id, 'aria-hidden': 'true' }), el('span', {}, t('quiz.team', { Name: x.name })), el('span', { class: 'hint' }, t('quiz.pupils', { N: x.pupils }))))));
  title.focus();
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

/** On to the next question, at one's own pace. */
async function forth() {
  try {
    const { code, data } = await post(base + 'next' + query, {});
    if (code === 200) show(data);
  } catch { at('offline').hidden = false; fill(at('offline'), ui('offline'), el('span', {}, t('offline'))); }
}

const enter = (question, answer) => send(question, answer).catch(() => { at('offline').hidden = false; fill(at('offline'), ui('offline'), el('span', {}, t('offline'))); });

function show(s) {
  if (progress(s) < latest) return;
  latest = progress(s);
  at('who').textContent = s.team ? s.name + ' · ' + t('quiz.team', { Name: s.team.name }) : s.name;
  at('points').textContent = t('quiz.points', { N: s.points });
  const key = JSON.stringify({ ...s, answered: 0, pupils: 0 });
  if (key === shown) return;
  shown = key;
  const asked = s.phase === 'open' && (!s.answer || s.answer.result === 'invalid');
  fill(at('main'), s.question ? heading(s) : null,
    s.phase === 'lobby' ? [el('p', { class: 'empty' }, t('quiz.wait')), s.fast ? el('p', { class: 'rule' }, t('quiz.fast.told')) : null, s.reported ? el('p', { class: 'rule' }, t('quiz.class.told')) : null] : null,
    s.phase === 'done' ? el('p', { class: 'empty' }, t('quiz.done')) : null,
    s.answer ? verdict(s) : s.phase === 'closed' ? el('p', { class: 'no' }, t('quiz.none')) : null,
    asked ? form(s.question, (answer) => enter(s.question.id, answer)) : s.question ? options(s.question) : null,
    s.question?.explain ? el('p', { class: 'rule' }, s.question.explain) : null,
    s.alone && s.phase === 'closed' ? el('button', { type: 'button', class: 'primary', id: 'forth', onclick: forth }, t('quiz.forth'), ui('next')) : null,
    s.phase === 'over' ? [el('div', { class: 'winners' }, ui('trophy'), el('p', {}, t('quiz.points', { N: s.points }))), teamRanking(s.teams, s.team?.id), ranking(s.standing || [], s.name)] : null);
  at('said').textContent = s.answer ? s.answer.message : s.question?.ask ?? '';
}

function verdict(s) {
  const a = s.answer;
  const looks = a.point ? 'right' : a.result === 'nearly' && !a.ruled ? 'nearly' : 'wrong';
  return el('div', { class: 'verdict-box ' + looks }, ui(a.point ? 'check' : looks === 'nearly' ? 'clock' : 'x'),
    el('div', {}, el('strong', {}, t('quiz.' + (a.result === 'invalid' ? 'invalid' : looks))), el('p', {}, a.ruled ? t('quiz.ruled') : looks === 'nearly' ? t('quiz.asks') : a.message), a.because ? el('p', {}, a.because) : null,
      el('p', { class: 'hint' }, t('quiz.yours', { Text: said(s.question, a.text) }))));
}

start();
