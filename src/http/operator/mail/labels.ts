/** What `/o/mail` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Почта и СМС',
  lead: 'Доходят ли сообщения: пробное письмо и СМС, запись для DNS и возвраты, которые не удалось опознать.',
  try: 'Попробовать',
  tryLead: 'В сообщении сказано только, что оно дошло. До шести за десять минут.',
  email: 'Почта',
  sendLetter: 'Отправить письмо',
  phone: 'Телефон',
  phoneHint: 'Например, 79001234567',
  sendText: 'Отправить СМС',
  letterSent: 'Почтовый сервер принял письмо. В заголовках пришедшего посмотрите dkim=pass.',
  textSent: (parts: number) => `Провайдер принял СМС, частей: ${parts}.`,
  failed: (why: string) => `Не отправлено: ${why}.`,
  unclear: (why: string) => `Возможно, отправлено: ${why}.`,
  slow: 'За двадцать секунд ответа нет; сообщение ещё может дойти.',
  notSet: { letter: 'Почтовый сервер не настроен.', text: 'Провайдер СМС не настроен.' },
  noAddress: { letter: 'Это не адрес почты.', text: 'Телефон — 11 цифр, первая 7.' },
  tooMany: (seconds: number) => `Слишком часто: повторите через ${seconds} с.`,
  dkim: 'Подпись писем (DKIM)',
  dkimLead: 'Опубликуйте эту запись TXT, чтобы получатели могли проверить подпись.',
  notSigned: 'Письма не подписываются: FACEVALUE_DKIM_DOMAIN не задан.',
  name: 'Имя',
  value: 'Значение',
  zone: 'В файле зоны',
  aside: 'Неопознанные возвраты',
  asideLead:
    'Пришли на адрес возвратов, но ни к одному письму не подошли или не прочитались. В ящике они отмечены.',
  noneAside: 'Таких писем нет.',
  newest: (count: number) => `Показаны последние ${count}.`,
  came: 'Пришло',
  from: 'От кого',
  why: 'Почему',
};

export type MailLabels = typeof ru;

const en: MailLabels = {
  title: 'Mail and texts',
  lead: 'Whether messages arrive: a trial letter and text, the record for DNS, and unrecognised bounces.',
  try: 'Try it',
  tryLead: 'The message only says that it has arrived. Up to six in ten minutes.',
  email: 'E-mail',
  sendLetter: 'Send a letter',
  phone: 'Phone',
  phoneHint: 'For instance 79001234567',
  sendText: 'Send a text',
  letterSent: 'The mail server took the letter. Its headers say dkim=pass where it arrives.',
  textSent: (parts) => `The provider took the text, in parts: ${parts}.`,
  failed: (why) => `Not sent: ${why}.`,
  unclear: (why) => `It may have been sent: ${why}.`,
  slow: 'No answer within twenty seconds; the message may still arrive.',
  notSet: { letter: 'No mail server is configured.', text: 'No SMS provider is configured.' },
  noAddress: { letter: 'This is not an e-mail address.', text: 'A phone has 11 digits and begins with 7.' },
  tooMany: (seconds) => `Too many attempts: try again in ${seconds} s.`,
  dkim: 'Signature of letters (DKIM)',
  dkimLead: 'Publish this TXT record, so that receivers can verify the signature.',
  notSigned: 'Letters are not signed: FACEVALUE_DKIM_DOMAIN is not set.',
  name: 'Name',
  value: 'Value',
  zone: 'In a zone file',
  aside: 'Unrecognised bounces',
  asideLead:
    'They came to the address for bounces, but match no letter or could not be read. They are flagged in the mailbox.',
  noneAside: 'There are no such mails.',
  newest: (count) => `The last ${count} are shown.`,
  came: 'Received',
  from: 'From',
  why: 'Why',
};

export const mailLabels: Record<Language, MailLabels> = { ru, en };
