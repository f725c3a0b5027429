// The pages of one's own decks: what is typed is sent at once, and what it
// changes takes the place of what was there. Nothing typed is lost: it lies in
// the folder of the deck before the answer comes.

const at = (id) => document.getElementById(id);

async function post(url, body, head = {}) {
  const answer = await fetch(url, { method: 'POST', headers: body instanceof Blob ? { 'Content-Type': 'application/octet-stream', ...head } : { 'Content-Type': 'application/json' }, body: body instanceof Blob ? body : JSON.stringify(body) });
  if (!answer.ok) throw Object.assign(new Error((await answer.text()).trim()), { status: answer.status });
  return answer.json();
}

const say = (text) => { at('own-error').textContent = text; };

/* Putting a page in the place of another */

const keyOf = (node) => node.id || node.dataset?.row || '';

/** Makes one element like another and keeps what is the same, so that who types goes on typing. */
function become(old, now) {
  if (old.nodeType !== now.nodeType || old.nodeName !== now.nodeName || (old.nodeType === 1 && keyOf(old) !== keyOf(now))) { old.replaceWith(document.importNode(now, true)); return; }
  if (old.nodeType !== 1) { if (old.data !== now.data) old.data = now.data; return; }
  const typing = old === document.activeElement && old.matches('input:not([type=radio], [type=checkbox]), textarea');
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name) && !(name === 'open' && old.matches('details'))) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value && !(typing && name === 'value')) old.setAttribute(name, value);
  if (old.matches('textarea')) { if (!typing && !old.dataset.busy && old.value !== now.value) { old.value = now.value; old.defaultValue = now.value; } return; }
  const a = [...old.childNodes], b = [...now.childNodes];
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if (!b[i]) a[i].remove();
    else if (!a[i]) old.append(document.importNode(b[i], true));
    else become(a[i], b[i]);
  }
  if (old.matches('input') && !typing && !old.dataset.busy) { old.value = now.value; old.checked = now.checked; }
  if (old.matches('select') && !typing) old.value = now.value;
}

let asked = null;

/** Fetches the page as it is now and shows what is different. */
async function refresh() {
  asked?.abort();
  const mine = asked = new AbortController();
  try {
    const answer = await fetch(location.href, { signal: mine.signal, headers: { 'X-Part': '1' } });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (mine !== asked) return;
    if (!page.getElementById('bench')) { location.reload(); return; }
    const parts = [...document.querySelectorAll('[data-live]')].sort((a, b) => (b.id === 'card') - (a.id === 'card')); // the card first
    for (const part of parts) {
      const now = page.getElementById(part.id);
      if (now) become(part, now);
      if (part.id === 'card') await Promise.race([at('front')?.decode?.().catch(() => {}), new Promise((done) => { setTimeout(done, 400); })]);
      if (mine !== asked) return;
    }
    document.body.removeAttribute('aria-busy');
    pending();
  } catch { /* another change came in between, or nobody answers: then the page says so */ }
}

/** Cards are looked at while others are seen already: then the page says what was found. */
function pending() { if (at('faults')?.hasAttribute('data-pending')) setTimeout(() => { if (waiting === 0) refresh(); }, 250); }

/** Chooses another row or language without another page. */
function go(change) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
  if (url.href === location.href) return;
  history.replaceState(null, '', url);
  for (const a of document.querySelectorAll('[data-go]')) {
    const to = new URL(a.href);
    to.searchParams.set('row', url.searchParams.get('row') ?? '');
    a.href = to;
  }
  refresh();
}

/* Changes, one after the other */

let line = Promise.resolve();
let waiting = 0;

function change(what) {
  const bench = at('bench');
  say('');
  waiting++;
  line = line.then(() => post(bench.dataset.url + '/do', { deck: bench.dataset.deck, ...what })).then((out) => {
    if (--waiting === 0 && !out.url) return refresh().then(() => out);
    if (out.url) location.assign(out.url);
    return out;
  }).catch((e) => {
    waiting = 0;
    if (e.status === 409 && what.do === 'save' && confirm(e.message + '\n' + bench.dataset.elsewhere)) return change({ do: 'overwrite' });
    say(e.message);
    return refresh();
  });
  return line;
}

