// Joining a table: by the PIN that is typed, or by the token of a link.

import { disc, el, fill, loadPictures, loadWords, has, page, post, t, ui, wireLanguages } from './dom.js';

const at = (id) => document.getElementById(id);
const digits = 6;
let pin = '';
let role = 'seat';

async function start() {
  if (!wireLanguages()) return;
  await Promise.all([loadWords(), loadPictures(page.game)]);
  const token = location.hash.slice(1);
  pad();
  roles();
  draw();
  at('join').addEventListener('click', () => knock('/t/join', { table: page.table, pin, role }));
  addEventListener('keydown', typed);
  if (token && page.table) knock('/t/' + page.table + '/enter', { token });
}

function typed(e) {
  if (document.querySelector('dialog[open]') || e.ctrlKey || e.metaKey || e.altKey) return;
  if (/^[0-9]$/.test(e.key)) press(e.key);
  else if (e.key === 'Backspace') press('');
  else if (e.key === 'Enter' && pin.length === digits && document.activeElement?.tagName !== 'BUTTON') at('join').click();
}

function press(d) {
  pin = d === '' ? pin.slice(0, -1) : (pin + d).slice(0, digits);
  fill(at('error'));
  draw();
}

function pad() {
  const key = (d) => el('button', { type: 'button', class: d === '0' ? 'zero' : '', onclick: () => press(d) }, d);
  fill(at('pad'), '1234567890'.split('').map(key), el('button', { type: 'button', 'aria-label': t('join.delete'), onclick: () => press('') }, ui('delete')));
}

function roles() {
  const pictures = { seat: 'user', referee: 'gavel', screen: 'screen' };
  fill(at('roles'), Object.keys(pictures).map((r) => el('button', {
    type: 'button', 'aria-pressed': String(r === role), 'data-role': r,
    onclick: () => { role = r; roles(); at('roles').querySelector('[data-role=' + r + ']').focus(); },
  }, ui(pictures[r]), el('span', {}, t('role.' + r)))));
}

function draw() {
  fill(at('pin'), Array.from({ length: digits }, (_, i) => el('span', { class: i < pin.length ? 'filled' : '', 'aria-hidden': 'true' }, pin[i] ?? '')),
    el('span', { class: 'hidden', role: 'status' }, t('join.digits', { N: pin.length })));
  at('join').disabled = pin.length < digits;
}

async function knock(url, data) {
  let answer;
  try { answer = await post(url + '?lang=' + page.lang, data); } catch { fail(''); return; }
  const { code, data: got } = answer;
  if (code !== 200) { fail(got.error); return; }
  if (got.choose) { choose(url, data, got); return; }
  const to = (got.url || '/t/' + got.table + '/') + (data.role === 'screen' ? 'screen' : '');
  location.replace(to + '?lang=' + page.lang);
}

function fail(why) {
  if (!at('error')) return;
  fill(at('error'), why && has('error.' + why) ? t('error.' + why) : t('failed'));
  pin = '';
  if (at('pad')) draw();
  at('pad')?.querySelector('button')?.focus();
}

function choose(url, data, got) {
  const box = at('main');
  fill(box, el('h2', { tabindex: '-1' }, t('join.seat')), el('p', { class: 'error', id: 'error', role: 'alert' }),
    el('div', { class: 'seats-free' }, got.choose.map((s) => el('button', {
      type: 'button', 'data-look': s.id, disabled: !s.free, onclick: () => knock(url, { ...data, table: got.table, seat: s.id }),
    }, disc(s.id, s.name), el('span', {}, s.name), s.free ? null : el('span', { class: 'hint' }, t('join.taken'))))));
  box.querySelector('h2').focus();
}

start();
