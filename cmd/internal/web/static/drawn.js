// The table, drawn: what lies where, as it lies on the real one. Whatever a move
// concerns can be touched; the moves that are reached so are not listed again.

import { disc, el, look, page, t, ui } from './dom.js';

/**
 * Returns what is drawn of a state: {middle, own, others, covered}: nodes of what
 * all share, of whoever is to move here, and of the others; covered has the keys
 * of the moves that can be made there. me is the seat whose view it is, "" for
 * none. touch(moves, name, face) is called when a piece is touched, read(piece,
 * place) when somebody wants to read it.
 */
export function drawn(state, { me = '', moves = [], touch, read }) {
  const covered = new Set();
  const at = { state, me, moves, touch, read, covered, faces: state.faces };
  const places = state.places || [];
  const hands = places.filter((p) => p.kind === 'hand').flatMap((p) => p.pieces.flatMap((piece) => reached(p, piece, at, new Set())));
  at.held = new Set(hands.map((m) => m.key)); // played from a hand: no other piece offers them
  const nodes = (of) => {
    const drawn = places.filter(of).map((p) => [p.kind === 'piles', place(p, at)]).filter(([, node]) => node);
    const heaps = drawn.filter(([heap]) => heap).map(([, node]) => node); // side by side
    return [drawn.filter(([heap]) => !heap).map(([, node]) => node), heaps.length ? el('div', { class: 'heaps' }, heaps) : null].flat().filter(Boolean);
  };
  const seats = state.seats.map((s) => s.id).filter((id) => places.some((p) => p.seat === id && p.kind !== 'dice'));
  const ofSeat = (id) => {
    const mates = nodes((p) => p.seat === id && p.kind !== 'dice' && !p.pieces.some((one) => one.text));
    return mates.length ? el('div', { class: 'seat-places', 'data-look': id },
      el('h3', { class: 'seat-name' }, disc(id, nameIn(state, id)), nameIn(state, id)), el('div', { class: 'places' }, mates)) : null;
  };
  const first = me || (state.due || []).find((s) => s) || '';
  return {
    middle: nodes((p) => !p.seat || p.kind === 'dice' || p.kind === 'cards' && p.pieces.some((one) => one.text)), own: seats.includes(first) ? ofSeat(first) : null,
    others: seats.filter((id) => id !== first).map(ofSeat).filter(Boolean), covered,
  };
}

const nameIn = (state, id) => state.seats.find((s) => s.id === id)?.name ?? id;

/** The moves a piece stands for: those that name it, or that are made where it lies. */
function reached(p, piece, at, held) {
  const values = [piece.value || piece.id, ...(p.kind === 'hand' ? piece.of || [] : [])].filter(Boolean);
  return at.moves.filter((m) => {
    if (held.has(m.key)) return false;
    if (piece.seat && m.seat !== piece.seat || p.seat && m.seat !== p.seat && p.kind !== 'rows') return false;
    if (p.kind !== 'dice' && p.kind !== 'site' && p.verbs?.includes(m.verb)) return true;
    const named = (p.args || []).filter((a) => m.args?.[a]?.some((v) => values.includes(v)));
    return named.length > 0 && (p.kind !== 'rows' || m.seat === p.seat);
  });
}

function place(p, at) {
  const draw = { cards, stack, hand: piles, piles, dice, tracks, rows, figures, site }[p.kind];
  if (!draw || !p.pieces.length && p.kind !== 'stack') return null;
  if (p.kind === 'dice' && at.moves.some((m) => p.verbs?.includes(m.verb))) return null; // the form for them shows them
  const note = p.note && p.kind === 'dice' ? p.note + ': ' + (p.n || 0) : p.note;
  return el('div', { class: 'place ' + p.kind, 'data-place': p.id, 'data-state': p.state || null, role: 'group', 'aria-label': p.label },
    el('p', { class: 'title' }, p.label, note ? el('span', { class: 'note' }, note) : null), draw(p, at));
}