/** Sends what is typed a moment after the last key, and at the latest when the field is left. */
function typed(field, what) {
  let soon = 0;
  const now = () => {
    clearTimeout(soon);
    soon = 0;
    if (field.value === field.dataset.sent) return;
    field.dataset.sent = field.value;
    field.dataset.busy = '1';
    change({ ...what(), value: field.value }).finally(() => { if (field.value === field.dataset.sent) delete field.dataset.busy; });
  };
  return { later: () => { clearTimeout(soon); field.dataset.busy = '1'; soon = setTimeout(now, 120); }, now };
}

const fields = new WeakMap();

function whatOf(field) {
  if (field.id === 'deck-name') return () => ({ do: 'name' });
  if (field.dataset.path) return () => ({ do: 'set', id: field.dataset.path });
  if (field.dataset.topic) return () => ({ do: 'topic', id: field.dataset.topic, field: field.dataset.part, lang: field.dataset.in });
  if (field.dataset.whole !== undefined) return () => ({ do: 'whole' });
  if (field.dataset.at) { const [row, col] = field.dataset.at.split(',').map(Number); if (!field.dataset.id) return () => ({ do: 'cell', row, col }); }
  if (field.dataset.id) return () => ({ do: 'text', id: field.dataset.id, lang: field.dataset.in ?? '' });
  if (field.dataset.head) return () => ({ do: 'cell', row: headRow(), col: Number(field.dataset.head) });
  if (field.dataset.font) return () => ({ do: 'font', field: field.dataset.font });
  return null;
}

const headRow = () => Number(document.querySelector('#grid tbody tr')?.dataset.row ?? 2) - 1;

function sender(field) {
  if (!fields.has(field)) { const what = whatOf(field); fields.set(field, what && typed(field, what)); }
  return fields.get(field);
}

/* Files */

const tables = /\.(csv|tsv|xlsx|zip|ya?ml)$/i;

async function give(url, files, more = {}) {
  for (const file of files) await post(url + '/file', file.slice(), { 'X-Name': encodeURIComponent(file.name), ...more });
}

/** A table becomes a deck; pictures and fonts beside it go along. */
async function bring(list) {
  const files = [...list];
  const first = files.find((f) => tables.test(f.name));
  document.body.setAttribute('aria-busy', 'true');
  try {
    const { url } = await post(at('drop')?.dataset.url ?? '/own/drop', (first ?? files[0]).slice(), { 'X-Name': encodeURIComponent((first ?? files[0]).name) });
    if (url.startsWith('/own/')) await give(url, files.filter((f) => !tables.test(f.name)));
    location.assign(url);
  } catch (e) { say(e.message); document.body.removeAttribute('aria-busy'); }
}

/** The files of what was dropped, those in folders too. */
async function dropped(data) {
  const entries = [...data.items].map((i) => i.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((e) => e.isDirectory)) return [...data.files];
  const files = [];
  const walk = async (entry) => {
    if (entry.isFile) files.push(await new Promise((done, fail) => { entry.file(done, fail); }));
    else { const reader = entry.createReader(); for (let some; (some = await new Promise((done, fail) => { reader.readEntries(done, fail); })).length;) for (const e of some) await walk(e); }
  };
  for (const e of entries) await walk(e);
  return files;
}

function droppable(zone, take) {
  for (const kind of ['dragenter', 'dragover']) zone.addEventListener(kind, (e) => { if (e.dataTransfer.types.includes('Files')) { e.preventDefault(); zone.classList.add('over'); } });
  zone.addEventListener('dragleave', (e) => { if (!zone.contains(e.relatedTarget)) zone.classList.remove('over'); });
  zone.addEventListener('drop', async (e) => {
    e.preventDefault();
    zone.classList.remove('over');
    take(await dropped(e.dataTransfer), e.target);
  });
}

/* The page of all decks */

function list() {
  at('files').addEventListener('change', () => bring(at('files').files));
  droppable(document.body, bring);
  for (const b of document.querySelectorAll('[data-kind], [data-new]')) b.addEventListener('click', async () => {
    try { location.assign((await post(b.dataset.new ?? '/own/new', { name: at('name').value, kind: b.dataset.kind })).url); } catch (e) { say(e.message); }
  });
}

