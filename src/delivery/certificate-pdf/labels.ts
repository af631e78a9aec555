import type { Language } from '../certificate-view.ts';

export interface PdfLabels {
  documentTitle: string;
  validUntil: string;
  unlimited: string;
  hint: string;
  hintWithSite: (site: string) => string;
  issuer: string;
  orderNumber: string;
  certificateNumber: string;
  pin: string;
  terms: string;
  legalAddress: string;
  support: string;
  sample: string;
  page: (page: number, pages: number) => string;
}

export const pdfLabels: Record<Language, PdfLabels> = {
  ru: {
    documentTitle: 'Подарочный сертификат',
    validUntil: 'Действителен до:',
    unlimited: 'Без ограничения срока',
    hint: 'Предъявите сертификат при покупке: на экране или распечатанным.',
    hintWithSite: (site) => `Предъявите сертификат при покупке или введите его номер на сайте ${site}.`,
    issuer: 'Эмитент',
    orderNumber: 'Номер заказа',
    certificateNumber: 'Номер сертификата',
    pin: 'ПИН',
    terms: 'Условия использования',
    legalAddress: 'Юридический адрес:',
    support: 'Поддержка:',
    sample: 'ОБРАЗЕЦ',
    page: (page, pages) => `Страница ${page} из ${pages}`,
  },
  en: {
    documentTitle: 'Gift certificate',
    validUntil: 'Valid until:',
    unlimited: 'No expiry date',
    hint: 'Show this certificate when you buy: on a screen or on paper.',
    hintWithSite: (site) => `Show this certificate when you buy, or enter its number at ${site}.`,
    issuer: 'Issuer',
    orderNumber: 'Order number',
    certificateNumber: 'Certificate number',
    pin: 'PIN',
    terms: 'Terms of use',
    legalAddress: 'Registered address:',
    support: 'Support:',
    sample: 'SAMPLE',
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
};
