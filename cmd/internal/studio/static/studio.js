// The pages of the studio work as forms; here they become quick: what is
// chosen shows at once, and long work shows how far it is.

const at = (id) => document.getElementById(id);

/** Each page tells the studio that it is open; the last one that closes ends it. */
function alive() {
  const line = new EventSource('/alive');
  line.addEventListener('end', () => { line.close(); ended(); });
  line.addEventListener('error', () => { if (line.readyState === EventSource.CLOSED) ended(); });
  addEventListener('pagehide', () => line.close());
}

function ended() {
  document.querySelector('main').replaceChildren(at('ended').content.cloneNode(true));
  document.querySelector('.dock')?.remove();
}

async function send(url, data) {
  const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(data) });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.status === 204 ? {} : answer.json();
}

function head() {
  at('lang').addEventListener('change', () => {
    const url = new URL(location.href);
    url.searchParams.set('ui', at('lang').value);
    location.assign(url);
  });
  at('stop').addEventListener('click', () => send('/stop', {}).catch(() => {}).then(ended));
  if (new URLSearchParams(location.search).has('ui')) { // it is remembered; the address is for what is made
    const url = new URL(location.href);
    url.searchParams.delete('ui');
    history.replaceState(null, '', url);
  }
}

/* The page of a kit */

let latest = null;

/** The choices as the address says them: what is empty is left out. */
function choices() {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(at('choices'))) if (value !== '') query.append(name, value);
  return query;
}

/** Puts what the server says about the choices in place of what it said before. */
async function refresh() {
  const url = at('choices').getAttribute('action') + '?' + choices();
  history.replaceState(null, '', url);
  latest?.abort();
  const mine = latest = new AbortController();
  document.body.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(url, { signal: mine.signal });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (mine !== latest) return;
    for (const part of document.querySelectorAll('[data-live]')) {
      const now = page.getElementById(part.id);
      if (now) part.replaceChildren(...document.importNode(now, true).childNodes);
    }
    at('make').disabled = page.getElementById('make').disabled;
    document.body.removeAttribute('aria-busy');
  } catch { /* another choice came in between, or nobody answers: then the page says so */ }
}

function kit() {
  const form = at('choices');
  let soon = 0;
  form.addEventListener('submit', (e) => { e.preventDefault(); refresh(); });
  form.addEventListener('input', (e) => {
    const t = e.target;
    if (t.dataset.for) for (const r of form.elements[t.dataset.for]) r.checked = r.value === t.value;
    if (t.dataset.for && ![...form.elements[t.dataset.for]].some((r) => r.checked)) other(form, t);
    else if (t.type === 'radio') for (const s of form.querySelectorAll(`[data-for=${t.name}]`)) { s.value = t.value; form.querySelector(`input[type=hidden][name=${t.name}]`)?.remove(); }
    if (t.dataset.part) leaveOut(form, t.dataset.part, !t.checked);
    if (t.name === 'lang' && !form.querySelector('[name=lang]:checked')) t.checked = true;
    clearTimeout(soon);
    soon = setTimeout(refresh, t.type === 'number' ? 150 : 0);
  });
  for (const b of form.querySelectorAll('[data-step]')) b.addEventListener('click', () => {
    const n = at('pupils');
    n.value = Math.max(0, Math.min(Number(n.max), (Number(n.value) || 0) + Number(b.dataset.step))) || '';
    n.dispatchEvent(new Event('input', { bubbles: true }));
  });
  at('savings')?.addEventListener('input', () => refresh());
  at('find')?.addEventListener('input', (e) => {
    e.stopPropagation(); // it chooses nothing
    const words = at('find').value.toLowerCase();
    for (const label of document.querySelectorAll('.topics label')) label.hidden = !label.textContent.toLowerCase().includes(words);
  });
  at('make').addEventListener('click', async () => {
    at('make').disabled = true;
    at('make-error').textContent = '';
    try {
      location.assign((await send('/make', { game: at('make').dataset.game, choices: String(choices()) })).url);
    } catch (e) { at('make-error').textContent = e.message; at('make').disabled = false; }
  });
  looks();
  // chosen before this was read, or kept by the browser over a reload
  if ([...form.querySelectorAll('input')].some((f) => f.value !== f.defaultValue || f.checked !== f.defaultChecked)) refresh();
}

