/** What texts to recipients say. */
import type { Language } from '../../../platform/text/language.ts';

interface Named {
  sender: string;
  title: string;
  face: string;
}

const ru = {
  sample: 'ОБРАЗЕЦ. ',
  receipt: ({ sender, title, face }: Named, link: string, code: string) =>
    `${sender === '' ? 'Вам подарок' : `${sender}: вам подарок`}, ${title}, ${face}. Получить: ${link} код ${code}`,
  notice: ({ sender, title, face }: Named) =>
    `${sender === '' ? 'Вам подарок' : `${sender}: вам подарок`}, ${title}, ${face}. Сертификат отправлен вам на почту.`,
};

type GiftTextLabels = typeof ru;

const en: GiftTextLabels = {
  sample: 'SAMPLE. ',
  receipt: ({ sender, title, face }, link, code) =>
    `${sender === '' ? 'A gift for you' : `${sender}: a gift for you`}, ${title}, ${face}. Get it: ${link} code ${code}`,
  notice: ({ sender, title, face }) =>
    `${sender === '' ? 'A gift for you' : `${sender}: a gift for you`}, ${title}, ${face}. The certificate was sent to your e-mail.`,
};

export const giftTextLabels: Record<Language, GiftTextLabels> = { ru, en };
