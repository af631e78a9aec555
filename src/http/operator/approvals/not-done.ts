/** Why an approved act could not be done. */
import { stepLabels } from '../../../onboarding/step-labels.ts';
import { turnLabels } from '../../../onboarding/turn-labels.ts';
import type { Language } from '../../../platform/text/language.ts';
import { tableReasons } from '../../../platform/spreadsheet/table-reasons.ts';
import { reasonsOf } from '../../../platform/text/reasons.ts';
import { importReasons } from '../../../vault/import-pool/import-reasons.ts';

/** Why what was approved could not be done, by what the acts call it. */
const reasons: Record<Language, Record<string, string>> = {
  ru: {
    'its file is missing': 'файла больше нет',
    'its settings are missing': 'настроек больше нет',
    'no row could be loaded': 'ни одну строку загрузить нельзя',
    'the credit has been changed since': 'кредит с тех пор изменили',
    'the terms have been changed since': 'условия с тех пор изменили',
    'the role has been changed since': 'роль с тех пор изменили',
    'member-already': 'этот человек уже в команде',
    'invited-already': 'этого человека уже пригласили',
    'too-many': 'слишком много открытых приглашений',
    'last-lead': 'это последний, кто заботится о команде',
    'no-client': 'такого клиента нет',
    'other-amount': 'эта оплата уже зачислена на другую сумму',
    reversed: 'это зачисление уже отменено',
    'no-product': 'такого сертификата нет',
    'foreign-product': 'сертификат другого поставщика',
    'several-products': 'у поставщика несколько сертификатов: какой, не сказано',
    'no-draft': 'такого файла нет',
    ended: 'файл уже загружен или отклонён',
    unauthenticated: 'отправитель письма не подтверждён',
    'no-supplier': 'такого поставщика нет',
    'no-adapter': 'такого вида API нет',
    missing: 'этого больше нет',
    unchanged: 'всё уже так',
    'live-before': 'настоящие заказы уже включены',
    'live-already': 'продажи уже открыты',
  },
  en: {
    'no-client': 'there is no such client',
    'other-amount': 'this payment was booked with another sum',
    reversed: 'this booking was reversed',
    'no-product': 'there is no such certificate',
    'foreign-product': 'the certificate is another supplier’s',
    'several-products': 'the supplier has several certificates, and none is named',
    'no-draft': 'there is no such file',
    ended: 'the file was loaded or rejected before',
    unauthenticated: 'the sender of the mail is not proven',
    'no-supplier': 'there is no such supplier',
    'no-adapter': 'there is no such kind of API',
    missing: 'it is not there any more',
    unchanged: 'it is so already',
    'live-before': 'real orders are switched on already',
    'live-already': 'it is on sale already',
  },
};

const stepNames: Record<string, string> = { ...stepLabels.ru.names, ...turnLabels.ru.steps };
const openStep = /^the step (.+) is open$/;

/** What is wrong with a file of codes. */
const ofFiles = reasonsOf({ ...tableReasons.texts, ...importReasons.texts });

export function notDoneText(why: string, language: Language): string {
  const step = openStep.exec(why)?.[1];
  if (step !== undefined && language === 'ru') return `шаг «${stepNames[step] ?? step}» ещё открыт`;
  return reasons[language][why] ?? ofFiles.text(ofFiles.read(why), language);
}
