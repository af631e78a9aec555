import { html, type Html } from '../../platform/text/html.ts';

/** A link out of the page, to an address that `safeUrl` has passed. `name` is said where the text alone is too short. */
export const link = (url: string, text: string, name = text): Html =>
  html`<a href="${url}" rel="noopener noreferrer nofollow" target="_blank"${name !== text && html` aria-label="${name}"`}>${text}</a>`;

export const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

export const shortUrl = (url: string): string =>
  hostOf(url) + new URL(url).pathname.replace(/\/$/, '').slice(0, 40);

/** A letter begun for the reader, with nothing secret in it. */
export const mailto = (address: string, subject: string, text: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