/** A piece that can be touched where there is something to do with it, and read otherwise. */
function piece(p, one, at, { cls = '', name = one.label, children, readable = Boolean(one.id) } = {}) {
  const can = at.touch ? reached(p, one, at, p.kind === 'hand' ? new Set() : at.held).filter((m) => !at.covered.has(m.key) || p.kind === 'figures') : [];
  for (const m of can) if (p.kind !== 'figures' && p.kind !== 'site' || !m.args?.card) at.covered.add(m.key); // a card that is played is touched itself
  const says = can.length === 1 ? can[0].label : name + (one.note ? ', ' + one.note : '') + (can.length ? ': ' + t('ways', { N: can.length }) : '');
  const body = [el('span', { class: 'hidden' }, says), el('span', { class: 'inside', 'aria-hidden': 'true' }, children)];
  const act = can.length ? () => at.touch(can, name, one) : readable && at.read ? () => at.read(one, p) : null;
  return el('li', { class: ['piece', cls, can.length && 'can', one.state].filter(Boolean).join(' '), 'data-piece': one.id || one.value || null },
    act ? el('button', { type: 'button', class: 'touch', 'data-moves': can.length > 1 ? can.map((m) => m.key).join('\n') : null, 'data-key': can.length === 1 ? can[0].key : 'piece-' + [p.id, p.seat, p.item, one.id || one.value || one.of?.[0], one.seat].join('-'), onclick: act }, body) : el('span', { class: 'touch still' }, body),
    can.length && readable && at.read ? el('button', { type: 'button', class: 'read', 'aria-label': t('read', { Name: name }), 'data-key': 'read-' + p.id + '-' + one.id, onclick: () => at.read(one, p) }, ui('book', 'small')) : null);
}

/** The picture of a card: its face, or its back. On phones it is a small one, unless it is there to be read. */
export function face(faces, one, cls = 'face') {
  const back = !one.id || one.of;
  const card = back ? one.of?.[0] : one.id;
  const side = back ? 'back/' : cls === 'face' && page.role !== 'screen' ? 'small/' : 'front/';
  return card ? el('img', { class: cls, src: faces + side + card, alt: '', draggable: 'false', decoding: 'async' }) : null;
}

const tokens = (one, at) => (one.seats?.length ? el('span', { class: 'tokens' }, one.seats.map((s) => disc(s, nameIn(at.state, s)))) : null);

/** Whether a card costs me nothing any more: my token lies on it, or I may ignore it. */
const kept = (one, me) => Boolean(me && one.price?.length && (one.seats?.includes(me) || one.safe?.includes(me)));

function cards(p, at) {
  const list = merged(p.pieces);
  return el('ul', { class: 'spread' }, list.map(({ one, n }) => piece(p, one, at, {
    cls: 'card' + (one.text ? ' effective' : '') + (kept(one, at.me) ? ' kept' : ''), name: saying(one, at),
    children: [face(at.faces, one), el('span', { class: 'caption' }, one.label, n > 1 ? ' ×' + n : ''), tokens(one, at),
      one.text ? el('span', { class: 'effect' }, el('b', {}, one.note), ' ', one.text) : null],
  })));
}

/** What a card says to whoever does not see it: its name, what it costs and whose tokens lie on it. */
function saying(one, at) {
  const parts = [one.label, ...(one.price || []).map((c) => c.label + ' \u2212' + c.n), ...(one.seats || []).map((s) => nameIn(at.state, s))];
  return (one.text ? [one.label, one.note, one.text] : parts).join(', ');
}

/** Equal cards beside each other are one, with how many there are. */
function merged(list) {
  const out = [];
  for (const one of list) {
    const same = out.find((o) => o.one.id === one.id && JSON.stringify(o.one) === JSON.stringify(one));
    if (same) same.n++;
    else out.push({ one, n: 1 });
  }
  return out;
}

/** Cards on one another: the last one whole, of those below an edge. */
function stack(p, at) {
  if (!p.pieces.length) return el('span', { class: 'slot-card' }, el('span', { class: 'hidden' }, t('drawn.empty')));
  return el('ul', { class: 'stacked' }, p.pieces.slice(-4).map((one) => piece(p, one, at, { cls: 'card', children: [face(at.faces, one), el('span', { class: 'caption' }, one.label)] })));
}

/** Piles to draw from, and hands: backs with a number; what is known lies face up. */
function piles(p, at) {
  return el('ul', { class: 'backs' }, merged(p.pieces).map(({ one, n }) => {
    const many = one.n || n;
    return piece(p, one, at, {
      cls: 'card', name: one.label + ', ' + many, readable: Boolean(one.id && !one.of),
      children: [face(at.faces, one), many > 1 || one.of ? el('span', { class: 'number' }, String(many)) : null],
    });
  }));
}

const dice = (p) => el('ul', { class: 'thrown' }, p.pieces.map((d) => el('li', { class: 'die', 'data-look': d.id }, look(d.id) || d.label, el('span', { class: 'hidden' }, d.label))));

