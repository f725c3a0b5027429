// The timer of a lesson and its slides. Where a class stands is kept in this
// browser, so that a reload loses nothing.

const at = (id) => document.getElementById(id);
const { plans, slides, notes } = JSON.parse(at('data').textContent);
const key = 'lesson-' + document.body.dataset.game;
const now = { plan: 0, step: 0, slide: 0, left: 0, until: 0 }; // left: ms when it stands, until: when it runs
try { Object.assign(now, JSON.parse(localStorage.getItem(key))); } catch { /* nothing is kept */ }
if (!plans[now.plan]?.steps[now.step]) Object.assign(now, { plan: 0, step: 0, until: 0, left: 0 });

const plan = () => plans[now.plan];
const rest = () => (now.until ? now.until - Date.now() : now.left);
const clock = (ms) => {
  const s = Math.abs(Math.round(ms / 1000));
  return (ms < -499 ? '−' : '') + Math.floor(s / 60) + ':' + String(s % 60).padStart(2, '0');
};

function keep() {
  try { localStorage.setItem(key, JSON.stringify(now)); } catch { /* the page works without */ }
}

function go(step) {
  const running = now.until > 0;
  now.step = Math.max(0, Math.min(step, plan().steps.length - 1));
  const s = plan().steps[now.step];
  now.left = s.minutes * 60000;
  now.until = running ? Date.now() + now.left : 0;
  if (s.slide) now.slide = s.slide - 1;
  draw();
}

function run(on) {
  now.left = rest();
  now.until = on ? Date.now() + now.left : 0;
  draw();
}

function draw() {
  const s = plan().steps[now.step];
  document.querySelectorAll('[data-plan]').forEach((b, i) => b.setAttribute('aria-pressed', i === now.plan));
  at('scale').replaceChildren(...plan().steps.map((x, i) => {
    const li = document.createElement('li');
    const b = document.createElement('button');
    const name = document.createElement('b');
    const from = document.createElement('small');
    li.style.setProperty('--minutes', x.minutes);
    b.type = 'button';
    if (i === now.step) b.setAttribute('aria-current', 'step');
    name.textContent = x.title;
    from.textContent = x.start + '′';
    b.append(name, from);
    b.addEventListener('click', () => go(i));
    li.append(b);
    return li;
  }));
  for (const part of ['title', 'teacher', 'pupils']) at(part).textContent = s[part];
  at('late').textContent = plan().late;
  at('slide').src = slides[now.slide];
  at('slide').alt = at('number').textContent = now.slide + 1 + ' / ' + slides.length;
  at('note').textContent = notes[now.slide];
  at('run').textContent = at('run').dataset[now.until ? 'pause' : 'start'];
  keep();
  tick();
}

function tick() {
  const ms = rest();
  at('left').textContent = clock(ms);
  document.body.classList.toggle('overtime', ms < -499);
  const later = plan().steps.slice(now.step + 1).reduce((sum, s) => sum + s.minutes * 60000, 0);
  at('whole').textContent = clock(Math.max(0, ms) + later) + ' / ' + clock(plan().minutes * 60000);
}

const turn = (by) => { now.slide = (now.slide + by + slides.length) % slides.length; draw(); };
document.querySelectorAll('[data-plan]').forEach((b) => b.addEventListener('click', () => { now.plan = +b.dataset.plan; now.until = 0; go(0); }));
at('run').addEventListener('click', () => run(!now.until));
at('more').addEventListener('click', () => { if (now.until) now.until += 60000; else now.left += 60000; draw(); });
at('next').addEventListener('click', () => go(now.step + 1));
at('back').addEventListener('click', () => turn(-1));
at('forth').addEventListener('click', () => turn(1));
at('full').addEventListener('click', () => at('slides').requestFullscreen());
at('slide').addEventListener('click', () => turn(1));
at('lang').addEventListener('change', (e) => { location.search = '?lang=' + e.target.value; });
addEventListener('keydown', (e) => {
  const right = document.dir === 'rtl' ? -1 : 1;
  const by = { ArrowRight: right, PageDown: 1, ArrowLeft: -right, PageUp: -1 }[e.key];
  if (by && e.target.tagName !== 'SELECT') { e.preventDefault(); turn(by); }
});
setInterval(tick, 250);
if (now.left || now.until) draw(); else go(0);
