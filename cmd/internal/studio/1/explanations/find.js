// Finds topics by words, where no server does: on the list of codes, while
// somebody types, and when a page sends what was typed on it. A code leads to its
// page at once. It is the same search as that of the server.
'use strict';

const table = document.querySelector('.codes');
const list = document.querySelector('.choices');
const none = document.querySelector('.none');
const input = document.getElementById('code');

/** A code as people type it: with or without hyphen, in small letters. */
const plain = (code) => code.toUpperCase().replace(/[\s\u2010\u2011\u2013-]/g, '');

/** The topic of a code, or of its first part where only one begins with it. */
function coded(typed) {
  const code = plain(typed);
  const begin = topics.filter((t) => t.c.split('-')[0] === code);
  return topics.find((t) => plain(t.c) === code || t.o?.some((o) => plain(o) === code)) || (begin.length === 1 ? begin[0] : undefined);
}

/** How well words fit a topic: 0 when one of them is missing. */
function rank(topic, words) {
  const title = topic.t.toLowerCase();
  let sum = 0;
  for (const w of words) {
    if (title === words.join(' ')) sum += 20;
    else if (title.includes(w)) sum += 9;
    else if (topic.n.includes(w)) sum += 3;
    else if (topic.w.includes(w)) sum += 1;
    else return 0;
  }
  return sum;
}

/** An element with a text. */
function el(tag, text, cls) {
  const node = document.createElement(tag);
  node.textContent = text;
  if (cls) node.className = cls;
  return node;
}

/** Shows what is found, or all codes while nothing is typed. */
function show(typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length ? topics.map((t) => [rank(t, words), t]).filter(([n]) => n > 0).sort(([a], [b]) => b - a).slice(0, 20) : [];
  const code = coded(typed);
  if (code && !found.some(([, t]) => t === code)) found.unshift([99, code]);
  list.replaceChildren(...found.map(([, t]) => {
    const line = el('li', '');
    const link = el('a', '');
    link.href = t.h;
    link.append(el('span', t.c, 'language'), ' ', el('span', t.t, 'title'));
    line.append(link, el('p', t.s));
    return line;
  }));
  list.hidden = !found.length;
  table.hidden = found.length > 0;
  none.hidden = !words.length || found.length > 0;
}

const typed = new URLSearchParams(location.search).get('code') || '';
const at = coded(typed);
if (at) location.replace(at.h);
input.value = typed;
show(typed);
input.addEventListener('input', () => show(input.value));
input.form.addEventListener('submit', (e) => {
  const code = coded(input.value);
  e.preventDefault();
  if (code) location.href = code.h;
  else show(input.value);
});
if (typed) document.getElementById('content').focus();
