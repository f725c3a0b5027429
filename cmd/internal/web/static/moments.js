// Moments of a match: its start, what an entry brought about, whose turn it is,
// its end.

import { options } from './ask.js';
import { disc, el, fill, get, keep, kept, list, look, page, post, t, teams, ui } from './dom.js';
import { said } from './log.js';
import { rule } from './sheet.js';

const base = '/t/' + page.table + '/';
const query = '?lang=' + encodeURIComponent(page.lang);
const rounds = 4; // entries of each seat after which nobody needs a coach

/** Who sits where, before the first entry: in the order of play and in the colours of the table. */
export const seating = (state) => el('section', { class: 'moment seating' + (state.seats.every((s) => s.here) ? ' full' : ''), 'aria-label': t('moment.start') }, el(page.page === 'screen' ? 'h2' : 'h3', {}, t('moment.start')),
  el('ol', {}, state.seats.map((s) => el('li', { 'data-look': s.id, class: s.id === page.seat ? 'mine' : '' }, disc(s.id, s.name),
    el('span', { class: 'who' }, s.name, s.id === page.seat ? ' (' + t('you') + ')' : ''),
    el('span', { class: 'hint' }, ui(s.here ? 'online' : 'offline', 'small'), ' ', t(s.here ? 'moment.here' : 'moment.away'))))));

/** Whether an entry brought about so much that it is told seat by seat. */
export const tells = (e) => Boolean(e && !e.undone && (e.steps?.length ?? 0) > 2 && new Set(e.steps.map((s) => s.seat || '')).size > 1);

/** What an entry brought about, seat by seat, in the order in which it happened; that of one seat first. */
export function consequences(e, state, mine = '') {
  const seats = new Map();
  for (const s of e.steps || []) seats.set(s.seat || '', [...(seats.get(s.seat || '') || []), s.text]);
  for (const c of e.changes || []) if (!seats.has(c.seat)) seats.set(c.seat, []);
  const order = [...seats].sort(([a], [b]) => Number(b === mine && mine !== '') - Number(a === mine && mine !== ''));
  return el('ol', { class: 'told' }, order.map(([seat, texts], i) => {
    const change = (e.changes || []).find((c) => c.seat === seat);
    const name = state.seats.find((s) => s.id === seat)?.name;
    return el('li', { 'data-look': seat || 'table', 'data-step': Math.min(i, 9) },
      el('div', { class: 'told-head' }, seat ? disc(seat, name) : ui('users'), el('strong', {}, seat ? name : t('turn.table')),
        change ? el('span', { class: 'total' }, change.from + '\u2009→\u2009', el('b', {}, String(change.to))) : null),
      el('ul', {}, texts.flatMap((text) => text.split(' · ')).map((text) => el('li', {}, text))));
  }));
}

/** An entry and what it brought about, for a big screen. */
export const telling = (e, state) => [el('h2', {}, said(e)), consequences(e, state)];

/** What a total is made of. */
const valuesOf = (s, state) => (state.categories.length > 1 && state.categories.length < 5 ? el('span', { class: 'values-of' }, state.categories.map((c) => el('span', {}, look(c.id), c.short || c.name, '\u00a0', String(s.values?.[c.id] ?? 0)))) : null);

/** Who stands where at the end, and why. */
export function ceremony(state) {
  const rows = teams(state.seats).sort((a, b) => a.rank - b.rank);
  const won = (state.winners || []).map((id) => state.seats.find((s) => s.id === id)?.name ?? id);
  return [
    el('div', { class: 'winners' }, ui('trophy'), el('p', {}, won.length ? t('over.won', { Seats: list(won) }) : state.standing)),
    el('ol', { class: 'ranking' }, rows.map((s) => el('li', { 'data-look': s.id, class: [s.out && 'out', s.rank === 1 && 'first'].filter(Boolean).join(' ') },
      el('span', { class: 'n' }, String(s.rank)), disc(s.id, s.name), el('span', { class: 'who' }, s.name, s.out ? ' (' + t('out') + ')' : ''), valuesOf(s, state), el('strong', {}, String(s.total))))),
    state.ending ? el('details', { class: 'ruling' }, el('summary', {}, ui('book'), t('over.why')), rule(state.ending.rule, state.ending.ruleText)) : null,
  ];
}

const retry = 3000; // milliseconds until what did not come is asked for again
let after; // what was asked for at the end: once

