/** Pages that renew themselves while something goes on. */
import { html, type Html } from '../../platform/text/html.ts';

const everySeconds = 5;
/** Without anybody at the keyboard: asking on and on would keep a session alive that nobody uses. */
const idleMinutes = 10;
/** A page costs more than its part. */
const leastBetweenMs = 60_000;

/** Without scripts the whole page is loaded again. */
export const renewingHead: Html = html`<noscript><meta http-equiv="refresh" content="${everySeconds}"></noscript>`;

/**
 * Keeps the element `live` as it is on the server; where it has an address of its own (`data-at`) that is all that is asked for. Once its
 * state is another one, the parts of the page with `data-live` are renewed, at most once a minute; a page without such parts is loaded
 * again. What somebody reads, types or points at stays.
 */
export const renewingScript = `
const live = document.getElementById('live');
const { at, seconds = ${everySeconds} } = live?.dataset ?? {};
const most = ${idleMinutes * 60} / seconds;
let left = most;
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => { left = most; });
async function read(address) {
  const answer = await fetch(address, { headers: { accept: 'text/html' } });
  if (answer.redirected) location.reload();
  return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
}
const isChanged = (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked;
const isInUse = (part) => part.contains(document.activeElement) || part.querySelector('details[open]') !== null
  || (part.matches(':hover') && part.querySelector('a, button') !== null)
  || [...part.querySelectorAll('input, textarea')].some(isChanged);
let readAt = -Infinity;
async function renewParts(parts, next) {
  if (performance.now() - readAt < ${leastBetweenMs}) return;
  readAt = performance.now();
  const page = await read(location.href);
  if (page === null) return;
  let isWhole = true;
  for (const part of parts) {
    const other = page.getElementById(part.id);
    if (other === null || other.innerHTML === part.innerHTML) continue;
    if (isInUse(part)) isWhole = false;
    else part.replaceChildren(...other.childNodes);
  }
  if (!isWhole) return;
  const said = page.getElementById('live');
  live.dataset.state = said?.dataset.state ?? next.dataset.state;
  live.textContent = live.dataset.said ?? '';
  if (said === null) clearInterval(timer);
}
async function renew() {
  if (live === null || document.hidden || left-- <= 0) return;
  const next = (await read(at ?? location.href))?.getElementById('live') ?? null;
  if (next === null) return at === undefined ? location.reload() : undefined;
  const parts = document.querySelectorAll('[data-live]');
  if (next.dataset.state === live.dataset.state) {
    if (parts.length === 0 && next.innerHTML !== live.innerHTML) live.replaceChildren(...next.childNodes);
  } else if (parts.length > 0) await renewParts(parts, next);
  else location.reload();
}
const timer = setInterval(() => renew().catch(() => {}), seconds * 1000);
`;

const liveSeconds = 15;

/** Keeps each `data-live` part as it is on the server, but not one that somebody is reading as a table. */
export const liveScript = `
const most = ${(idleMinutes * 60) / liveSeconds};
let left = most;
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => { left = most; });
async function renew() {
  if (document.hidden || left-- <= 0) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok || answer.redirected) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = page.getElementById(part.id);
    const touched = [...part.querySelectorAll('.values li')].indexOf(document.activeElement);
    if (next === null || (touched < 0 && part.contains(document.activeElement)) || part.querySelector('details[open]')) continue;
    part.replaceChildren(...next.childNodes);
    part.querySelectorAll('.values li')[touched]?.focus({ preventScroll: true });
  }
}
setInterval(() => renew().catch(() => {}), ${liveSeconds * 1000});
`;
