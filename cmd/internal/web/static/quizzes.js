// The desk's form for quizzes: what is asked, and how it is played; and what is
// kept of classes.

import { el, fill, get, page, post, t, ui } from './dom.js';
import { notice, sheet } from './sheet.js';

const query = '?lang=' + page.lang;
const ask = { from: '', topics: new Set(), levels: new Set(), lang: page.lang, n: 10, way: 'together', teams: 0, deal: '', fast: '', class: '' };
let topics = []; // what there is to ask about
let asking = ''; // where those came from
let desk;
let box;

/** Draws the form into a node. */
export async function quizForm(node, now) {
  box = node;
  desk = now;
  draw();
  await refresh();
  await classes();
}

/** Notes what tables there are now. */
export function tablesChanged(now) {
  const open = (x) => x.tables.filter((y) => y.open).map((y) => y.id + y.number).join();
  if (!box || open(now) === open(desk)) { desk = now; return; }
  desk = now;
  if (!box.contains(document.activeElement)) draw();
}

const [games, table] = ['game:', 'table:'];
const after = (prefix) => (ask.from.startsWith(prefix) ? ask.from.slice(prefix.length) : '');

/** What is asked about, as the desk hears it. */
const about = () => ({ game: after(games), table: after(table), topics: [...ask.topics], levels: [...ask.levels], lang: ask.lang, n: ask.n });

function address(path) {
  const a = about();
  const list = { in: a.lang, game: a.game, table: a.table, topics: a.topics.join(), levels: a.levels.join(), n: a.n };
  return path + query + Object.entries(list).filter(([, v]) => v).map(([k, v]) => '&' + k + '=' + encodeURIComponent(v)).join('');
}

/** Asks again what there is to ask about. */
async function refresh() {
  asking = ask.from + ask.lang;
  const was = asking;
  const a = about();
  const { code, data } = await get('/desk/quiz/topics' + query + '&in=' + a.lang + '&game=' + a.game + '&table=' + a.table).catch(() => ({ code: 0 }));
  if (was !== asking) return; // something else was chosen meanwhile
  topics = code === 200 ? data.topics : [];
  for (const id of ask.topics) if (!topics.some((x) => x.id === id)) ask.topics.delete(id);
  draw();
}

/** How many questions there are of what is chosen. */
const fits = () => topics.filter((x) => !ask.topics.size || ask.topics.has(x.id)).reduce((n, x) => n + x.levels.reduce((m, k, i) => m + (!ask.levels.size || ask.levels.has(i + 1) ? k : 0), 0), 0);

const option = (id, name, chosen) => el('option', { value: id, selected: String(id) === String(chosen) }, name);

function pick(id, label, value, list, change) {
  return el('label', { class: 'pick' }, label, el('select', { id: 'ask-' + id, onchange: (e) => { change(e.target.value); draw(); } }, list.map((o) => (o instanceof Node ? o : option(o[0], o[1], value)))));
}

/** Something that is chosen or not. */
const toggle = (set, id, name) => el('button', { type: 'button', class: 'chip', id: 'ask-' + id, 'aria-pressed': String(set.has(id)), onclick: () => { if (!set.delete(id)) set.add(id); draw(); } }, name);

