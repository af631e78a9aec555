/** The content of a certificate's Apple Wallet pass. */
import { kopecksPerRouble } from '../../../platform/values/money.ts';
import { moscowDateTime } from '../../../platform/time/moscow-time.ts';
import type { AppleWallet } from '../../../platform/settings/wallet-settings.ts';
import type { CertificateCode, GiftView, Language } from '../../certificate.ts';
import { termsAsItems } from '../../terms.ts';
import { appleFormat, walletBarcode } from './wallet-barcode.ts';
import { issuerName, walletTitle, walletLabels } from './wallet-labels.ts';

const maxTermsLength = 8000;

interface Field {
  key: string;
  label: string;
  value: string | number;
  currencyCode?: string;
  dateStyle?: 'PKDateStyleMedium';
  ignoresTimeZone?: boolean;
}

/** The content of a pass before signing, as plain data. */
export interface PassText {
  properties: Record<string, string>;
  headerFields: Field[];
  primaryFields: Field[];
  secondaryFields: Field[];
  auxiliaryFields: Field[];
  backFields: Field[];
  barcode: {
    format: ReturnType<typeof appleFormat>;
    message: string;
    messageEncoding: string;
    altText: string;
  } | null;
}

export interface PassAsk {
  apple: AppleWallet;
  view: GiftView;
  code: CertificateCode;
  language: Language;
  /** Whether the pass shows the brand's picture as a strip. */
  pictured: boolean;
}

/** Builds a store card: value, number, PIN and barcode in front, terms and contacts on the back. */
export function passText(ask: PassAsk): PassText {
  const { view, code, language, pictured } = ask;
  const labels = walletLabels(view, language);
  const face: Field = {
    key: 'face',
    label: view.leftKopecks === null ? labels.face : labels.left,
    value: (view.leftKopecks ?? view.faceKopecks) / kopecksPerRouble,
    currencyCode: 'RUB',
  };
  const until: Field[] =
    view.expiresAt === null
      ? []
      : [
          {
            key: 'until',
            label: labels.validUntil,
            value: moscowInstant(view.expiresAt),
            dateStyle: 'PKDateStyleMedium',
            ignoresTimeZone: true,
          },
        ];
  return {
    properties: propertiesOf(ask),
    // The value would be unreadable on a picture.
    headerFields: pictured ? [face] : [],
    primaryFields: pictured ? [] : [face],
    secondaryFields: [{ key: 'number', label: labels.number, value: code.number }],
    auxiliaryFields: [
      ...(code.pin === '' ? [] : [{ key: 'pin', label: labels.pin, value: code.pin }]),
      ...until,
    ],
    backFields: backFields(view, language),
    barcode: barcodeOf(view, code),
  };
}

function propertiesOf({ apple, view, language }: PassAsk): Record<string, string> {
  const { accent, onAccent } = view.design.colours.light;
  const title = walletTitle(view, language);
  return {
    passTypeIdentifier: apple.passTypeId,
    teamIdentifier: apple.teamId,
    // The same each time, so that saving again replaces the first pass.
    serialNumber: `${view.clientId}-${view.requestId}`,
    organizationName: issuerName(view),
    description: `${walletLabels(view, language).certificate} — ${title}`,
    logoText: title,
    backgroundColor: rgb(accent),
    foregroundColor: rgb(onAccent),
    labelColor: rgb(onAccent),
    ...(view.expiresAt !== null && { expirationDate: moscowInstant(view.expiresAt) }),
  };
}

function backFields(view: GiftView, language: Language): Field[] {
  const labels = walletLabels(view, language);
  const { phone, email, url } = view.support;
  const fields = [
    { key: 'order', label: labels.order, value: view.orderNumber },
    {
      key: 'terms',
      label: labels.terms,
      value: termsAsItems(view.termsHtml).join('\n').slice(0, maxTermsLength),
    },
    {
      key: 'issuer',
      label: labels.issuer,
      value: [view.issuer.name, view.issuer.legalAddress].filter(Boolean).join('\n'),
    },
    { key: 'support', label: labels.support, value: [phone, email, url].filter(Boolean).join('\n') },
  ];
  return fields.filter(({ value }) => value !== '');
}

function barcodeOf(view: GiftView, code: CertificateCode): PassText['barcode'] {
  const bars = walletBarcode(view, code);
  if (bars === null) return null;
  const messageEncoding = /^[\x20-\x7e]*$/.test(bars.text) ? 'iso-8859-1' : 'utf-8';
  return { format: appleFormat(bars), message: bars.text, messageEncoding, altText: code.number };
}

/** `2027-12-31T23:59:59+03:00`: the pass shows the Moscow day. */
const moscowInstant = (instant: Date): string => `${moscowDateTime(instant).replace(' ', 'T')}+03:00`;

function rgb(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}