/* The page of a deck, or of an event */

function bench() {
  const box = at('bench');
  const url = box.dataset.url;
  box.addEventListener('input', (e) => { if (e.target.matches('textarea, input:not([type=radio], [type=checkbox], [type=file])')) sender(e.target)?.later(); });
  box.addEventListener('focusout', (e) => { if (fields.has(e.target)) sender(e.target)?.now(); });
  box.addEventListener('focusin', (e) => {
    const row = e.target.closest?.('tr[data-row]');
    if (row) go({ row: row.dataset.row });
  });
  box.addEventListener('change', async (e) => {
    const t = e.target;
    if (t.dataset.field) change({ do: 'field', col: Number(t.dataset.field), field: t.value });
    else if (t.id === 'add' && t.value) { change({ do: 'column', field: t.value }); t.value = ''; } else if (t.id === 'add-language' && t.value) { change({ do: 'language', value: t.value }); t.value = ''; } else if (['look', 'theme', 'size'].includes(t.name)) change({ do: t.name, value: t.value });
    else if (t.name === 'card-ink') go({ ink: t.value });
    else if (t.id === 'deck') location.assign(url + '?at=table&deck=' + t.value);
    else if (t.dataset.lead) change({ do: 'lead', row: Number(t.dataset.lead), value: t.checked ? t.value : '' });
    else if (t.matches('select[data-topic]')) change({ do: 'topic', id: t.dataset.topic, field: t.dataset.part, lang: t.dataset.in, value: t.value });
    else if (t.matches('select[data-path]')) change({ do: 'set', id: t.dataset.path, value: t.value });
    else if (t.type === 'file') { try { await give(url, t.files); await refresh(); } catch (err) { say(err.message); } t.value = ''; }
  });
  box.addEventListener('click', (e) => {
    const b = e.target.closest('[data-do], [data-stamp], a[data-row], a[data-lang], a[data-cell], #grid tbody td, #grid tbody th');
    if (!b) return;
    if (b.dataset.row) { e.preventDefault(); go({ row: b.dataset.row }); } else if (b.dataset.lang && b.matches('a')) { e.preventDefault(); go({ lang: b.dataset.lang }); } else if (b.dataset.cell) { e.preventDefault(); at('c' + b.dataset.cell.replace(',', '-'))?.focus(); } else if (b.dataset.stamp) change({ do: 'stamp', id: b.dataset.stamp, lang: b.dataset.in });
    else if (b.dataset.do) act(b, box);
    else if (b.closest('tr[data-row]') && !e.target.matches('textarea')) go({ row: b.closest('tr').dataset.row });
  });
  droppable(box, async (files, target) => {
    const cell = target.closest?.('td')?.querySelector('textarea[data-at]');
    const pictures = files.filter((f) => !tables.test(f.name));
    try {
      if (cell && pictures.length === 1 && target.closest('td').matches('[data-takes-picture]')) {
        const [row, col] = cell.dataset.at.split(',');
        await give(url, pictures, { 'X-Row': row, 'X-Col': col, 'X-Deck': box.dataset.deck });
      } else if (pictures.length || url.startsWith('/events/')) await give(url, pictures.length ? pictures : files);
      else if (files.length) return bring(files);
      await refresh();
    } catch (e) { say(e.message); }
  });
  addEventListener('keydown', (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.altKey) return;
    const key = e.key.toLowerCase();
    if (key === 's') { e.preventDefault(); document.activeElement.blur?.(); change({ do: 'save' }); }
    if (key === 'z' && !document.activeElement.dataset?.busy) { e.preventDefault(); change({ do: e.shiftKey ? 'redo' : 'undo' }); }
  });
  box.addEventListener('keydown', grid);
  box.addEventListener('paste', (e) => { // rows of a spreadsheet
    const list = e.target.closest('[data-paste]')?.dataset.paste;
    const text = e.clipboardData.getData('text/plain');
    if (list && /[\t\n]/.test(text.trim())) { e.preventDefault(); change({ do: 'paste', id: list, value: text }); }
  });
  document.querySelector('.dock').addEventListener('click', (e) => { const b = e.target.closest('[data-do]'); if (b) act(b, box); });
  pending();
}

