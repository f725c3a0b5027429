// Small helpers: elements, words, pictures.

const body = document.body.dataset;

/** What the page was made for: page, table, game, role, seat, lang. */
export const page = body;

/** Returns an element. props are attributes; on… are listeners; children are nodes, texts or null. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(9).filter((c) => c !== null && c !== undefined && c !== false && c !== ''));
  return node;
}

/** Puts children in place of what a node holds. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(9).filter((c) => c !== null && c !== undefined && c !== false && c !== ''));
}

let words = {};

/** Loads kitpress's own words in the language of the page. */
export async function loadWords() {
  const key = 'kitpress.words.' + page.lang;
  try {
    const answer = await fetch('/t/words?lang=' + encodeURIComponent(page.lang));
    if (!answer.ok) throw new Error(answer.status);
    words = await answer.json();
    keep(key, words);
  } catch {
    words = kept(key) || {};
  }
}

/** Takes words that are on the page already. */
export const useWords = (all) => { words = all; };

/** Returns one of kitpress's own words; values stand for its placeholders. */
export function t(id, values = {}) {
  const text = words['table.' + id] ?? words[id] ?? '‹' + id + '›';
  return text.replace(/\{\{\.(\w+)\}\}/g, (_, name) => values[name] ?? '');
}

/** Reports whether there is such a word. */
export const has = (id) => words['table.' + id] !== undefined;

/** Joins names as the language does. */
export function list(names) {
  return names.join(page.lang === 'ja' ? '、' : ', ');
}

/** Puts the pictures of pages and of a game into the document, where use finds them. */
export async function loadPictures(game, more = false) {
  const files = more ? [] : ['/static/ui.svg'];
  if (game) files.push('/static/game-' + game + '.svg');
  await Promise.all(files.map(async (file) => {
    try {
      const answer = await fetch(file);
      if (!answer.ok) return;
      const doc = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml');
      const root = doc.documentElement;
      if (root.tagName !== 'svg') return;
      for (const symbol of root.querySelectorAll('symbol')) {
        if (!symbol.id.startsWith('ui-')) symbol.id = 'look-' + symbol.id;
      }
      root.setAttribute('class', 'sprite');
      root.setAttribute('aria-hidden', 'true');
      document.body.append(document.importNode(root, true));
    } catch { /* a page without pictures says all the same */ }
  }));
}

/** Returns a picture by the id of its symbol, null when there is none. */
function picture(id, extra) {
  if (!document.getElementById(id)) return null;
  const ns = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(ns, 'svg');
  svg.setAttribute('class', extra ? 'pic ' + extra : 'pic');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('focusable', 'false');
  const use = document.createElementNS(ns, 'use');
  use.setAttribute('href', '#' + id);
  svg.append(use);
  return svg;
}

/** A picture of the pages' own. */
export const ui = (name, extra) => picture('ui-' + name, extra);

/** The picture of a card or an item, null when it has none. */
export const look = (id) => (id ? picture('look-' + id) : null);

const letters = new Map(); // what stands on the discs of seats, by their names

/** Notes who sits at the table: no two discs bear the same letters. */
export function sitting(names) {
  letters.clear();
  for (const name of names) {
    let n = 1;
    while (n < [...name].length && names.some((o) => o !== name && begin(o, n) === begin(name, n))) n++;
    letters.set(name, begin(name, Math.min(n, 3)));
  }
}

const begin = (name, n) => [...name].slice(0, n).join('').toLocaleUpperCase(page.lang);

/** A disc in the colour of a seat or an item, with its picture or its letters. */
export function disc(id, name) {
  const text = letters.get(name) ?? [...name][0] ?? '';
  return el('span', { class: 'disc' + ([...text].length > 1 ? ' long' : ''), 'data-look': id, 'aria-hidden': 'true' }, look(id) || text);
}

/** Seats that count together, each team once and in the order of seats. */
export function teams(seats) {
  const all = new Map();
  for (const s of seats) {
    const key = s.team || s.id;
    if (!all.has(key)) all.set(key, { ...s, members: [] });
    all.get(key).members.push(s);
  }
  return [...all.values()].map((team) => ({ ...team, name: team.members.map((m) => m.name).join(' + '), out: team.members.every((m) => m.out) }));
}

const reaction = 500; // milliseconds in which nobody has read what is new

/**
 * Marks what a node holds as new: for a moment, and as long as it is busy, taps
 * on it do not count, for the finger meant what was there before. So a double tap
 * enters nothing twice.
 */
export function settle(node) {
  if (!node.settles) node.addEventListener('click', (e) => {
    if (e.timeStamp - node.freshAt >= reaction && node.getAttribute('aria-busy') !== 'true') return; // when it was tapped, however late it comes
    e.stopImmediatePropagation();
    e.preventDefault();
  }, true);
  clearTimeout(node.settles);
  node.dataset.fresh = '';
  node.freshAt = performance.now();
  node.settles = setTimeout(() => { delete node.dataset.fresh; }, reaction);
}

/** Keeps a value in the browser; the page works without. */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch { return false; }
}

/** Returns a value that was kept, null for none. */
export function kept(key) {
  try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
}

/** The list of languages: choosing one opens the page in it, and is remembered. */
export function wireLanguages() {
  const select = document.getElementById('lang');
  const asked = new URLSearchParams(location.search).get('lang');
  const liked = kept('kitpress.lang');
  if (asked) keep('kitpress.lang', asked);
  else if (liked && liked !== page.lang && [...select.options].some((o) => o.value === liked)) {
    open(liked);
    return false;
  }
  select?.addEventListener('change', () => { keep('kitpress.lang', select.value); open(select.value); });
  return true;

  function open(lang) {
    const url = new URL(location.href);
    url.searchParams.set('lang', lang);
    location.replace(url);
  }
}

/**
 * A link may be opened where this browser has a role already. It takes the new
 * one, except that a big screen is shown to whoever is at the table. Reports
 * whether the page is loaded again.
 */
export async function swapToken() {
  const token = location.hash.slice(1);
  if (!token || token.length < 16) return false;
  history.replaceState(null, '', location.pathname + location.search);
  if (location.pathname.endsWith('/screen')) return false;
  try {
    const { code } = await post('/t/' + page.table + '/enter', { token });
    if (code === 200) { location.reload(); return true; }
  } catch { /* it stays who it is */ }
  return false;
}

/** Sends JSON; the answer is {code, data}; it throws when nobody answers. */
export async function post(url, data) {
  const abort = new AbortController();
  const late = setTimeout(() => abort.abort(), 12000);
  try {
    const answer = await fetch(url, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(data), signal: abort.signal,
    });
    const text = await answer.text();
    let read = {};
    try { read = JSON.parse(text); } catch { /* no JSON: the code says enough */ }
    return { code: answer.status, data: read };
  } finally {
    clearTimeout(late);
  }
}

/** Reads JSON; the same answers as post. */
export async function get(url) {
  const abort = new AbortController();
  const late = setTimeout(() => abort.abort(), 12000);
  try {
    const answer = await fetch(url, { signal: abort.signal });
    let read = {};
    try { read = await answer.json(); } catch { /* as above */ }
    return { code: answer.status, data: read };
  } finally {
    clearTimeout(late);
  }
}
