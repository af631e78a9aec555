/** Why what was approved could not be done. */
import { tableReasons, type TableReason } from '../../platform/spreadsheet/table-reasons.ts';
import type { Language } from '../../platform/text/language.ts';
import { reasonsOf, type ReasonOf } from '../../platform/text/reasons.ts';

/** Programs have always got these as texts. */
const sentences = {
  'no-file': { en: 'its file is missing', ru: 'файла больше нет' },
  'no-settings': { en: 'its settings are missing', ru: 'настроек больше нет' },
  'no-rows': { en: 'no row could be loaded', ru: 'ни одну строку загрузить нельзя' },
  'other-credit': { en: 'the credit has been changed since', ru: 'кредит с тех пор изменили' },
  'other-terms': { en: 'the terms have been changed since', ru: 'условия с тех пор изменили' },
  'other-role': { en: 'the role has been changed since', ru: 'роль с тех пор изменили' },
  'open-step': { en: 'the step {step} is open', ru: 'шаг «{step}» ещё открыт' },
} as const;

const names = {
  'no-client': { en: 'there is no such client', ru: 'такого клиента нет' },
  'no-supplier': { en: 'there is no such supplier', ru: 'такого поставщика нет' },
  'no-adapter': { en: 'there is no such kind of API', ru: 'такого вида API нет' },
  'other-amount': {
    en: 'this payment was booked with another sum',
    ru: 'эта оплата уже зачислена на другую сумму',
  },
  reversed: { en: 'this booking was reversed', ru: 'это зачисление уже отменено' },
  'no-product': { en: 'there is no such certificate', ru: 'такого сертификата нет' },
  'foreign-product': { en: 'the certificate is another supplier’s', ru: 'сертификат другого поставщика' },
  'several-products': {
    en: 'the supplier has several certificates, and none is named',
    ru: 'у поставщика несколько сертификатов: какой, не сказано',
  },
  'not-vouchable': {
    en: 'nobody can vouch for this product',
    ru: 'поручиться за этот продукт нельзя',
  },
  'no-draft': { en: 'there is no such file', ru: 'такого файла нет' },
  ended: { en: 'the file was loaded or rejected before', ru: 'файл уже загружен или отклонён' },
  unauthenticated: {
    en: 'the sender of the mail is not proven',
    ru: 'отправитель письма не подтверждён',
  },
  missing: { en: 'it is not there any more', ru: 'этого больше нет' },
  unchanged: { en: 'it is so already', ru: 'всё уже так' },
  changed: { en: 'it has been changed since', ru: 'с тех пор это изменили' },
  wrong: { en: 'a value is wrong', ru: 'одно из значений неверно' },
  live: { en: 'it is on sale already', ru: 'продажи уже открыты' },
  'live-before': { en: 'real orders are switched on already', ru: 'настоящие заказы уже включены' },
  'live-already': { en: 'it is on sale already', ru: 'продажи уже открыты' },
  'member-already': { en: 'this person is in the team already', ru: 'этот человек уже в команде' },
  'invited-already': { en: 'this person is invited already', ru: 'этого человека уже пригласили' },
  'last-lead': {
    en: 'this is the last one who looks after the team',
    ru: 'это последний, кто заботится о команде',
  },
  'bad-email': { en: 'the e-mail address is wrong', ru: 'адрес почты неверен' },
  'bad-role': { en: 'there is no such role', ru: 'такой роли нет' },
  'no-party': { en: 'there is no such client or supplier', ru: 'такого клиента или поставщика нет' },
  'not-asked': { en: 'too much waits for approval already', ru: 'слишком много уже ждёт одобрения' },
  'too-many': { en: 'too many are open already', ru: 'слишком много открытых' },
  waits: { en: 'the same waits for approval already', ru: 'такое уже ждёт одобрения' },
  forbidden: { en: 'there is no right to do this', ru: 'на это нет права' },
  'step-up': { en: 'it has to be proven by signing in again', ru: 'нужно снова подтвердить вход' },
  'no-reason': { en: 'no reason is given', ru: 'причина не названа' },
  open: { en: 'something is still open', ru: 'не всё ещё закончено' },
  'forgotten-before': { en: 'the data was erased before', ru: 'данные уже стёрты' },
  'upgraded-of-late': {
    en: 'an upgrade was too short a time ago',
    ru: 'с обновления прошло слишком мало времени',
  },
  unknown: { en: 'there is no such bulk order', ru: 'такого заказа списком нет' },
  'in-state': {
    en: 'the bulk order is in another state by now',
    ru: 'заказ списком уже в другом состоянии',
  },
  'nothing-right': { en: 'no line is right', ru: 'нет ни одной верной строки' },
  'same-file': { en: 'the same file was ordered before', ru: 'такой файл уже заказывали' },
  'link-only': {
    en: 'lines have no address, and nobody said that only links are needed',
    ru: 'есть строки без адреса, и не сказано, что для них нужна только ссылка',
  },
} as const;

export const notDoneReasons = reasonsOf({ ...sentences, ...names });

export type NotDone =
  | ReasonOf<typeof notDoneReasons>
  | { is: 'wrong-settings'; problems: string[] }
  | { is: 'unreadable'; reason: TableReason }
  /** What the vault says of a file. */
  | { is: 'refused'; said: Record<Language, string> };

export function notDoneText(reason: NotDone, language: Language): string {
  if (reason.is === 'wrong-settings') return reason.problems.join('; ');
  if (reason.is === 'unreadable') return tableReasons.text(reason.reason, language);
  return reason.is === 'refused' ? reason.said[language] : notDoneReasons.text(reason, language);
}

/** What programs get: a name, where there has always been one. */
export const notDoneName = (reason: NotDone): string =>
  reason.is in names ? reason.is : notDoneText(reason, 'en');
