/** The states of an order, by language. */
import type { RequestState } from '../../orders/states.ts';
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';

const names: Record<Language, Record<RequestState, string>> = {
  ru: {
    queued: 'в очереди',
    obtaining: 'запрашивается',
    delayed: 'ждёт кодов',
    issued: 'выпущен',
    failed: 'не выпущен',
    cancelled: 'отменён',
  },
  en: {
    queued: 'queued',
    obtaining: 'being obtained',
    delayed: 'waits for codes',
    issued: 'issued',
    failed: 'failed',
    cancelled: 'cancelled',
  },
};

const refunded: Record<Language, string> = { ru: 'отозван', en: 'taken back' };
const test: Record<Language, string> = { ru: 'тест', en: 'test' };

const looks: Record<RequestState, string> = {
  queued: '',
  obtaining: '',
  delayed: ' note',
  issued: ' yes',
  failed: ' no',
  cancelled: '',
};

export const stateName = (state: RequestState, language: Language): string => names[language][state];

/** The state of an order in a word, and whether it is a test. */
export function stateView(
  { state, isRefunded, testmode }: { state: RequestState; isRefunded: boolean; testmode: boolean },
  language: Language,
): Html {
  return html`<span class="state${isRefunded ? ' note' : looks[state]}">${isRefunded ? refunded[language] : names[language][state]}</span>${testmode && html` <span class="state">${test[language]}</span>`}`;
}
