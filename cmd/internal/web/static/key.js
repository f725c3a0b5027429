// The desk is closed: the key stands in the address that kitpress serve printed.

import { has, loadWords, page, post, t, wireLanguages } from './dom.js';

async function start() {
  if (!wireLanguages()) return;
  await loadWords();
  const token = location.hash.slice(1);
  if (!token) return;
  history.replaceState(null, '', location.pathname + location.search);
  let code = 0;
  try { ({ code } = await post('/desk/enter', { token })); } catch { /* as a wrong key */ }
  if (code === 200) { location.replace('/desk/?lang=' + page.lang); return; }
  document.getElementById('error').textContent = has('desk.key.wrong') ? t('desk.key.wrong') : t('failed');
}

start();
