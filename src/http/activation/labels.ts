/** What the page of activations says. */
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';

export interface ActivationPageLabels {
  title: string;
  titleDone: string;
  lead: (supplier: string, letterId: number) => string;
  task: string;
  progress: (done: Html, all: number) => Html;
  linkEnds: (date: string) => string;
  done: (rows: number) => string;
  nothingNew: string;
  allDone: string;
  place: string;
  row: string;
  rowLabel: string;
  number: string;
  face: string;
  validity: string;
  order: string;
  state: string;
  confirmed: string;
  withdrawn: string;
  waiting: string;
  unlimited: string;
  until: (date: string) => string;
  hidden: string;
  confirmAll: (rows: number) => string;
  confirmTicked: string;
  nothingTicked: string;
  tick: (row: number) => string;
  unknownTitle: string;
  unknownText: string;
  expiredTitle: string;
  expiredText: string;
  failedTitle: string;
  failedText: string;
  unreadableTitle: string;
  unreadableText: string;
  backToTable: string;
  front: string;
}

export const activationPageLabels: Record<Language, ActivationPageLabels> = {
  ru: {
    title: 'Подтверждение активации',
    titleDone: 'Таблица подтверждена',
    lead: (supplier, letterId) => `${supplier} · таблица № ${letterId}`,
    task: 'Подтвердите сертификаты, которые вы активировали у себя: тогда покупатели смогут ими платить.',
    progress: (done, all) => html`Подтверждено ${done} из ${all}`,
    linkEnds: (date) => `Ссылка действует до ${date}.`,
    done: (rows) => `Спасибо! Подтверждено строк: ${rows}.`,
    nothingNew: 'Эти строки уже были подтверждены раньше.',
    allDone: 'Больше ничего делать не нужно',
    place: 'Активация',
    row: 'Строка',
    rowLabel: '№',
    number: 'Номер',
    face: 'Номинал',
    validity: 'Срок действия',
    order: 'Номер заказа',
    state: 'Состояние',
    confirmed: 'активирован',
    withdrawn: 'отозван, не активируйте',
    waiting: 'ждёт активации',
    unlimited: 'бессрочно',
    until: (date) => `до ${date}`,
    hidden: 'Номера здесь скрыты; полностью они приведены в письме и в приложенной таблице.',
    confirmAll: (rows) => `Активированы все (${rows})`,
    confirmTicked: 'Активированы только отмеченные',
    nothingTicked: 'Отметьте строки, которые активированы, или подтвердите всю таблицу.',
    tick: (row) => `Строка ${row} активирована`,
    unknownTitle: 'Такой таблицы нет',
    unknownText: 'Проверьте, что ссылка из письма скопирована целиком.',
    expiredTitle: 'Ссылка больше не действует',
    expiredText: 'Попросите поддержку платформы прислать письмо ещё раз.',
    failedTitle: 'Не получилось',
    failedText: 'Подождите минуту и откройте таблицу: в ней видно, что подтверждено.',
    unreadableTitle: 'Не получилось прочитать форму',
    unreadableText: 'Ничего не изменилось. Вернитесь к таблице и повторите.',
    backToTable: 'Открыть таблицу',
    front: 'На главную',
  },
  en: {
    title: 'Confirm activation',
    titleDone: 'The table is confirmed',
    lead: (supplier, letterId) => `${supplier} · table no. ${letterId}`,
    task: 'Confirm the certificates that you have activated on your side: then customers can pay with them.',
    progress: (done, all) => html`${done} of ${all} confirmed`,
    linkEnds: (date) => `The link works until ${date}.`,
    done: (rows) => `Thank you! Rows confirmed: ${rows}.`,
    nothingNew: 'These rows were already confirmed.',
    allDone: 'Nothing is left to do',
    place: 'Activation',
    row: 'Row',
    rowLabel: 'No.',
    number: 'Number',
    face: 'Face value',
    validity: 'Validity',
    order: 'Order number',
    state: 'State',
    confirmed: 'activated',
    withdrawn: 'withdrawn, do not activate',
    waiting: 'awaits activation',
    unlimited: 'no expiry',
    until: (date) => `until ${date}`,
    hidden: 'Numbers are hidden here; see the letter and the attached table for the full numbers.',
    confirmAll: (rows) => `All are activated (${rows})`,
    confirmTicked: 'Only the ticked ones are',
    nothingTicked: 'Tick the rows that are activated, or confirm the whole table.',
    tick: (row) => `Row ${row} is activated`,
    unknownTitle: 'There is no such table',
    unknownText: 'Please check that the whole link of the letter was copied.',
    expiredTitle: 'The link is no longer valid',
    expiredText: 'Ask the platform’s support to send the letter again.',
    failedTitle: 'That did not work',
    failedText: 'Wait a minute and open the table: it shows what is confirmed.',
    unreadableTitle: 'The form could not be read',
    unreadableText: 'Nothing has changed. Go back to the table and try again.',
    backToTable: 'Open the table',
    front: 'To the front page',
  },
};
