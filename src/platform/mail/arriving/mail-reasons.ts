/** Why an arrived mail cannot be read; none quotes it. */
import { reasonsOf, type ReasonOf } from '../../text/reasons.ts';

export const mailReasons = reasonsOf({
  'not-read': { en: 'the mail can not be read', ru: 'письмо не читается' },
  'too-many-parts': { en: 'the mail has more than {most} parts', ru: 'в письме больше {most} частей' },
  'long-part-head': {
    en: 'a part has a head of more than {kilobytes} kB',
    ru: 'заголовки одной из частей длиннее {kilobytes} кБ',
  },
  'broke-off': { en: 'its reading broke off {tries} times', ru: 'чтение обрывалось, попыток: {tries}' },
  'no-end': { en: 'reading the mail {problem}', ru: 'письмо не удалось разобрать' },
});

export type MailReason = ReasonOf<typeof mailReasons>;
