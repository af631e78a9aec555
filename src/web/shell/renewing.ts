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
