import { wireError, type Refusal } from '../refusals.ts';
import type { Language } from '../../platform/text/language.ts';

/** What is wrong with a line: in which column, and why. Stored as `column:reason`. */
export interface LineProblem {
  /** A field of makeOrder, by its name on the wire, or `order`: what became of it as a whole. */
  column: string;
  reason: string;
}

const reasons = {
  missing: { ru: 'нет значения', en: 'is missing' },
  form: { ru: 'ошибка в значении', en: 'is filled incorrectly' },
  letters: {
    ru: 'буквы другого алфавита, похожие на латинские: введите адрес заново',
    en: 'has letters of another alphabet that look like Latin ones: type it again',
  },
  private: { ru: 'адрес внутренней сети', en: 'is an address of a private network' },
  'not-now': { ru: 'сейчас такое значение недопустимо', en: 'is not allowed now' },
  'not-offered': { ru: 'сейчас нет в продаже', en: 'is not on offer' },
  repeated: { ru: 'то же значение есть в строке выше', en: 'stands in a line above' },
  'too-long': { ru: 'строка слишком длинная', en: 'the line is too long' },
  'no-object': { ru: 'строка не является объектом', en: 'the line is no object' },
  'uuid-mismatch': {
    ru: 'то же значение уже было с другими данными',
    en: 'was used before with other parameters',
  },
  'supplier-limit': { ru: 'лимит бренда исчерпан', en: 'is restricted by the limits of the brand' },
  'no-stock': { ru: 'коды закончились', en: 'is sold out' },
  'no-funds': { ru: 'не хватило средств', en: 'funds did not suffice' },
  'not-handled': { ru: 'заказ не удалось обработать', en: 'the order could not be handled' },
} as const satisfies Record<string, Record<Language, string>>;

export type Reason = keyof typeof reasons;

export const problem = (column: string, reason: Reason): string => `${column}:${reason}`;

/** The end of an order without a certificate, by its wire code. */
export const orderFailed = (code: number): string => `order:${code}`;

export function readProblem(stored: string): LineProblem {
  const border = stored.indexOf(':');
  return { column: stored.slice(0, border), reason: stored.slice(border + 1) };
}

/** The reason in words, for people. */
export function reasonText({ reason }: LineProblem, language: Language): string {
  if (Object.hasOwn(reasons, reason)) return reasons[reason as Reason][language];
  return language === 'ru' ? `заказ не выполнен, ошибка ${reason}` : `the order failed with error ${reason}`;
}

/** What makeOrder answers, as problems of the columns. */
export function problemsOf(refusal: Refusal): string[] {
  switch (refusal.why) {
    case 'fields':
      return refusal.names.map((name) => problem(name, offerReasons[name] ?? 'not-now'));
    case 'no-stock':
      return [problem('face', 'no-stock')];
    case 'supplier-limit':
      return [problem('product_id', 'supplier-limit')];
    case 'uuid-mismatch':
      return [problem('uuid', 'uuid-mismatch')];
    case 'no-funds':
      return [problem('order', 'no-funds')];
    case 'ttl-expired':
    case 'cancelled':
    case 'supplier-failed':
    case 'scripted':
      return [orderFailed(wireError(refusal).code)];
  }
}

const offerReasons: Record<string, Reason> = { product_id: 'not-offered', face: 'not-offered' };
