/** What letters about activations say. */
import { counted } from '../../../platform/text/counted.ts';
import type { Language } from '../../../platform/text/language.ts';

const russianCodes = (count: number): string =>
  counted(count, 'ru', ['сертификат', 'сертификата', 'сертификатов']);
const englishCodes = (count: number): string =>
  counted(count, 'en', ['certificate', 'certificates', 'certificates']);

const ru = {
  subject: (letterId: number, rows: number) =>
    `Активируйте проданные сертификаты: ${rows} шт., таблица № ${letterId}`,
  reminder: (subject: string) => `Напоминание. ${subject}`,
  title: 'Сертификаты ждут активации',
  hello: (supplier: string) => `${supplier}, здравствуйте!`,
  ask: (rows: number) =>
    `Проданы и ждут активации: ${russianCodes(rows)}. Пожалуйста, активируйте их у себя и подтвердите это.`,
  reminded: (date: string) => `Мы писали об этих сертификатах ${date}, а ответа пока нет.`,
  howByLink: 'Подтвердить можно на странице по кнопке: всю таблицу сразу или отмеченные строки.',
  howByReply:
    'Или ответьте на это письмо одним словом «готово», если активированы все. Если не все — перечислите в ответе только номера активированных строк, например: 1-3, 5.',
  button: 'Подтвердить активацию',
  linkHint: 'Если кнопка не нажимается, откройте ссылку:',
  row: '№',
  number: 'Номер сертификата',
  face: 'Номинал',
  validity: 'Срок действия',
  order: 'Номер заказа',
  unlimited: 'бессрочно',
  until: (date: string) => `до ${date}`,
  more: (rows: number) => `… и ещё ${rows} — в приложенной таблице.`,
  sheet: 'Активация',
  file: (letterId: number) => `aktivaciya-${letterId}.xlsx`,
  keepSecret: 'В письме номера сертификатов: не пересылайте его тем, кто их не активирует.',
};

export type ActivationLetterLabels = typeof ru;

export const activationLetterLabels: Record<Language, ActivationLetterLabels> = {
  ru,
  en: {
    subject: (letterId, rows) => `Please activate sold certificates: ${rows}, table no. ${letterId}`,
    reminder: (subject) => `Reminder. ${subject}`,
    title: 'Certificates await activation',
    hello: (supplier) => `Dear colleagues of ${supplier},`,
    ask: (rows) => `${englishCodes(rows)} sold and awaiting activation. Please activate and confirm.`,
    reminded: (date) => `We wrote about these certificates on ${date} and have no answer yet.`,
    howByLink: 'Confirm on the page behind the button: the whole table, or the rows you tick.',
    howByReply:
      'Or reply to this letter with the one word “done” if all are activated. If not all are, reply with nothing but the numbers of the activated rows, for instance: 1-3, 5.',
    button: 'Confirm the activation',
    linkHint: 'If the button does not work, open this link:',
    row: 'No.',
    number: 'Certificate number',
    face: 'Face value',
    validity: 'Validity',
    order: 'Order number',
    unlimited: 'no expiry',
    until: (date) => `until ${date}`,
    more: (rows) => `… and ${rows} more in the attached table.`,
    sheet: 'Activation',
    file: (letterId) => `activation-${letterId}.xlsx`,
    keepSecret:
      'This letter holds certificate numbers: do not forward it to anyone who does not activate them.',
  },
};

/** The letter's own sentences, and pieces of those that name a sum or a date: what a quotation of it is made of. */
export const activationLetterSentences: readonly string[] = Object.values(activationLetterLabels)
  .flatMap((labels) => [
    labels.title,
    labels.howByLink,
    labels.howByReply,
    labels.button,
    labels.linkHint,
    labels.keepSecret,
    labels.unlimited,
    labels.number,
    labels.validity,
    labels.face,
    labels.order,
    ...[1, 2, 5].flatMap((rows) => [labels.ask(rows), labels.subject(rows, rows), labels.more(rows)]),
    labels.reminder('0'),
    labels.reminded('0'),
    labels.hello('0'),
  ])
  .flatMap((text) => text.split(/\d+(?: (?:сертификат\p{L}*|certificates?))?/u))
  .map((piece) => piece.trim())
  .filter((piece) => piece.length > 3)
  .toSorted((a, b) => b.length - a.length);
