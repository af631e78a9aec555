/** What an act was about; people by their names. What says no more than the act does is left out. */
import { html, type Content } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { readAbout } from '../../../web/audit/about-names.ts';
import { at } from '../../../web/request-language.ts';

const pages: Record<string, string> = { request: '/c/orders', bulk: '/c/bulk', look: '/c/look' };

export function aboutView(about: string, names: ReadonlyMap<number, string>, language: Language): Content {
  const { kind, name, what } = readAbout(about, language);
  if (kind === 'person') return names.get(Number(what)) ?? what;
  if (name === undefined || kind === 'client') return null;
  const page = pages[kind];
  return page === undefined
    ? `${name} ${what}`
    : html`<a href="${at(`${page}/${what}`, language)}">${name} ${what}</a>`;
}
