/** What texts to recipients say. */
import type { Language } from '../../../platform/text/language.ts';

interface Named {
  sender: string;
  title: string;
  face: string;
}

export interface GiftTextLabels {
  sample: string;
  /** To a recipient with a phone only: where and with which code to get the certificate. */
  receipt(gift: Named, link: string, code: string): string;
  /** To a recipient who gets the certificate by e-mail. */
  notice(gift: Named): string;
}

const ru: GiftTextLabels = {
  sample: 'ОБРАЗЕЦ. ',
  receipt: ({ sender, title, face }, link, code) =>
    `${sender === '' ? 'Вам подарок' : `${sender}: вам подарок`}, ${title}, ${face}. Получить: ${link} код ${code}`,
  notice: ({ sender, title, face }) =>
    `${sender === '' ? 'Вам подарок' : `${sender}: вам подарок`}, ${title}, ${face}. Сертификат отправлен вам на почту.`,
};

const en: GiftTextLabels = {
  sample: 'SAMPLE. ',
  receipt: ({ sender, title, face }, link, code) =>
    `${sender === '' ? 'A gift for you' : `${sender}: a gift for you`}, ${title}, ${face}. Get it: ${link} code ${code}`,
  notice: ({ sender, title, face }) =>
    `${sender === '' ? 'A gift for you' : `${sender}: a gift for you`}, ${title}, ${face}. The certificate was sent to your e-mail.`,
};

export const giftTextLabels: Record<Language, GiftTextLabels> = { ru, en };
