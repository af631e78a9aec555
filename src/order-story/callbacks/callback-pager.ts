import type { CallbackKey } from '../../callbacks/list-callbacks.ts';
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { addressOf, at } from '../../web/request-language.ts';
import { callbackStoryLabels } from './labels.ts';

/** The last callback of the page before, as `after=MILLISECONDS.REQUEST` has it: callbacks are listed by two columns. */
export function callbackKeyIn(text = ''): CallbackKey | null {
  const [, atMs, id] = /^(\d{1,14})\.(\d{1,15})$/.exec(text) ?? [];
  return atMs === undefined ? null : { at: new Date(Number(atMs)), requestId: Number(id) };
}

/** The link to what follows the last callback of a page. */
export function furtherView(
  path: string,
  filters: Record<string, string>,
  last: CallbackKey,
  language: Language,
): Html {
  const { title, older } = callbackStoryLabels[language];
  const after = `${last.at.getTime()}.${last.requestId}`;
  return html`<nav class="pager" aria-label="${title}"><a class="button" href="${at(addressOf(path, { ...filters, after }), language)}">${older}</a></nav>`;
}
