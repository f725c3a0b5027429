// The teacher's screen of a live quiz: who is in, the question, what was said,
// what is nearly right, who leads.

import { heading, listen, options, ranking, teamRanking } from './ask.js';
import { sheet } from './sheet.js';
import { el, fill, get, loadPictures, loadWords, page, post, t, ui } from './dom.js';

const at = (id) => document.getElementById(id);
const base = '/desk/quiz/' + page.table + '/';
const query = '?lang=' + page.lang;
let now;
let shown = '';

async function start() {
  await Promise.all([loadWords(), loadPictures('')]);
  at('next').addEventListener('click', async () => {
    if (now?.phase === 'over') { await post(base + 'close' + query, {}); location.href = '/desk/' + query; return; }
    at('next').disabled = true;
    try { await post(base + 'next' + query, {}); } finally { at('next').disabled = false; }
  });
  await listen(base, refresh, () => {});
}

async function refresh() {
  const { code, data } = await get(base + 'state' + query);
  if (code !== 200) { location.href = '/desk/' + query; return false; }
  const key = JSON.stringify(data);
  if (key !== shown) { shown = key; now = data; draw(); }
  return true;
}

function draw() {
  document.body.dataset.phase = now.phase;
  at('who').textContent = t('quiz.pupils', { N: now.pupils });
  fill(at('main'), now.phase === 'lobby' ? invitation() : now.phase === 'over' ? over() : now.alone ? progress() : question());
  fill(at('next'), t('quiz.next.' + (!now.alone || now.phase === 'over' ? now.phase : now.phase === 'lobby' ? 'start' : 'alone')));
  fill(at('doubts'), now.doubts?.length ? [el('h2', { id: 'doubts-h' }, t('quiz.doubts')), now.doubts.map(doubt)] : el('h2', { id: 'doubts-h', class: 'hidden' }, t('quiz.doubts')));
  at('standing').hidden = now.phase === 'over' || now.phase === 'lobby';
  fill(at('standing'), el('h2', { id: 'standing-h' }, t('scores')), teamRanking(now.teams), ranking(now.standing.slice(0, 8), null, named));
}

/** A name, which a tap strikes. */
function named(name, look) {
  return el('button', { type: 'button', class: look || 'plain', 'data-strike': name, onclick: () => sheet(t('quiz.strike'), (close) => [
    el('p', { class: 'lead' }, t('quiz.strike.sure', { Name: name })),
    el('div', { class: 'actions' },
      el('button', { type: 'button', class: 'secondary', autofocus: true, onclick: close }, t('cancel')),
      el('button', { type: 'button', class: 'danger', onclick: async () => { close(); await post(base + 'strike' + query, { name }); refresh(); } }, ui('x'), t('quiz.strike'))),
  ], { alert: true }) }, name);
}

const invitation = () => el('div', { class: 'invitation' }, el('img', { class: 'bigcode', src: base + 'code', alt: '' }),
  el('div', {}, el('p', {}, t('desk.address')), el('p', { class: 'bigaddress' }, now.base), el('p', {}, t('quiz.pin')), el('p', { class: 'bigpin' }, now.pin),
    el('ul', { class: 'chips' }, (now.names || []).map((n) => el('li', {}, named(n, 'chip'))))));

function question() {
  return [heading(now), options(now.question, votes()), el('p', { class: 'count' }, t('quiz.answered', { N: now.answered, Of: now.pupils })),
    now.phase === 'closed' ? [bars(), el('ul', { class: 'said-list' }, answers().slice(0, 8).map((s) => el('li', { class: s.point ? 'yes' : '' }, el('b', {}, s.n + '\u202F×'), ' ', s.text))), now.question.explain ? el('p', { class: 'rule' }, now.question.explain) : null] : null];
}

/** How far each has come who goes at a pace of their own. */
const progress = () => [el('h2', { class: 'ask' }, t('quiz.progress')), el('ul', { class: 'bars progress' }, (now.progress || []).map((p) => el('li', { class: p.done === now.total ? 'right' : 'nearly' },
  el('span', {}, named(p.name)), el('progress', { max: now.total, value: p.done, 'aria-label': p.name }), el('b', {}, p.done + '/' + now.total))))];

/** Equal answers in several languages are one: letters mean the same in all of them. */
function answers() {
  const all = new Map();
  for (const s of now.said || []) all.set(s.text, { ...s, n: s.n + (all.get(s.text)?.n || 0) });
  return [...all.values()].sort((a, b) => b.n - a.n);
}

/** How many chose each option of a choice. */
function votes() {
  if (now.phase !== 'closed' || now.question.kind !== 'choice') return null;
  const n = new Map();
  for (const s of now.said || []) for (const letter of s.text.split(' ')) n.set(letter, (n.get(letter) || 0) + s.n);
  return n;
}

const bars = () => el('ul', { class: 'bars' }, ['right', 'nearly', 'wrong', 'invalid'].filter((r) => now.counts?.[r]).map((r) => el('li', { class: r }, el('span', {}, t('quiz.' + r)), el('progress', { max: now.pupils, value: now.counts[r], 'aria-label': t('quiz.' + r) }), el('b', {}, String(now.counts[r])))));

/** An answer somebody has to look at: decided once for all who wrote it. */
function doubt(d) {
  const rule = (counts) => post(base + 'rule' + query, { question: d.question, lang: d.lang, answer: d.text, counts });
  return el('div', { class: 'doubt' }, el('p', { class: 'hint' }, d.ask), el('p', { class: 'lead', lang: d.lang }, d.n > 1 ? d.n + '\u202F× ' : '', d.text), el('p', { class: 'hint' }, d.message),
    el('div', { class: 'row' }, el('button', { type: 'button', class: 'secondary', 'data-rule': 'no', onclick: () => rule(false) }, ui('x'), t('quiz.counts.not')), el('button', { type: 'button', class: 'primary', 'data-rule': 'yes', onclick: () => rule(true) }, ui('check'), t('quiz.counts'))));
}

/** Who is first: teams where there are any. */
function winners() {
  const first = (now.teams?.length ? now.teams.map((x) => ({ ...x, name: t('quiz.team', { Name: x.name }) })) : now.standing).filter((s) => s.rank === 1 && s.points);
  return first.length ? el('div', { class: 'winners' }, ui('trophy'), el('p', {}, first.map((s) => s.name).join(' · '))) : null;
}

const over = () => [winners(), teamRanking(now.teams), ranking(now.standing, null, named),
  el('div', { class: 'row' }, el('a', { class: 'secondary', href: base + 'class' + query, download: '' }, t('quiz.class')), el('a', { class: 'secondary', href: base + 'answers', download: '' }, t('quiz.export')),
    el('a', { class: 'secondary', href: base + 'homework' + query, download: '' }, t('quiz.same'))), el('p', { class: 'hint' }, t(now.reported ? 'quiz.kept.class' : 'quiz.kept'))];

start();
