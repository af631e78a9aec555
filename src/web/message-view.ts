/** What happened and what to do, and nothing else on the page. */
import { html, raw, type Content, type Html } from '../platform/text/html.ts';

export interface Message {
  title: string;
  text: Content;
  /** Where to go from here. */
  action?: { text: string; address: string } | null;
  /** A form with a button, where the way on changes something. */
  act?: Content;
  sign?: keyof typeof signs;
}

const signs = {
  gift: raw(
    '<path d="M10 28h44v28H10zM6 18h52v10H6zM32 18v38M32 18c-12 0-16-12-8-12 6 0 8 12 8 12s2-12 8-12c8 0 4 12-8 12"/>',
  ),
  done: raw('<circle cx="32" cy="32" r="26"/><path d="M20 33l8.500 8.500L45 24"/>'),
  wait: raw('<circle cx="32" cy="32" r="26"/><path d="M32 17v15l10 7"/>'),
  broken: raw(
    '<path d="M27 20l6-6a12 12 0 0 1 17 17l-6 6M37 44l-6 6a12 12 0 0 1-17-17l6-6M24 12v-6M12 24H6M40 52v6M52 40h6"/>',
  ),
  trouble: raw('<circle cx="32" cy="32" r="26"/><path d="M32 19v17M32 44v.5"/>'),
};

export const messageView = ({ title, text, action = null, act = null, sign = 'gift' }: Message): Html =>
  html`<section class="message">
${signView(sign)}
<h1>${title}</h1>
<p>${text}</p>
${action !== null && html`<a class="button main" href="${action.address}">${action.text}</a>`}${act}
</section>`;

const signView = (sign: keyof typeof signs): Html =>
  html`<svg class="sign" viewBox="0 0 64 64" fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true">${signs[sign]}</svg>`;
