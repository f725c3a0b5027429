// The connection of a page to its table: the state, events, and entries that
// wait until they are sent.

import { get, keep, kept, page, post } from './dom.js';

const base = '/t/' + page.table + '/';
const query = '?lang=' + encodeURIComponent(page.lang);

/**
 * Live keeps a table's state up to date and sends entries in their order, each
 * under an id of its own: whatever is sent twice counts once.
 *
 * on is told: state(state), sending(), sent(entry, answer), refused(entry,
 * refusal), conflict(entry, conflict), failed(entry, why), line(connected),
 * broken(), away().
 */
export class Live {
  constructor(on) {
    this.on = on;
    this.key = 'kitpress.waiting.' + page.table + '.' + page.role + '.' + page.seat;
    this.queue = kept(this.key) || [];
    this.state = null;
    this.connected = true;
    this.gone = false; // the table, or this device from it: nothing more is asked
    this.halted = false; // a conflict waits for an answer
    this.busy = false;
    this.wait = 500;
  }

  async start() {
    addEventListener('online', () => this.wake());
    addEventListener('offline', () => this.line(false));
    addEventListener('pageshow', (e) => { if (e.persisted) this.wake(); });
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.wake(); });
    await this.refresh();
    this.listen();
    this.flush();
  }

  /** After sleep: everything may be old. */
  wake() {
    if (this.gone) return;
    this.wait = 500;
    this.refresh();
    if (!this.source || this.source.readyState === EventSource.CLOSED) this.listen();
    this.flush();
  }

  listen() {
    if (this.gone) return;
    this.source?.close();
    const source = new EventSource(base + 'events');
    this.source = source;
    source.addEventListener('open', () => { this.wait = 500; this.line(true); this.flush(); });
    source.onmessage = () => this.soon();
    source.addEventListener('table', () => this.soon());
    source.addEventListener('here', () => { if (!this.state?.seq) this.soon(); }); // who is there is shown until it begins
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) source.close();
      else source.close();
      this.again();
    });
  }

  /** Tries the connection again after a while that grows. */
  again() {
    if (this.gone) return;
    clearTimeout(this.retry);
    this.wait = Math.min(this.wait * 2, 15000);
    this.retry = setTimeout(async () => {
      await this.refresh();
      this.listen();
      this.flush();
    }, this.wait);
  }

  line(connected) {
    if (this.connected === connected) return;
    this.connected = connected;
    this.on.line(connected);
  }

  soon() {
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.refresh(), 30);
  }

  async refresh() {
    if (this.gone) return;
    if (this.asking) { this.askAgain = true; return; }
    this.asking = true;
    try {
      const { code, data } = await get(base + 'state' + query);
      if (code === 200) { this.line(true); this.take(data); }
      if (code === 403 || code === 404) { this.gone = true; this.source?.close(); clearTimeout(this.retry); this.on.away(); }
    } catch {
      this.line(false);
    } finally {
      this.asking = false;
      if (this.askAgain) { this.askAgain = false; this.soon(); }
    }
  }

  take(state) {
    if (!state || this.state && state.seq < this.state.seq) return;
    const before = this.state;
    this.state = state;
    this.on.state(state, before);
  }

  /**
   * Enters something: {verb, seat, args, ruling} or {undo: true}; label is how
   * people call it. It is seen as a tap on what is shown now; what waits already
   * is not entered again. Reports whether it was taken.
   */
  enter(entry, label) {
    if (this.waits(entry)) return false;
    this.queue.push({ ...entry, op: operation(), expect: this.state.seq + this.queue.length, seen: this.state.seq, label });
    this.save();
    this.flush();
    return true;
  }

  /** Reports whether an entry waits to be sent. */
  waits(entry) {
    const claim = JSON.stringify([!!entry.undo, command(entry)]);
    return this.queue.some((e) => JSON.stringify([!!e.undo, command(e)]) === claim);
  }

  /** Takes an entry back that waits; one that is on its way is not stopped. */
  withdraw(op) {
    if (this.busy && this.queue[0]?.op === op) return false;
    this.queue = this.queue.filter((e) => e.op !== op);
    this.rebase(this.state.seq);
    this.save();
    return true;
  }

  save() {
    keep(this.key, this.queue.length ? this.queue : null);
    this.on.sending(this.queue.length);
  }

  async flush() {
    if (this.busy || this.halted || this.gone || !this.queue.length) return;
    this.busy = true;
    try {
      while (this.queue.length && !this.halted) {
        if (!await this.first()) break;
      }
    } finally {
      this.busy = false;
    }
  }

  /** Sends the first entry; reports whether the next one may follow. */
  async first() {
    const entry = this.queue[0];
    let answer;
    try {
      answer = await post(base + (entry.undo ? 'undo' : 'record') + query, bodyOf(entry));
    } catch {
      this.line(false);
      this.again();
      return false;
    }
    this.line(true);
    const { code, data } = answer;
    if (code === 503) {
      this.on.broken();
      this.again();
      return false;
    }
    this.queue.shift();
    if (code === 409 && data.conflict) {
      this.halted = true;
      this.rebase(data.conflict.have);
      this.take(data.state);
      this.on.conflict(entry, data.conflict);
      return false;
    }
    if (code !== 200) this.rebase((data.state ?? this.state)?.seq ?? 0);
    this.save();
    this.take(data.state);
    if (code === 200) this.on.sent(entry, data);
    else if (data.refused) this.on.refused(entry, data.refused);
    else {
      this.on.failed(entry, data.error);
      this.soon(); // it may have been sent away
    }
    return true;
  }

  /** Later entries expect what is there now. */
  rebase(seq) {
    this.queue.forEach((e, i) => { e.expect = seq + i; });
  }

  /** Answers a conflict: sends the entry again, or drops it. */
  resolve(entry, again, have) {
    if (again) {
      this.queue.unshift({ ...entry, op: operation(), expect: have, seen: have });
      this.rebase(have);
    }
    this.halted = false;
    this.save();
    return this.flush();
  }

  /** Asks whether something would be allowed; nothing is entered. */
  why(entry) {
    return post(base + 'why' + query, { op: 'ask', expect: this.state.seq, ...command(entry) });
  }

  /** Asks for the entries before one. */
  log(before) {
    return get(base + 'log' + query + '&before=' + before);
  }

  /** Asks for the table as it was after an entry. */
  at(seq) {
    return get(base + 'at' + query + '&seq=' + seq);
  }

  explain(rule) {
    return get(base + 'explain' + query + '&rule=' + encodeURIComponent(rule));
  }

  call(on) {
    return post(base + 'call' + query, { on });
  }

  freeze(on) {
    return post(base + 'freeze' + query, { on });
  }
}

function command(entry) {
  return { verb: entry.verb, seat: entry.seat || '', args: entry.args || {} };
}

function bodyOf(entry) {
  const head = { op: entry.op, expect: entry.expect, seen: entry.seen };
  if (entry.undo) return head;
  return entry.ruling ? { ...head, ...command(entry), ruling: entry.ruling } : { ...head, ...command(entry) };
}

/** Returns a new id of an operation: 128 bits, also where the page is no secure context. */
export function operation() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}
