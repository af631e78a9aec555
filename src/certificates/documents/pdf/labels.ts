/** What PDFs say: the default labels, and the brand's own from its design. */
import type { CertificateDesign } from '../../templates/design.ts';
import type { Language } from '../../certificate.ts';

const ru = {
  documentTitle: 'Подарочный сертификат',
  gift: (sender: string, recipient: string) =>
    giftLabels(sender, recipient, 'Вам подарок от:', 'вам подарок от:', 'вам подарок'),
  validUntil: (date: string) => `Действует до ${date}`,
  wasValidUntil: (date: string) => `Действовал до ${date}`,
  unlimited: 'Без ограничения срока',
  hint: 'Предъявите сертификат при покупке: на экране или распечатанным.',
  hintWithSite: (site: string) => `Предъявите сертификат при покупке или введите его номер на сайте ${site}.`,
  /** Shown on a choice certificate. */
  exchange: 'Выбрать подарок',
  exchangeHint: 'Откройте адрес или наведите камеру на квадратный код и выберите сертификаты.',
  exchangeCode: 'Квадратный код с адресом, по которому сертификат обменивают',
  awaiting: 'Магазин ещё активирует сертификат: обычно это занимает не больше рабочего дня.',
  redeemed: (date: string) => `ИСПОЛЬЗОВАН ${date}`,
  expired: 'СРОК ИСТЁК',
  issuer: 'Эмитент',
  orderNumber: 'Номер заказа',
  certificateNumber: 'Номер сертификата',
  pin: 'ПИН',
  /** Alternative text of the barcode. */
  barcode: 'Штрихкод сертификата',
  /** Printed below the bars; empty unless the design sets it. */
  barcodeCaption: '',
  terms: 'Условия использования',
  legalAddress: 'Юридический адрес:',
  support: 'Поддержка:',
  giver: 'От кого подарок:',
  sample: 'ОБРАЗЕЦ',
  page: (page: number, pages: number) => `Страница ${page} из ${pages}`,
};

export type PdfLabels = typeof ru;

const pdfLabels: Record<Language, PdfLabels> = {
  ru,
  en: {
    documentTitle: 'Gift certificate',
    gift: (sender, recipient) =>
      giftLabels(sender, recipient, 'A gift from', 'a gift from', 'a gift for you'),
    validUntil: (date) => `Valid until ${date}`,
    wasValidUntil: (date) => `Was valid until ${date}`,
    unlimited: 'No expiry date',
    hint: 'Show this certificate when you buy: on a screen or on paper.',
    hintWithSite: (site) => `Show this certificate when you buy, or enter its number at ${site}.`,
    exchange: 'Choose your gift at',
    exchangeHint: 'Open the address, or point a camera at the square code, and choose certificates.',
    exchangeCode: 'Square code with the address at which the certificate is exchanged',
    awaiting: 'The shop is still activating this certificate: that usually takes no more than a working day.',
    redeemed: (date) => `USED ${date}`,
    expired: 'EXPIRED',
    issuer: 'Issuer',
    orderNumber: 'Order number',
    certificateNumber: 'Certificate number',
    pin: 'PIN',
    barcode: 'Barcode of the certificate',
    barcodeCaption: '',
    terms: 'Terms of use',
    legalAddress: 'Registered address:',
    support: 'Support:',
    giver: 'Who it is from:',
    sample: 'SAMPLE',
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
};

function giftLabels(
  sender: string,
  recipient: string,
  from: string,
  fromAfterName: string,
  alone: string,
): string {
  if (recipient === '') return sender === '' ? '' : `${from} ${sender}`;
  return `${recipient}, ${sender === '' ? alone : `${fromAfterName} ${sender}`}`;
}

export function labelsOf(language: Language, design: CertificateDesign): PdfLabels {
  const labels = pdfLabels[language];
  const own = design.words[language];
  return {
    ...labels,
    documentTitle: own.certificate ?? labels.documentTitle,
    hint: own.hint ?? labels.hint,
    hintWithSite: (site) => own.hint ?? labels.hintWithSite(site),
    certificateNumber: own.number ?? labels.certificateNumber,
    pin: own.pin ?? labels.pin,
    barcodeCaption: own.barcode ?? '',
    terms: own.terms ?? labels.terms,
  };
}
