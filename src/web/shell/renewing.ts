/** Pages that renew themselves while something goes on. */
import { html, type Html } from '../../platform/text/html.ts';

const everySeconds = 5;

/** Without scripts the whole page is loaded again. */
export const renewingHead: Html = html`<noscript><meta http-equiv="refresh" content="${everySeconds}"></noscript>`;

/** Keeps the element `live` as it is on the server; loads the page again when its state is another one. */
export const renewingScript = `
const live = document.getElementById('live');
async function renew() {
  if (live === null || document.hidden) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  const text = answer.ok ? await answer.text() : '';
  const next = new DOMParser().parseFromString(text, 'text/html').getElementById('live');
  if (answer.redirected || next === null || next.dataset.state !== live.dataset.state) location.reload();
  else live.replaceChildren(...next.childNodes);
}
setInterval(() => renew().catch(() => {}), ${everySeconds * 1000});
`;

const liveSeconds = 15;
/** Without anybody at the keyboard: asking on and on would keep a session alive that nobody uses. */
const liveMinutes = 10;

/** Keeps each `data-live` part as it is on the server, but not one that somebody is reading as a table. */
export const liveScript = `
const most = ${(liveMinutes * 60) / liveSeconds};
let left = most;
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => { left = most; });
async function renew() {
  if (document.hidden || left-- <= 0) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok || answer.redirected) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = page.getElementById(part.id);
    if (next === null || part.contains(document.activeElement) || part.querySelector('details[open]')) continue;
    part.replaceChildren(...next.childNodes);
  }
}
setInterval(() => renew().catch(() => {}), ${liveSeconds * 1000});
`;
