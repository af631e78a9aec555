import { html, type Content } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { at } from '../../../web/request-language.ts';

/** Kinds of things that acts are about, as `recordAct` is told them: `bulk 5`. */
const kinds: Record<Language, Record<string, string>> = {
  ru: {
    request: 'Заказ',
    bulk: 'Массовый заказ',
    key: 'Ключ',
    invitation: 'Приглашение',
    'top-up': 'Счёт',
    approval: 'Решение',
    month: 'Месяц',
    reference: 'Платёж',
  },
  en: {
    request: 'Order',
    bulk: 'Bulk order',
    key: 'Key',
    invitation: 'Invitation',
    'top-up': 'Invoice',
    approval: 'Approval',
    month: 'Month',
    reference: 'Payment',
  },
};

const pages: Record<string, string> = { request: '/c/orders', bulk: '/c/bulk' };

/** What an act was about; people by their names. What says no more than the act does is left out. */
export function aboutView(about: string, names: ReadonlyMap<number, string>, language: Language): Content {
  const [, kind = about, what = ''] = /^([a-z-]+) (.+)$/s.exec(about) ?? [];
  if (kind === 'person') return names.get(Number(what)) ?? what;
  const name = kinds[language][kind];
  if (name === undefined) return null;
  const page = pages[kind];
  return page === undefined
    ? `${name} ${what}`
    : html`<a href="${at(`${page}/${what}`, language)}">${name} ${what}</a>`;
}
