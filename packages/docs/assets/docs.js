// Colours, copying of samples, the contents on a phone, the key `/`. Everything else works without scripts.
const root = document.documentElement;
const russian = root.lang === 'ru';
const button = document.getElementById('theme');
const isDark = () =>
  root.dataset.theme === undefined
    ? matchMedia('(prefers-color-scheme: dark)').matches
    : root.dataset.theme === 'dark';

function nameOther() {
  button.textContent = isDark() ? button.dataset.light : button.dataset.dark;
}
button.hidden = false;
nameOther();
button.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  try {
    localStorage.setItem('facevalue-docs-theme', root.dataset.theme);
  } catch {
    // The choice lasts for this page.
  }
  nameOther();
});

const menu = document.getElementById('menu');
const wide = matchMedia('(min-width: 60rem)');
const followWidth = () => (menu.open = wide.matches);
wide.addEventListener('change', followWidth);
followWidth();

const [copy, copied] = russian ? ['Копировать', 'Скопировано'] : ['Copy', 'Copied'];
const shownMs = 2000;
async function copyOf(block, pressed) {
  await navigator.clipboard.writeText(block.querySelector('code').textContent);
  pressed.textContent = copied;
  setTimeout(() => (pressed.textContent = copy), shownMs);
}
for (const block of document.querySelectorAll('main pre')) {
  const add = document.createElement('button');
  add.type = 'button';
  add.className = 'copy';
  add.textContent = copy;
  add.addEventListener('click', () => void copyOf(block, add));
  block.before(add);
}

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  document.getElementById('find').focus();
});
