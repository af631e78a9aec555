/** The search in the top line: what is found is shown while somebody types. Without it Enter leads to a page of what was found. */
import { singleKey } from './single-keys.browser.js';

const shortest = 3;
const waitMs = 200;

const input = document.querySelector('.search input');
if (input !== null) searchWhileTyping(input);

function searchWhileTyping(field) {
  const popup = document.createElement('div');
  popup.className = 'found';
  popup.hidden = true;
  const said = document.createElement('p');
  said.className = 'quiet';
  said.setAttribute('role', 'status');
  field.after(popup, said);
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': 'found',
    'aria-keyshortcuts': 'Control+K /',
  };
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);

  let timer = 0;
  let asking = new AbortController();
  let active = -1;
  const options = () => [...popup.querySelectorAll('[role=option]')];

  function close() {
    clearTimeout(timer);
    asking.abort();
    popup.hidden = true;
    popup.replaceChildren();
    field.setAttribute('aria-expanded', 'false');
    activate(-1);
    said.textContent = '';
  }

  /** Only the answer to the last question is shown, however late another one comes. */
  async function ask() {
    const { signal } = (asking = new AbortController());
    const answer = await fetch(field.dataset.typed, {
      method: 'POST',
      body: new URLSearchParams({ q: field.value }),
      headers: { accept: 'text/html' },
      signal,
    });
    const text = await answer.text();
    if (signal.aborted) return;
    // Whoever is no longer signed in was led to another page, which does not belong here.
    if (!answer.ok || answer.redirected) return close();
    popup.replaceChildren(...new DOMParser().parseFromString(text, 'text/html').body.childNodes);
    popup.hidden = false;
    field.setAttribute('aria-expanded', String(options().length > 0));
    activate(-1);
    said.textContent = popup.querySelector('p')?.textContent ?? '';
  }

  function activate(place) {
    const all = options();
    all[active]?.setAttribute('aria-selected', 'false');
    active = place;
    const chosen = all[place];
    chosen?.setAttribute('aria-selected', 'true');
    chosen?.scrollIntoView({ block: 'nearest' });
    if (chosen === undefined) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', chosen.id);
  }

  field.addEventListener('input', () => {
    clearTimeout(timer);
    asking.abort();
    if (field.value.trim().length < shortest) close();
    else timer = setTimeout(() => ask().catch(() => {}), waitMs);
  });
  field.addEventListener('keydown', (event) => {
    const count = options().length;
    if (event.isComposing) return;
    if (event.key === 'Escape' && !popup.hidden) close();
    else if (event.key === 'ArrowDown' && count > 0) activate((active + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) activate((active <= 0 ? count : active) - 1);
    else if (event.key === 'Enter' && active >= 0) options()[active].click();
    else return;
    event.preventDefault();
  });
  // A press on a hit is not the end of the search.
  popup.addEventListener('mousedown', (event) => event.preventDefault());
  field.form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!field.form.contains(relatedTarget)) close();
  });
  field.form.addEventListener('submit', close);
  // What was typed may be a code: whoever comes back does not find it.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) field.value = '';
  });
  addEventListener('keydown', (event) => {
    if (!opensSearch(event)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

/** Ctrl+K anywhere, and the key of the stroke. */
function opensSearch(event) {
  const { code, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing } = event;
  if (repeat || isComposing || altKey || document.querySelector('dialog[open]') !== null) return false;
  return ctrlKey || metaKey ? !shiftKey && code === 'KeyK' : singleKey(event) === '/';
}

/** The section of the page is in sight, and as much of those before it as can be. */
const sections = document.getElementById('sections');
const current = sections?.querySelector('[aria-current]') ?? null;
if (current !== null) {
  const below = 2 * current.offsetHeight;
  sections.scrollTop = current.offsetTop + below - sections.clientHeight;
}

/** On the page of one's own sign-in: single keys can be turned off for this browser. */
const choice = document.querySelector('[data-keys]');
if (choice !== null) {
  choice.hidden = false;
  const box = choice.querySelector('input');
  box.checked = localStorage.getItem('no-keys') === null;
  box.addEventListener('change', () => {
    if (box.checked) localStorage.removeItem('no-keys');
    else localStorage.setItem('no-keys', '1');
  });
}
