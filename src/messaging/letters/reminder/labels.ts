/** What reminders to recipients say. */
import { counted } from '../../../platform/text/counted.ts';
import type { Language } from '../../../platform/text/language.ts';
import { quoted } from '../../../platform/text/typography.ts';

const daysRu = (days: number): string => counted(days, 'ru', ['день', 'дня', 'дней']);
const daysEn = (days: number): string => counted(days, 'en', ['day', 'days', 'days']);

const ru = {
  subject: (title: string, days: number) =>
    days < 1
      ? `Сегодня последний день сертификата ${quoted(title, 'ru')}`
      : `Сертификат ${quoted(title, 'ru')} действует ещё ${daysRu(days)}`,
  sampleMark: 'ОБРАЗЕЦ',
  preheader: (face: string, date: string) => `${face} можно потратить до ${date}`,
  hello: (recipient: string) => `${recipient}, напоминаем о вашем подарке`,
  helloPlain: 'Напоминаем о вашем подарке',
  lead: (days: number) =>
    days < 1
      ? 'Сегодня последний день, когда им можно расплатиться.'
      : `Осталось ${daysRu(days)}: потом расплатиться им будет нельзя.`,
  face: 'Номинал',
  validUntil: (date: string) => `Действует до ${date}`,
  open: 'Открыть сертификат',
  linkHint: 'Если кнопка не нажимается, откройте ссылку:',
  usedHint: 'Если вы им уже расплатились, просто удалите это письмо.',
  sampleNote: 'Это образец для проверки: платить им нельзя.',
  order: 'Номер заказа',
  support: 'Поддержка',
  giver: 'От кого подарок',
  keepSecret:
    'Кто открыл эту ссылку, может потратить подарок: не пересылайте письмо тем, кому он не предназначен.',
};

export const reminderLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    subject: (title, days) =>
      days < 1
        ? `Last day of your gift certificate: ${title}`
        : `${daysEn(days)} left for your gift certificate: ${title}`,
    sampleMark: 'SAMPLE',
    preheader: (face, date) => `You can spend ${face} until ${date}`,
    hello: (recipient) => `${recipient}, a reminder of your gift`,
    helloPlain: 'A reminder of your gift',
    lead: (days) =>
      days < 1
        ? 'Today is the last day on which you can pay with it.'
        : `${daysEn(days)} left: after that you cannot pay with it.`,
    face: 'Face value',
    validUntil: (date) => `Valid until ${date}`,
    open: 'Open the certificate',
    linkHint: 'If the button does not work, open this link:',
    usedHint: 'If you have used it already, just delete this letter.',
    sampleNote: 'This is a sample for testing: it cannot be used to pay.',
    order: 'Order number',
    support: 'Support',
    giver: 'Who it is from',
    keepSecret:
      'Whoever opens this link can spend the gift: do not forward it to anyone it is not meant for.',
  },
};