/** Counters: a track up to the most there can be, a number without one. */
function tracks(p, at) {
  const mine = p.seat || 'table';
  return el('ul', { class: 'tracks' }, p.pieces.map((one) => el('li', { class: one.max ? 'track' : 'heap', 'data-look': one.max ? null : one.id },
    el('span', { class: 'of' }, look(one.id), el('span', { class: 'hidden' }, one.label + ': ' + (one.n || 0))),
    one.max ? el('span', { class: 'fields', 'aria-hidden': 'true' }, Array.from({ length: one.max + 1 }, (_, i) => el('span', { class: i === (one.n || 0) ? 'here' : i === 0 ? 'zero' : '', 'data-look': mine }, String(i))))
      : el('b', { 'aria-hidden': 'true' }, String(one.n || 0)))));
}

function rows(p, at) {
  return el('ul', { class: 'spread row-cards' }, p.pieces.map((one) => piece(p, one, at, {
    cls: 'card' + (one.n ? '' : ' none'), name: one.label + ' ' + (one.n || 0) + '/' + one.max,
    children: [face(at.faces, one), el('span', { class: 'number' + (one.n >= one.max ? ' full' : '') }, (one.n || 0) + '/' + one.max), one.note ? el('span', { class: 'effect' }, one.note) : null],
  })));
}

const figure = (p, one, at) => piece(p, one, at, {
  cls: 'figure', readable: false, name: one.label + ' ' + one.value,
  children: el('span', { class: 'pawn', 'data-look': one.seat }, look(one.seat), el('span', {}, one.value)),
});

const figures = (p, at) => el('ul', { class: 'pawns' }, p.pieces.map((one) => figure(p, one, at)));

/** Moves without those that differ only in which of several equal figures makes them. */
export function distinct(moves, state) {
  const stands = new Map();
  for (const p of state.places || []) {
    for (const one of p.pieces) if (one.seat && one.value) stands.set(one.seat + one.value, JSON.stringify([p.id, p.item, { ...one, value: '' }]));
  }
  const said = (m) => JSON.stringify([m.verb, m.seat, m.first?.verb, { ...m.args, by: (m.args.by || []).map((n) => stands.get(m.seat + n) ?? n).sort() }]);
  const seen = new Map();
  for (const m of moves) if (!m.args?.by || !seen.has(said(m))) seen.set(m.args?.by ? said(m) : m.key, m);
  return [...seen.values()];
}

/** A level that somebody can step onto: touched, it is where the step leads. */
function climb(p, level, at) {
  const can = !at.touch ? [] : at.moves.filter((m) => {
    if (!p.verbs?.includes(m.verb)) return false;
    const one = at.state.places.flatMap((o) => o.pieces).find((o) => o.seat === m.seat && o.value === m.args?.by?.[0]);
    return one && m.args.site?.[0] === p.item && (one.n || 0) + 1 === level.n;
  });
  const first = distinct(can, at.state);
  if (!first.length) return null;
  for (const m of can) at.covered.add(m.key);
  const says = first.length === 1 ? first[0].label : p.label + ' ' + level.n + ': ' + t('ways', { N: first.length });
  return el('button', { type: 'button', class: 'climb', 'aria-label': says, 'data-key': first.length === 1 ? first[0].key : 'climb-' + p.item + level.n, 'data-moves': first.length > 1 ? first.map((m) => m.key).join('\n') : null, onclick: () => at.touch(first, p.label) }, ui('up'));
}

/** A site: its three levels with what a step costs and who stands there, its tokens and cards. */
function site(p, at) {
  const levels = p.pieces.filter((one) => one.n && !one.seat && !one.id);
  return el('div', { class: 'site-board', 'data-look': p.item },
    el('div', { class: 'site-head' }, look(p.item), el('b', {}, el('span', { class: 'hidden' }, t('drawn.tokens') + ' '), String(p.n || 0))),
    el('ol', { class: 'levels' }, levels.map((l) => el('li', { class: 'level' }, climb(p, l, at),
      el('span', { class: 'step' }, String(l.n)),
      el('span', { class: 'gate' }, (l.price || []).map((c) => el('span', { class: 'disc-' + c.id }, el('span', { class: 'hidden' }, c.label + ' '), String(c.n)))),
      el('ul', { class: 'pawns' }, p.pieces.filter((one) => one.seat && one.n === l.n).map((one) => figure(p, one, at)))))),
    el('ul', { class: 'spread small' }, p.pieces.filter((one) => one.id).map((one) => piece(p, one, at, { cls: 'card', children: [face(at.faces, one), el('span', { class: 'caption' }, one.label)] }))));
}
