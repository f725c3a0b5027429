// The page of a game that is being written: when a file was saved, what is new
// takes the place of what was there, once its picture is ready.

const at = (id) => document.getElementById(id);
const busy = { now: false, again: false };

/** Takes what is new from the page as it is now; cards that are the same stay. */
async function renew() {
  if (busy.now) { busy.again = true; return; }
  busy.now = true;
  do {
    busy.again = false;
    try {
      const page = new DOMParser().parseFromString(await (await fetch('/')).text(), 'text/html');
      if (!page.getElementById('live')) continue;
      const there = new Map([...at('faces').children].map((li) => [li.dataset.key, li]));
      const fresh = [];
      const list = [...page.getElementById('faces').children].map((li) => {
        const old = there.get(li.dataset.key);
        if (old?.dataset.state === li.dataset.state) { old.className = li.className; return old; }
        fresh.push(document.importNode(li, true));
        return fresh.at(-1);
      });
      await Promise.all(fresh.slice(0, 12).map((li) => li.querySelector('img')?.decode().catch(() => {})));
      at('said').replaceChildren(...document.importNode(page.getElementById('said'), true).childNodes);
      if (list.some((li, i) => li !== at('faces').children[i]) || list.length !== at('faces').children.length) at('faces').replaceChildren(...list);
      at('live').dataset.n = page.getElementById('live').dataset.n;
      if (at('paper').open) sheets();
    } catch { /* nobody answers: the page says so */ }
  } while (busy.again);
  busy.now = false;
}

async function sheets() {
  const page = new DOMParser().parseFromString(await (await fetch('/live/sheets')).text(), 'text/html');
  at('on-paper').replaceChildren(...document.importNode(page.querySelector('.note') ?? page.body, true).childNodes);
}

at('paper').addEventListener('toggle', () => { if (at('paper').open) sheets(); });
const line = new EventSource('/live/events');
line.addEventListener('message', (e) => { if (e.data !== at('live').dataset.n) renew(); });
addEventListener('pagehide', () => line.close());