function draw() {
  const focused = document.activeElement?.id;
  const opened = [...box.querySelectorAll('details')].map((d) => d.open);
  const tables = desk.tables.filter((x) => x.open);
  const fold = (i, label, ...inside) => el('details', { class: 'ruling', open: opened[i] }, el('summary', {}, label), inside);
  fill(box,
    pick('from', t('quiz.about'), ask.from, [option('', t('quiz.all'), ask.from),
      el('optgroup', { label: t('quiz.from.games') }, desk.games.map((g) => option(games + g.id, g.name, ask.from))),
      tables.length ? el('optgroup', { label: t('quiz.from.tables') }, tables.map((x) => option(table + x.id, t('board.table', { Name: x.number }) + ' · ' + x.gameName, ask.from))) : el('optgroup', { label: t('quiz.from.tables'), disabled: true })],
    (v) => { ask.from = v; ask.topics.clear(); refresh(); }),
    fold(0, t('quiz.topics') + ': ' + (ask.topics.size ? t('quiz.topics.some', { N: ask.topics.size }) : t('quiz.topics.all')), el('div', { class: 'row topics' }, topics.map((x) => toggle(ask.topics, x.id, x.name)))),
    el('div', { class: 'pick', role: 'group', 'aria-label': t('quiz.levels') }, t('quiz.levels'), el('div', { class: 'row' }, [1, 2, 3].map((n) => toggle(ask.levels, n, t('quiz.level.' + n))))),
    pick('lang', t('quiz.lang'), ask.lang, [...document.querySelectorAll('#lang option')].map((o) => [o.value, o.textContent]), (v) => { ask.lang = v; refresh(); }),
    pick('n', t('quiz.questions'), ask.n, [3, 5, 8, 10, 12, 15, 20].map((n) => [n, n]), (n) => { ask.n = Number(n); }),
    pick('way', t('quiz.way'), ask.way, ['together', 'alone', 'homework'].map((w) => [w, t('quiz.way.' + w)]), (w) => { ask.way = w; }),
    ask.way === 'homework' ? null : fold(1, t('quiz.more'),
      pick('teams', t('quiz.teams'), ask.teams, [[0, t('quiz.teams.none')], ...[2, 3, 4, 5, 6, 7, 8].map((n) => [n, n])], (n) => { ask.teams = Number(n); }),
      ask.teams ? pick('deal', t('quiz.teams.how'), ask.deal, [['', t('quiz.teams.choose')], ['yes', t('quiz.teams.deal')]], (v) => { ask.deal = v; }) : null,
      ask.way === 'together' ? pick('fast', t('quiz.scoring'), ask.fast, [['', t('quiz.scoring.right')], ['yes', t('quiz.scoring.fast')]], (v) => { ask.fast = v; }) : null,
      el('label', { class: 'pick' }, t('quiz.classname'), el('input', { type: 'text', id: 'ask-class', maxlength: 24, value: ask.class, autocomplete: 'off', list: 'class-names', 'aria-describedby': 'class-hint', oninput: (e) => { ask.class = e.target.value; } })),
      el('datalist', { id: 'class-names' }, reports.map((c) => el('option', { value: c.name }))),
      el('p', { class: 'hint', id: 'class-hint' }, t('quiz.classname.hint'))),
    el('p', { class: 'hint', role: 'status' }, t('quiz.fits', { N: fits() })),
    ask.way === 'homework' ? el('a', { class: 'primary', id: 'save-homework', href: fits() ? address('/desk/quiz/homework') : null, download: '' }, ui('next'), t('quiz.save'))
      : el('button', { type: 'button', class: 'primary', id: 'begin-quiz', disabled: !fits(), onclick: begin }, ui('play'), t('quiz.begin')),
    reports.length ? el('div', { class: 'pick', role: 'group', 'aria-label': t('quiz.classes') }, t('quiz.classes'), el('div', { class: 'row' }, reports.map((c) => el('button', { type: 'button', class: 'chip', 'data-class': c.name, onclick: () => report(c) }, c.name)))) : null);
  if (focused && box !== document.activeElement) box.querySelector('#' + CSS.escape(focused))?.focus();
}

async function begin() {
  const { code, data } = await post('/desk/quiz/begin' + query, { ...about(), alone: ask.way === 'alone', fast: ask.fast === 'yes', teams: ask.teams, deal: ask.deal === 'yes', class: ask.class.trim() }).catch(() => ({ code: 0 }));
  if (code === 200) location.href = data.url + query;
  else notice(code === 400 ? t('quiz.classname.bad') : t('failed'));
}

// What is kept of classes.

let reports = [];

async function classes() {
  const { code, data } = await get('/desk/classes' + query).catch(() => ({ code: 0 }));
  if (code !== 200) return;
  reports = data.classes;
  draw();
}

const share = ([right, of]) => (of ? el('td', {}, t('quiz.class.of', { Right: right, Of: of })) : el('td', {}, '–'));

function report(c) {
  sheet(c.name, (close) => [
    el('p', { class: 'hint' }, t('quiz.class.lessons', { N: c.lessons })),
    c.rows.length ? el('div', { class: 'report', tabindex: '0', role: 'region', 'aria-label': c.name }, el('table', {},
      el('thead', {}, el('tr', {}, [t('quiz.name.of'), t('quiz.all'), ...c.topics].map((x) => el('th', { scope: 'col' }, x)))),
      el('tbody', {}, c.rows.map((r) => el('tr', {}, el('th', { scope: 'row' }, r.pupil), share([r.right, r.answered]), r.by.map(share)))))) : el('p', { class: 'empty' }, t('quiz.class.none')),
    el('div', { class: 'actions' },
      el('button', { type: 'button', class: 'secondary', id: 'delete-class', onclick: () => { close(); forget(c); } }, ui('trash'), t('quiz.class.delete')),
      el('a', { class: 'primary', href: '/desk/classes/report' + query + '&name=' + encodeURIComponent(c.name), download: '' }, ui('next'), t('quiz.class.csv'))),
  ]);
}

function forget(c) {
  sheet(t('quiz.class.sure', { Name: c.name }), (close) => el('div', { class: 'actions' },
    el('button', { type: 'button', class: 'secondary', autofocus: true, onclick: close }, t('cancel')),
    el('button', { type: 'button', class: 'danger', id: 'forget-class', onclick: async () => { close(); await post('/desk/classes/delete' + query, { name: c.name }); classes(); } }, ui('trash'), t('quiz.class.delete'))), { alert: true });
}
