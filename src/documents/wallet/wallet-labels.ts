import { titleIn, type GiftView, type Language } from '../../certificates/certificate-view.ts';

export interface WalletLabels {
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

const usual: Record<Language, WalletLabels> = {
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
export function walletLabels({ design }: GiftView, language: Language): WalletLabels {
  const { certificate, number, pin, terms } = design.words[language];
  const labels = usual[language];
  return {
    ...labels,
    certificate: certificate ?? labels.certificate,
    number: number ?? labels.number,
    pin: pin ?? labels.pin,
    terms: terms ?? labels.terms,
  };
}

/** The product's name; of a test order it begins with «ОБРАЗЕЦ». */
export function walletTitle(view: GiftView, language: Language): string {
  const title = titleIn(view, language);
  return view.sample ? `${usual[language].sample} · ${title}` : title;
}

/** Who stands behind it: wallets want a name, and some products have no issuer's. */
export const issuerName = (view: GiftView): string => view.issuer.name || view.productTitle;
