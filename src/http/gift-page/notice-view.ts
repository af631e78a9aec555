import { html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { giftLayout, type Rendered } from './layout.ts';
import { giftLabels } from './labels.ts';
import type { Notice } from './gift-labels.ts';

/** A page that says what happened and what to do, and nothing of the inside. */
export function renderNotice(notice: Notice, language: Language, path: string | null): Rendered {
  const labels = giftLabels[language];
  const { title, text } = labels.notices[notice];
  const back = notice === 'unknown' ? null : path;
  const main = html`<section class="card notice">
<svg viewBox="0 0 64 64" fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="M10 28h44v28H10zM6 18h52v10H6zM32 18v38M32 18c-12 0-16-12-8-12 6 0 8 12 8 12s2-12 8-12c8 0 4 12-8 12"/></svg>
<h1>${title}</h1>
<p>${text}</p>
${back !== null && html`<a class="button" href="${back}?lang=${language}">${labels.backToGift}</a>`}
</section>`;
  return giftLayout({ language, title, path: notice.startsWith('resen') ? null : path, main });
}
