import { html, type Html } from '../../platform/text/html.ts';

/** An external link, to an address checked by `safeUrl`. `name` is the accessible name if the text is too short. */
export const link = (url: string, text: string, name = text): Html =>
  html`<a href="${url}" rel="noopener noreferrer nofollow" target="_blank"${name !== text && html` aria-label="${name}"`}>${text}</a>`;

const withoutWww = (host: string): string => host.replace(/^www\./, '');

export const hostOf = (url: string): string => withoutWww(new URL(url).hostname);

export function shortUrl(url: string): string {
  const { hostname, pathname } = new URL(url);
  return withoutWww(hostname) + pathname.replace(/\/$/, '').slice(0, 40);
}

/** A mailto link with a draft; contains nothing secret. */
export const mailto = (address: string, subject: string, text: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
