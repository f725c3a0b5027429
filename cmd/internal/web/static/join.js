// Joining a table: by the PIN that is typed, or by the token of a link.

import { disc, el, fill, loadPictures, loadWords, has, page, post, settle, sitting, t, ui, wireLanguages } from './dom.js';

const at = (id) => document.getElementById(id);
const digits = 8;
let pin = '';
let busy = false;

async function start() {
  if (!wireLanguages()) return;
  await Promise.all([loadWords(), loadPictures(page.game)]);
  const token = location.hash.slice(1);
  pad();
  draw();
  at('join').addEventListener('click', send);
  addEventListener('keydown', typed);
  // The code on a table's card stays in the address until it lets somebody in:
  // a page that is loaded again, or in another language, asks for the seat again.
  if (!page.table && /^\d+$/.test(token)) for (const d of token) press(d);
  addEventListener('hashchange', () => { if (location.hash) location.reload(); }); // another code was scanned
  if (token && page.table) knock('/t/' + page.table + '/enter', { token });
}

function typed(e) {
  if (!at('pad') || e.ctrlKey || e.metaKey || e.altKey) return;
  if (/^[0-9]$/.test(e.key)) press(e.key);
  else if (e.key === 'Backspace') press('');
  else if (e.key === 'Enter' && pin.length === digits && document.activeElement?.tagName !== 'BUTTON') send();
}

/** The last digit sends the PIN: it knows its role. */
function press(d) {
  if (busy) return;
  const before = pin.length;
  pin = d === '' ? pin.slice(0, -1) : (pin + d).slice(0, digits);
  if (d !== '') fill(at('error'));
  draw();
  if (before < digits && pin.length === digits) send();
}

function send() {
  if (!busy && pin.length === digits) knock('/t/join', { table: page.table, pin });
}

function pad() {
  const key = (d) => el('button', { type: 'button', class: d === '0' ? 'zero' : '', onclick: () => press(d) }, d);
  fill(at('pad'), '1234567890'.split('').map(key), el('button', { type: 'button', 'aria-label': t('join.delete'), onclick: () => press('') }, ui('delete')));
}

function draw() {
  fill(at('pin'), Array.from({ length: digits }, (_, i) => el('span', { class: i < pin.length ? 'filled' : '', 'aria-hidden': 'true' }, pin[i] ?? '')),
    el('span', { class: 'hidden', role: 'status' }, t('join.digits', { N: pin.length })));
  at('join').disabled = pin.length < digits;
}

async function knock(url, data) {
  let answer;
  busy = true;
  try { answer = await post(url + '?lang=' + page.lang, data); } catch { fail(''); return; } finally { busy = false; }
  const { code, data: got } = answer;
  if (code !== 200) { fail(got.error); return; }
  if (got.choose) { await choose(url, data, got); return; }
  const to = (got.url || '/t/' + got.table + '/') + (data.role === 'screen' ? 'screen' : '');
  location.replace(to + '?lang=' + page.lang);
}

function fail(why) {
  if (!page.table) history.replaceState(null, '', location.pathname + location.search);
  if (!at('error')) return;
  fill(at('error'), why && has('error.' + why) ? t('error.' + why) : t('failed'));
  pin = '';
  if (!at('pad')) return;
  draw();
  at('pad').querySelector('button')?.focus();
}

/** The seats, in the colours and with the pictures they have on the table; or the big screen. */
async function choose(url, data, got) {
  if (got.game && got.game !== page.game) {
    document.head.append(el('link', { rel: 'stylesheet', href: '/static/game-' + got.game + '.css' }));
    await loadPictures(got.game, true);
  }
  sitting(got.choose.map((s) => s.name));
  const box = at('main');
  const go = (more) => knock(url, { ...data, table: got.table, ...more });
  fill(box, el('h2', { tabindex: '-1' }, t('join.seat')), el('p', { class: 'error', id: 'error', role: 'alert' }),
    el('div', { class: 'seats-free' }, got.choose.map((s) => el('button', {
      type: 'button', 'data-look': s.id, disabled: !s.free, onclick: () => go({ seat: s.id, role: 'seat' }),
    }, disc(s.id, s.name), el('span', {}, s.name), s.free ? null : el('span', { class: 'hint' }, t('join.taken'))))),
    data.pin ? el('button', { type: 'button', class: 'other', 'data-role': 'screen', onclick: () => go({ role: 'screen' }) }, ui('screen'), el('span', {}, t('role.screen'))) : null);
  settle(box);
  box.querySelector('h2').focus();
}

start();