/** A value that has no button of its own is sent by a hidden field. */
function other(form, select) {
  form.querySelector(`input[type=hidden][name=${select.dataset.for}]`)?.remove();
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name: select.dataset.for, value: select.value });
  form.append(field);
}

function leaveOut(form, id, out) {
  for (const f of form.querySelectorAll('input[type=hidden][name=without]')) if (f.value === id) f.remove();
  if (!out) return;
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name: 'without', value: id });
  form.append(field);
}

/** A click on a sheet shows it large, with the others of its file. */
function looks() {
  const box = at('look');
  let view = null;
  let page = 1;
  const show = () => {
    at('look-img').src = view.view + page + '?' + view.query;
    at('look-at').textContent = page + ' / ' + view.pages;
    for (const b of box.querySelectorAll('[data-turn]')) b.disabled = page + Number(b.dataset.turn) < 1 || page + Number(b.dataset.turn) > Number(view.pages);
  };
  const enlarge = (e) => {
    const link = e.target.closest('a[data-view]');
    if (!link || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    view = link.dataset;
    page = Number(view.page ?? 1);
    show();
    box.showModal();
  };
  for (const id of ['sheets', 'reading']) at(id)?.addEventListener('click', enlarge);
  const turn = (n) => { if (page + n >= 1 && page + n <= Number(view.pages)) { page += n; show(); } };
  for (const b of box.querySelectorAll('[data-turn]')) b.addEventListener('click', () => turn(Number(b.dataset.turn)));
  box.addEventListener('keydown', (e) => { if (e.key === 'ArrowRight') turn(1); if (e.key === 'ArrowLeft') turn(-1); });
  box.querySelector('[data-close]').addEventListener('click', () => box.close());
  box.addEventListener('click', (e) => { if (e.target === box) box.close(); });
}

/* The page of a kit that is made */

async function making() {
  const id = at('making').dataset.id;
  at('cancel').addEventListener('click', () => send('/make/' + id + '/stop', {}).catch(() => {}));
  for (;;) {
    await new Promise((done) => { setTimeout(done, 200); });
    let state;
    try { state = await (await fetch('/make/' + id + '/state')).json(); } catch { continue; }
    if (state.end) { location.reload(); return; }
    at('bar').max = state.total || 1;
    at('bar').value = state.done;
    at('file').textContent = state.file;
  }
}

/** Opens a file and, where the browser lets us, its print dialog; else it can be printed from there. */
function printing() {
  for (const b of document.querySelectorAll('[data-print]')) {
    b.hidden = false;
    b.addEventListener('click', () => {
      const page = window.open(b.dataset.print, '_blank');
      at('print-said').hidden = false;
      page?.addEventListener('load', () => {
        try { page.focus(); page.print(); b.dataset.printed = '1'; } catch { /* its own viewer has a button for it */ }
      });
    });
  }
}

/* The doors to what is served beside the studio */

function doors() {
  for (const b of document.querySelectorAll('[data-door]')) b.addEventListener('click', async () => {
    at('door-error').textContent = '';
    try {
      const got = await send('/desk', { to: b.dataset.door, phones: at('phones').checked });
      at('door-link').href = got.url;
      at('door-link').textContent = got.url.split('#')[0];
      at('door-join').textContent = got.join;
      at('door-open').hidden = false;
      window.open(got.url, '_blank', 'noopener');
    } catch (e) { at('door-error').textContent = e.message; }
  });
}

alive();
head();
if (document.querySelector('[data-door]')) doors();
if (at('choices')) kit();
if (at('making')) making();
printing();
