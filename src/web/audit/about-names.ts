/** What an act was about, taken apart. */
import type { Language } from '../../platform/text/language.ts';

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
    client: 'Клиент',
    supplier: 'Поставщик',
    product: 'Продукт',
    draft: 'Файл с кодами',
    proof: 'Проверка учёта',
    test: 'Финальный тест',
    exchange: 'Вызов поставщика',
    revision: 'Договор, версия',
    file: 'Файл',
    category: 'Категория',
    'till user': 'Кассир',
    person: 'Человек',
    code: 'Код',
    letter: 'Письмо об активации',
    waiting: 'Требует внимания',
    look: 'Оформление',
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
    client: 'Client',
    supplier: 'Supplier',
    product: 'Product',
    draft: 'Code file',
    proof: 'Proof',
    test: 'Final test',
    exchange: 'Call to a supplier',
    revision: 'Contract, version',
    file: 'File',
    category: 'Category',
    'till user': 'Cashier',
    person: 'Person',
    code: 'Code',
    letter: 'Activation letter',
    waiting: 'Needs attention',
    look: 'Look',
  },
};

export interface About {
  kind: string;
  /** What is shown for the kind; undefined: `about` says no more than the act does. */
  name: string | undefined;
  what: string;
}

export function readAbout(about: string, language: Language): About {
  const [, kind = about, what = ''] = /^([a-z-]+(?: user)?) (.+)$/s.exec(about) ?? [];
  return { kind, name: what === '' ? undefined : kinds[language][kind], what };
}