/** In the table Enter and the arrows with Alt go from row to row. */
function grid(e) {
  const here = e.target.dataset?.at;
  if (!here) return;
  const [row, col] = here.split(',').map(Number);
  const to = { Enter: e.shiftKey || e.altKey || e.isComposing ? 0 : 1, ArrowDown: e.altKey ? 1 : 0, ArrowUp: e.altKey ? -1 : 0 }[e.key];
  if (!to) return;
  const next = at('c' + (row + to) + '-' + col);
  if (next) { e.preventDefault(); next.focus(); }
}

function act(b, box) {
  const row = Number(b.closest('tr')?.dataset.row ?? 0);
  switch (b.dataset.do) {
    case 'give-up': if (confirm(box.dataset.sure)) change({ do: 'give-up' }); return;
    case 'save-as': { const name = prompt(box.dataset.askName, at('deck-name').value); if (name) change({ do: 'save-as', value: name }); return; }
    case 'print': change({ do: 'print', value: ['event-ink', 'event-paper'].map((name) => document.querySelector('[name=' + name + ']:checked').value).join(' ') }); return;
    case 'new-topic': change({ do: 'new-topic', value: at('new-topic').value }); return;
    case 'drop-topic': if (confirm(b.dataset.ask)) change({ do: 'drop-topic', id: b.dataset.id }); return;
    case 'stamp-topic': change({ do: 'stamp-topic', id: b.dataset.id, lang: b.dataset.in }); return;
    case 'no-logo': change({ do: 'set', id: 'logo', value: '' }); return;
    case 'hold': hold(b); return;
    case 'rule': change({ do: 'rule', id: b.dataset.section }); return;
    default: change({ do: b.dataset.do, row, id: b.dataset.id });
  }
}

/** All tables of an event are begun at the desk, which opens. */
async function hold(b) {
  b.disabled = true;
  const out = await change({ do: 'hold' });
  b.disabled = false;
  if (!out?.desk) return;
  at('held-link').href = out.desk;
  at('held-link').textContent = out.desk.split('#')[0];
  at('held-elsewhere').hidden = !out.elsewhere;
  at('held').hidden = false;
  at('held').scrollIntoView({ block: 'nearest' });
  window.open(out.desk, '_blank', 'noopener');
}

/* A teacher's questions */

async function bringQuestions(files) {
  const file = [...files].find((f) => /\.(csv|tsv|xlsx|json)$/i.test(f.name)) ?? files[0];
  if (!file) return;
  try { location.assign((await post('/questions/drop', file.slice(), { 'X-Name': encodeURIComponent(file.name) })).url); } catch (e) { say(e.message); }
}

function questions() {
  at('ask-files')?.addEventListener('change', () => bringQuestions(at('ask-files').files));
  droppable(document.body, bringQuestions);
  const list = at('ask')?.dataset.list;
  if (!list) { for (const b of document.querySelectorAll('[data-kind]')) b.addEventListener('click', async () => { try { location.assign((await post('/own/new', { name: '', kind: b.dataset.kind })).url); } catch (e) { say(e.message); } }); return; }
  for (const form of document.querySelectorAll('.try-answer')) form.addEventListener('submit', async (e) => {
    e.preventDefault();
    try {
      const got = await post('/questions/' + list + '/check', { id: form.dataset.id, answer: form.querySelector('input').value });
      const out = form.querySelector('output');
      out.className = got.result;
      out.textContent = got.text;
    } catch (err) { say(err.message); }
  });
  const chosen = (name) => document.querySelector('[name=' + name + ']:checked').value;
  at('ask-make').addEventListener('click', async () => {
    at('ask-make').disabled = true;
    try { location.assign((await post('/questions/' + list + '/make', { game: at('ask-game').value, ink: chosen('ask-ink'), paper: chosen('ask-paper') })).url); } catch (e) { say(e.message); at('ask-make').disabled = false; }
  });
}

if (at('bench')) bench();
else if (at('ask') || at('ask-drop')) questions();
else if (at('drop')) list();
