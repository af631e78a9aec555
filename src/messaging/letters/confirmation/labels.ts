/** What messages with a code for an exchange say. */
import { counted } from '../../../platform/text/counted.ts';
import type { Language } from '../../../platform/text/language.ts';
import { quoted } from '../../../platform/text/typography.ts';

const ru = {
  sampleMark: 'ОБРАЗЕЦ',
  subject: (title: string) => `Код для обмена сертификата ${quoted(title, 'ru')}`,
  lead: 'Введите этот код на странице, где вы выбираете сертификаты:',
  hint: (minutes: number) =>
    `Код действует ${counted(minutes, 'ru', ['минуту', 'минуты', 'минут'])} и подходит один раз.`,
  foot: 'Вы ничего не выбирали? Значит, ссылку на ваш сертификат открыл кто-то ещё. Никому не сообщайте код и напишите в поддержку',
  text: (code: string) => `${code} — код для обмена сертификата. Никому его не сообщайте.`,
};

export const confirmationLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    sampleMark: 'SAMPLE',
    subject: (title) => `Your code to exchange the gift certificate: ${title}`,
    lead: 'Type this code in on the page where you choose certificates:',
    hint: (minutes) =>
      `The code is valid for ${counted(minutes, 'en', ['minute', 'minutes', 'minutes'])}, and once.`,
    foot: 'You have not chosen anything? Then somebody else has opened the link of your certificate. Do not tell the code to anyone, and write to the support',
    text: (code) => `${code} is your code to exchange a gift certificate. Do not tell it to anyone.`,
  },
};
