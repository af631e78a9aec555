/** What a wallet pass says. */
import { titleIn, type GiftView, type Language } from '../../certificate.ts';

const ru = {
  certificate: 'Подарочный сертификат',
  face: 'Номинал',
  left: 'Осталось',
  number: 'Номер сертификата',
  pin: 'ПИН',
  validUntil: 'Действует до',
  order: 'Номер заказа',
  issuer: 'Эмитент',
  support: 'Поддержка',
  terms: 'Условия использования',
  sample: 'ОБРАЗЕЦ',
};

type WalletLabels = typeof ru;

const usual: Record<Language, WalletLabels> = {
  ru,
  en: {
    certificate: 'Gift certificate',
    face: 'Value',
    left: 'Left',
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

/** The default labels, and the brand's own from its design. */
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

/** The product's name; for a test order it begins with «ОБРАЗЕЦ». */
export function walletTitle(view: GiftView, language: Language): string {
  const title = titleIn(view, language);
  return view.sample ? `${usual[language].sample} · ${title}` : title;
}

/** The issuer's name: wallets require one, and some products have none. */
export const issuerName = (view: GiftView): string => view.issuer.name || view.productTitle;
