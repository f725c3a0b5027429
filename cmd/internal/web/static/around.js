// A tablet in the middle of the table: every seat reads its own side, and what all
// share turns to whoever is to move.

import { disc, el, fill, t, teams, ui } from './dom.js';
import { drawn } from './drawn.js';

const key = 'around';
const sides = { 1: ['bottom'], 2: ['bottom', 'top'], 3: ['bottom', 'left', 'right'], 4: ['bottom', 'left', 'top', 'right'] };
const turns = { bottom: 0, left: 90, top: 180, right: 270 };

/** Whether the page is shown so. */
export const lies = () => new URLSearchParams(location.search).has(key);

/** A button to show the page so, or on a wall again. */
export function layButton() {
  const url = new URL(location.href);
  if (lies()) url.searchParams.delete(key);
  else url.searchParams.set(key, '1');
  return el('a', { class: 'lay', 'aria-label': lies() ? t('around.wall') : t('around'), href: url.pathname + url.search }, ui('table'), el('span', {}, lies() ? t('around.wall') : t('around')));
}

/** The side of a seat: its place in the order of play, clockwise. */
function sideOf(i, n) {
  if (n <= 4) return sides[n][i];
  return i < Math.ceil(n / 2) ? 'bottom' : 'top'; // more than four sit at the long sides
}

/** Draws a state for a tablet that lies: the sides, and the middle. */
export function around(state, box, fit, shown) {
  const due = (state.due || []).filter((s) => s);
  const table = drawn(state, {});
  const own = [table.own, ...table.others].filter(Boolean);
  const strips = new Map();
  const list = teams(state.seats);
  state.seats.forEach((s, i) => {
    const side = sideOf(i, state.seats.length);
    const team = list.find((one) => one.members.some((m) => m.id === s.id));
    const mine = own.find((node) => node.dataset.look === s.id);
    const open = (state.places || []).filter((p) => p.kind === 'cards').flatMap((p) => p.pieces).filter((o) => o.price?.length && !o.seats?.includes(s.id) && !o.safe?.includes(s.id));
    strips.set(side, [...(strips.get(side) || []), el('section', { class: ['strip', due.includes(s.id) && !state.over && 'due', s.out && 'out'].filter(Boolean).join(' '), 'data-look': s.id, 'aria-label': s.name },
      el('h2', {}, disc(s.id, s.name), el('span', { class: 'who' }, s.name), due.includes(s.id) && !state.over ? el('span', { class: 'now' }, t('turn.you')) : null, el('b', {}, String(team.total))),
      open.length && !s.out ? el('p', { class: 'owed' }, t('drawn.open'), ' ', open.map((o) => o.label + ' ' + o.price.map((c) => c.label + ' \u2212' + c.n).join(', ')).join(' · ')) : null,
      mine?.querySelector('.places'))]);
  });
  const facing = state.over ? 'bottom' : sideOf(Math.max(0, state.seats.findIndex((s) => s.id === due[0])), state.seats.length);
  const middle = el('div', { class: 'middle', 'data-turn': turns[facing] }, el('div', { class: 'drawn' }, shown || table.middle));
  fill(box, [...strips].map(([side, of]) => el('div', { class: 'side', 'data-side': side }, of)), middle);
  for (const one of box.querySelectorAll('.strip')) fit(one, 1.3);
  fit(middle, 1.5);
}
