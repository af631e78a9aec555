/** What the letter with a gift says. */
import type { Language } from '../../../platform/text/language.ts';
import { quoted } from '../../../platform/text/typography.ts';

const ru = {
  subject: (title: string) => `Вам подарочный сертификат ${quoted(title, 'ru')}`,
  subjectFrom: (sender: string, title: string) =>
    `${sender}: вам подарок — сертификат ${quoted(title, 'ru')}`,
  sampleMark: 'ОБРАЗЕЦ',
  preheader: (face: string) => `Сертификат на ${face} ждёт вас: откройте его, когда захотите.`,
  hello: (recipient: string) => `${recipient}, это вам`,
  helloPlain: 'Это вам',
  from: (sender: string) => `Подарок от: ${sender}`,
  face: 'Номинал',
  validUntil: (date: string) => `Действует до ${date}`,
  unlimited: 'Без ограничения срока',
  open: 'Открыть сертификат',
  linkHint: 'Если кнопка не нажимается, откройте ссылку:',
  number: 'Номер сертификата',
  pin: 'ПИН',
  order: 'Номер заказа',
  support: 'Поддержка',
  giver: 'От кого подарок',
  terms: 'Условия использования',
  termsHint: 'Условия использования — на странице сертификата.',
  sampleNote: 'Это образец для проверки: платить им нельзя.',
  awaiting: 'Сертификат ещё активируется: обычно это занимает не больше рабочего дня.',
  keepSecret:
    'Кто открыл эту ссылку, может потратить подарок: не пересылайте письмо тем, кому он не предназначен.',
};

export type GiftLetterLabels = typeof ru;

export const giftLetterLabels: Record<Language, GiftLetterLabels> = {
  ru,
  en: {
    subject: (title) => `A gift certificate for you: ${title}`,
    subjectFrom: (sender, title) => `${sender} sends you a gift certificate: ${title}`,
    sampleMark: 'SAMPLE',
    preheader: (face) => `A certificate for ${face} is waiting for you. Open it whenever you like.`,
    hello: (recipient) => `${recipient}, this is for you`,
    helloPlain: 'This is for you',
    from: (sender) => `A gift from ${sender}`,
    face: 'Face value',
    validUntil: (date) => `Valid until ${date}`,
    unlimited: 'No expiry date',
    open: 'Open the certificate',
    linkHint: 'If the button does not work, open this link:',
    number: 'Certificate number',
    pin: 'PIN',
    order: 'Order number',
    support: 'Support',
    giver: 'Who it is from',
    terms: 'Terms of use',
    termsHint: 'The terms of use are on the certificate’s page.',
    sampleNote: 'This is a sample for testing: it cannot be used to pay.',
    awaiting: 'The certificate is still being activated: this takes a working day at most.',
    keepSecret:
      'Whoever opens the link can spend the gift: do not forward this letter to anyone it is not meant for.',
  },
};
