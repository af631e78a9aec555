import { html, type Html } from '../../platform/text/html.ts';

/** An external link, to an address checked by `safeUrl`. `name` is the accessible name if the text is too short. */
export const link = (url: string, text: string, name = text): Html =>
  html`<a href="${url}" rel="noopener noreferrer nofollow" target="_blank"${name !== text && html` aria-label="${name}"`}>${text}</a>`;

export const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

export const shortUrl = (url: string): string =>
  hostOf(url) + new URL(url).pathname.replace(/\/$/, '').slice(0, 40);

/** A mailto link with a draft; contains nothing secret. */
export const mailto = (address: string, subject: string, text: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
