import type { Language } from '../../platform/web/language.ts';

export interface GiftWords {
  certificate: string;
  otherLanguage: { language: Language; name: string };
  languageNav: string;
  skip: string;
  giftFor: (recipient: string) => string;
  giftFromFor: (sender: string, recipient: string) => string;
  giftFrom: (sender: string) => string;
  faceLabel: string;
  validUntil: (date: string) => string;
  wasValidUntil: (date: string) => string;
  until: (date: string) => string;
  unlimited: string;
  reveal: string;
  revealHint: string;
  redeemed: (moment: string) => string;
  expired: (date: string) => string;
  blocked: string;
  awaiting: string;
  closed: string;
  unavailable: string;
  sample: string;
  sampleNote: string;
  code: string;
  number: string;
  pin: string;
  copy: string;
  copied: string;
  copyNumber: string;
  copyPin: string;
  barcode: string;
  barcodeHint: string;
  downloadPdf: string;
  print: string;
  terms: string;
  details: string;
  order: string;
  validity: string;
  issuer: string;
  site: string;
  support: string;
  supportHint: string;
  phone: string;
  email: string;
  help: string;
  unknownTitle: string;
  unknownText: string;
  unreadableTitle: string;
  unreadableText: string;
  failedTitle: string;
  failedText: string;
  backToGift: string;
}

export const giftWords: Record<Language, GiftWords> = {
  ru: {
    certificate: 'Подарочный сертификат',
    otherLanguage: { language: 'en', name: 'English' },
    languageNav: 'Язык страницы',
    skip: 'К сертификату',
    giftFor: (recipient) => `Для вас, ${recipient}`,
    giftFromFor: (sender, recipient) => `${recipient}, вам подарок от: ${sender}`,
    giftFrom: (sender) => `Вам подарок от: ${sender}`,
    faceLabel: 'Номинал',
    validUntil: (date) => `Действует до ${date}`,
    wasValidUntil: (date) => `Действовал до ${date}`,
    until: (date) => `до ${date}`,
    unlimited: 'Без ограничения срока',
    reveal: 'Открыть сертификат',
    revealHint: 'Номер появится на этой странице. Открыть её можно сколько угодно раз.',
    redeemed: (moment) =>
      `Этим сертификатом уже расплатились: ${moment} по московскому времени. Надеемся, покупка порадовала!`,
    expired: (date) => `Срок действия закончился ${date}. Спросите в поддержке, можно ли ещё что-то сделать.`,
    blocked: 'Сертификат сейчас заблокирован, поэтому номер не показан. Напишите в поддержку — там помогут.',
    awaiting:
      'Сертификат ещё активируется. Обычно это занимает не больше рабочего дня, потом им можно платить.',
    closed:
      'Магазин ещё активирует сертификат: обычно это занимает не больше рабочего дня. Потом на этой странице можно будет открыть номер.',
    unavailable: 'Показать номер сейчас не получилось. Попробуйте ещё раз через минуту.',
    sample: 'Образец',
    sampleNote: 'Это образец для проверки: платить им нельзя.',
    code: 'Ваш сертификат открыт',
    number: 'Номер сертификата',
    pin: 'ПИН',
    copy: 'Скопировать',
    copied: 'Скопировано',
    copyNumber: 'Скопировать номер сертификата',
    copyPin: 'Скопировать ПИН',
    barcode: 'Штрихкод сертификата',
    barcodeHint: 'Покажите на кассе',
    downloadPdf: 'Скачать PDF',
    print: 'Распечатать',
    terms: 'Условия использования',
    details: 'О сертификате',
    order: 'Номер заказа',
    validity: 'Срок действия',
    issuer: 'Эмитент',
    site: 'Сайт',
    support: 'Поддержка',
    supportHint: 'Что-то не так с сертификатом? Назовите номер заказа.',
    phone: 'Телефон',
    email: 'Почта',
    help: 'Помощь',
    unknownTitle: 'Такого сертификата нет',
    unknownText:
      'Ссылка неполная или набрана с ошибкой. Откройте её из письма или сообщения целиком, либо попросите отправителя прислать её ещё раз.',
    unreadableTitle: 'Не получилось прочитать запрос',
    unreadableText: 'Вернитесь на страницу подарка и нажмите кнопку ещё раз.',
    failedTitle: 'Что-то пошло не так',
    failedText: 'Подарок в сохранности. Попробуйте открыть страницу ещё раз через минуту.',
    backToGift: 'Вернуться к подарку',
  },
  en: {
    certificate: 'Gift certificate',
    otherLanguage: { language: 'ru', name: 'Русский' },
    languageNav: 'Page language',
    skip: 'To the certificate',
    giftFor: (recipient) => `For you, ${recipient}`,
    giftFromFor: (sender, recipient) => `${recipient}, a gift for you from ${sender}`,
    giftFrom: (sender) => `A gift for you from ${sender}`,
    faceLabel: 'Face value',
    validUntil: (date) => `Valid until ${date}`,
    wasValidUntil: (date) => `Was valid until ${date}`,
    until: (date) => `until ${date}`,
    unlimited: 'No expiry date',
    reveal: 'Open the certificate',
    revealHint: 'The number appears on this page. You can open it as often as you like.',
    redeemed: (moment) =>
      `This certificate has been used: ${moment}, Moscow time. We hope you enjoyed the purchase!`,
    expired: (date) => `Its validity ended on ${date}. Ask our support whether something can still be done.`,
    blocked:
      'The certificate is blocked at the moment, so its number is not shown. Our support will help you.',
    awaiting:
      'The certificate is still being activated. This takes a working day at most; then you can pay with it.',
    closed:
      'The shop is still activating the certificate, which takes a working day at most. Then its number can be opened on this page.',
    unavailable: 'The number cannot be shown right now. Please try again in a minute.',
    sample: 'Sample',
    sampleNote: 'This is a sample for testing: it cannot be used to pay.',
    code: 'Your certificate is open',
    number: 'Certificate number',
    pin: 'PIN',
    copy: 'Copy',
    copied: 'Copied',
    copyNumber: 'Copy the certificate number',
    copyPin: 'Copy the PIN',
    barcode: 'Barcode of the certificate',
    barcodeHint: 'Show it at the till',
    downloadPdf: 'Download PDF',
    print: 'Print',
    terms: 'Terms of use',
    details: 'About the certificate',
    order: 'Order number',
    validity: 'Validity',
    issuer: 'Issuer',
    site: 'Website',
    support: 'Support',
    supportHint: 'Is something wrong with the certificate? Tell us the order number.',
    phone: 'Phone',
    email: 'E-mail',
    help: 'Help',
    unknownTitle: 'There is no such certificate',
    unknownText:
      'The link is incomplete or mistyped. Open it whole from the letter or message, or ask the sender to send it again.',
    unreadableTitle: 'The request could not be read',
    unreadableText: 'Go back to the gift page and press the button again.',
    failedTitle: 'Something went wrong',
    failedText: 'Your gift is safe. Please try the page again in a minute.',
    backToGift: 'Back to the gift',
  },
};
