/** A big yes or no, the first thing in its card. */
import { html, raw, type Html } from '../platform/text/html.ts';

const glyphs = {
  yes: raw('<path d="M18 33l10 10 19-22"/>'),
  no: raw('<path d="M21 21l22 22M43 21L21 43"/>'),
};

export const verdictView = (is: 'yes' | 'no', text: string | Html): Html =>
  html`<div class="verdict ${is}"><svg viewBox="0 0 64 64" fill="none" stroke="currentColor" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="32" cy="32" r="28" stroke-width="4"/>${glyphs[is]}</svg>
${typeof text === 'string' ? html`<p>${text}</p>` : text}</div>`;