/** What comes after the end: reading, two questions, the same again. */
export function afterwards(state) {
  const box = el('div', { class: 'afterwards' });
  after ??= get(base + 'met' + query).then(({ code, data }) => (code === 200 ? data : null)).catch(() => null);
  after.then((met) => {
    if (!met) { // the line, or a busy computer: it is asked again as long as somebody looks
      after = undefined;
      setTimeout(() => { if (box.isConnected) box.replaceWith(afterwards(state)); }, retry);
      return;
    }
    fill(box, met.topics.length ? el('section', { class: 'met', 'aria-label': t('over.met') }, el('h3', {}, t('over.met')),
      el('div', { class: 'chips' }, met.topics.map((m) => el('a', { class: 'chip', href: '/C/' + m.code + '/' + page.lang.toUpperCase() + '/?t=' + page.table }, look(m.card) ? disc(m.card, '') : null, m.name)))) : null,
    met.questions.length ? el('section', { class: 'met', 'aria-label': t('over.quiz') }, el('h3', {}, t('over.quiz')), met.questions.map(question)) : null,
    page.role === 'screen' ? null : el('a', { class: 'other', href: base + 'certificates' + query, target: '_blank', rel: 'noopener' }, ui('trophy'), el('span', {}, t('desk.certificates'))),
    page.role === 'screen' ? null : el('button', { type: 'button', class: 'primary', 'data-key': 'again', onclick: again }, ui('play'), t('desk.again')));
  });
  return box;
}

async function again() {
  try {
    const { code, data } = await post(base + 'again' + query, {});
    if (code === 200) location.href = data.url.replace('#', query + '#');
  } catch { /* the button is still there */ }
}

/** A question with its answers; the verdict comes at once. */
function question(q) {
  const box = el('div', { class: 'question' });
  const ask = (...more) => fill(box, el('p', { class: 'topic' }, q.title), el('p', { class: 'ask' }, q.ask), more);
  const send = async (id) => {
    try {
      const { code, data } = await post('/api/quiz/check', { question: q.id, lang: page.lang, answer: id });
      if (code !== 200) return;
      ask(options({ ...q, right: data.point ? [id] : null }), el('div', { class: 'verdict-box ' + (data.point ? 'right' : 'wrong'), role: 'status' }, ui(data.point ? 'check' : 'x'),
        el('div', {}, el('strong', {}, t(data.point ? 'quiz.right' : 'quiz.wrong')), el('p', {}, data.message), data.because ? el('p', {}, data.because) : null)));
    } catch { /* the answers are still there */ }
  };
  ask(el('div', { class: 'answers' }, q.options.map((o) => el('button', { type: 'button', class: 'answer', 'data-value': o.id, onclick: () => send(o.id) }, q.kind === 'choice' ? el('b', {}, o.id) : null, el('span', {}, o.name)))));
  return box;
}

/** What to do next, for whoever plays for the first time. */
export function coach(state, moves) {
  const key = 'kitpress.knows.' + page.game;
  if (state.over || state.seq > rounds * state.seats.length || kept(key)) return null;
  const m = moves.find((one) => !one.first && !one.passes) || moves[0];
  const due = (state.due || []).filter((s) => s).map((id) => state.seats.find((s) => s.id === id)?.name);
  const box = el('div', { class: 'coach' }, el('div', {},
    m ? [el('strong', {}, m.title), el('p', {}, m.ruleText)] : el('p', {}, t('coach.wait', { Seats: list(due.length ? due : [t('turn.table')]) }))),
  el('button', { type: 'button', class: 'icon', 'data-key': 'coach', 'aria-label': t('coach.off'), onclick: () => { keep(key, true); box.remove(); } }, ui('x')));
  return box;
}

// Whose turn it is.

const tone = 'kitpress.sound';
let sound; // an AudioContext, once somebody wanted one

/** A button for the sound that says whose turn it is. */
export function soundButton() {
  const b = el('button', { type: 'button', class: 'other', 'data-key': 'sound', 'aria-pressed': String(Boolean(kept(tone))), onclick: () => {
    keep(tone, kept(tone) ? null : true);
    b.setAttribute('aria-pressed', String(Boolean(kept(tone))));
    if (kept(tone)) play();
  } }, ui('play'), el('span', {}, t('sound')));
  return b;
}

function play() {
  try {
    sound ??= new AudioContext();
    [[660, 0], [880, 0.16]].forEach(([f, at]) => {
      const o = sound.createOscillator();
      const g = sound.createGain();
      const now = sound.currentTime + at;
      o.frequency.value = f;
      g.gain.setValueAtTime(0.0001, now);
      g.gain.exponentialRampToValueAtTime(0.2, now + 0.02);
      g.gain.exponentialRampToValueAtTime(0.0001, now + 0.3);
      o.connect(g).connect(sound.destination);
      o.start(now);
      o.stop(now + 0.32);
    });
  } catch { /* no sound here */ }
}

/** It has become this device's turn: felt, and heard by whoever wants so. */
export function yourTurn() {
  navigator.vibrate?.([80, 60, 80]);
  if (kept(tone)) play();
}

/** Keeps the screen on while a match goes on, where the browser lets us. */
export function stayAwake(wanted) {
  let lock = null;
  const ask = async () => {
    if (document.hidden || !wanted() || lock || !navigator.wakeLock) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      lock.addEventListener('release', () => { lock = null; });
    } catch { /* the browser, or the battery, does not want it */ }
  };
  document.addEventListener('visibilitychange', ask);
  ask();
}
