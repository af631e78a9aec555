import type { CallbackKey } from '../../../callbacks/list-callbacks.ts';
import type { Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { onwardView } from '../../../web/shell/list-view.ts';
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
  const after = `${last.at.getTime()}.${last.requestId}`;
  const href = at(addressOf(path, { ...filters, after }), language);
  return onwardView({ list: callbackStoryLabels[language].title, href }, language);
}
