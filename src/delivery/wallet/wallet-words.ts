import { titleIn, type GiftView, type Language } from '../certificate-view.ts';

export interface WalletWords {
  certificate: string;
  face: string;
  number: string;
  pin: string;
  validUntil: string;
  order: string;
  issuer: string;
  support: string;
  terms: string;
  sample: string;
}

const usual: Record<Language, WalletWords> = {
  ru: {
    certificate: 'Подарочный сертификат',
    face: 'Номинал',
    number: 'Номер сертификата',
    pin: 'ПИН',
    validUntil: 'Действует до',
    order: 'Номер заказа',
    issuer: 'Эмитент',
    support: 'Поддержка',
    terms: 'Условия использования',
    sample: 'ОБРАЗЕЦ',
  },
  en: {
    certificate: 'Gift certificate',
    face: 'Value',
    number: 'Certificate number',
    pin: 'PIN',
    validUntil: 'Valid until',
    order: 'Order number',
    issuer: 'Issuer',
    support: 'Support',
    terms: 'Terms of use',
    sample: 'SAMPLE',
  },
};

/** Our words, and the brand's own where its design has some. */
export function walletWords({ design }: GiftView, language: Language): WalletWords {
  const { certificate, number, pin, terms } = design.words[language];
  const words = usual[language];
  return {
    ...words,
    certificate: certificate ?? words.certificate,
    number: number ?? words.number,
    pin: pin ?? words.pin,
    terms: terms ?? words.terms,
  };
}

/** The product's name; of a test order it begins with «ОБРАЗЕЦ». */
export function walletTitle(view: GiftView, language: Language): string {
  const title = titleIn(view, language);
  return view.sample ? `${usual[language].sample} · ${title}` : title;
}

/** Who stands behind it: wallets want a name, and some products have no issuer's. */
export const issuerName = (view: GiftView): string => view.issuer.name || view.productTitle;
