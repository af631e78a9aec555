import type { Tx } from '../platform/database/database.ts';
import { barcodeFault, type Barcode } from '../platform/values/judge-barcode.ts';
import type { Language } from '../platform/text/language.ts';
import { choiceFits, type ChoiceFacts, type ChoiceRefusal } from './choice-fits.ts';
import { holdSuppliers, judgeOffers } from './judge-offers.ts';
import { partsFit } from './parts-fit.ts';
import { deleteVouch } from './vouches.ts';

/** How long certificates of a product are valid if the code itself has no expiry date. */
export type Validity =
  | { is: 'unlimited' }
  /** `YYYY-MM-DD`, the last Moscow day. */
  | { is: 'fixed'; until: string }
  | { is: 'days'; days: number };

export const barcodeKinds = [
  'none',
  'code128',
  'ean13',
  'code39',
  'itf',
  'qr',
  'datamatrix',
  'pdf417',
  'aztec',
] as const;

/** Certificates that one purchase takes, as the table allows. */
export const mostInOnePurchase = 127;

/** Where certificates are accepted, as getProducts says it; `exchange`: they are exchanged for certificates of other products. */
export const acceptances = ['any', 'eshop', 'offline', 'no', 'exchange'] as const;

export const activationSchemes = ['none', 'letter', 'api', 'pull'] as const;

/** The fields of a product; absent ones are not changed, or get the default of the table. */
export interface ProductFields {
  switchedOn?: boolean;
  title?: string;
  code?: string;
  url?: string;
  brief?: string;
  disclaimer?: string;
  www?: string;
  catalogComment?: string;
  images?: { small: string; medium: string; large: string };
  categories?: number[];
  certificatesInOnePurchase?: number;
  digitalAcceptance?: (typeof acceptances)[number];
  validity?: Validity;
  /** How many days a certificate must still be valid when it is delivered; codes that expire earlier are not sold. */
  minValidityDays?: number;
  barcodeKind?: (typeof barcodeKinds)[number];
  barcodeOf?: 'number' | 'pin';
  codeInLetter?: boolean;
  issuerName?: string;
  issuerAddress?: string;
  supportPhone?: string;
  supportEmail?: string;
  supportUrl?: string;
  /** How inactive codes of a pool are activated. */
  activationScheme?: (typeof activationSchemes)[number];
  /** Below how many free codes a face is low in stock; null: no alert. */
  lowStock?: number | null;
  /** Whether the certificate is sent before a letter or a pull has activated its code. */
  deliverBeforeActivation?: boolean;
  /** Whether recipients get reminders by e-mail 30 and 3 days before the certificate expires. */
  remindBeforeExpiry?: boolean;
  /** Whether tills may redeem a part of a certificate and leave the rest. */
  inParts?: boolean;
  /** How much of a choice certificate its link alone may spend before a code is asked for; null: all of it. */
  confirmAboveKopecks?: number | null;
  /** Language of messages to recipients, unless the client has its own. */
  language?: Language;
}

export type ProductSet =
  | 'set'
  | 'no-product'
  | 'activation-needs-pool'
  | 'barcode-unfit'
  | 'parts-need-till'
  | ChoiceRefusal;

export async function setProduct(
  tx: Tx,
  productId: number,
  fields: ProductFields,
  now: Date,
): Promise<ProductSet> {
  const columns = columnsOfFields(fields);
  const names = Object.keys(columns);
  await holdSuppliers(tx, { productIds: [productId] });
  const { rows } = await tx.query<Former>(
    `select supplier_id as "supplierId", transfer_scheme as "transferScheme", activation_scheme as "activationScheme",
       barcode_kind as "barcodeKind", barcode_of as "barcodeOf",
       digital_acceptance as "digitalAcceptance", first_offered_at is not null as "wasOffered" from products
     where id = $1 for update`,
    [productId],
  );
  const [product] = rows;
  if (product === undefined) return 'no-product';
  const { supplierId, transferScheme } = product;
  if (!activationFits(transferScheme, fields)) return 'activation-needs-pool';
  const choice = choiceFits(product, fields);
  if (choice !== 'fits') return choice;
  if (!barcodeFits(transferScheme, fields, product)) return 'barcode-unfit';
  if (!(await partsFit(tx, { supplierId, scheme: transferScheme }, fields))) return 'parts-need-till';
  if (names.length === 0) return 'set';
  await tx.query(
    `update products set kept_columns = ${keptWith('$2')},
       ${names.map((name, index) => `${name} = $${index + 3}`).join(', ')} where id = $1`,
    [productId, names, ...Object.values(columns)],
  );
  // A vouch counts only for the scheme that the product had.
  if (fields.activationScheme !== undefined && fields.activationScheme !== product.activationScheme)
    await deleteVouch(tx, productId);
  await judgeOffers(tx, { productIds: [productId] }, now);
  return 'set';
}

/** What decides whether a change fits. */
type Former = { supplierId: number; activationScheme: string } & Barcodes & ChoiceFacts;

/** Imports do not touch columns that the operator has set; the columns in the parameter are marked as such. */
export const keptWith = (names: string): string =>
  `array(select distinct name from unnest(kept_columns || ${names}::text[]) as name order by name)`;

/** Only codes loaded beforehand can be inactive. */
export const activationFits = (
  transferScheme: string,
  { activationScheme = 'none' }: ProductFields,
): boolean => activationScheme === 'none' || transferScheme === 'pool';

type Barcodes = Required<Pick<ProductFields, 'barcodeKind' | 'barcodeOf'>>;

/** In the form of the numbers that the platform makes: they have no PIN. */
const platformCode = { number: '0123456789ABCDEF', pin: '' };

/** Whether a barcode can carry the codes that the platform makes, which are alike for all products. */
export const fitsPlatformCodes = (barcode: Barcode): boolean => barcodeFault(barcode, platformCode) === null;

/** A barcode that cannot carry the codes that the platform makes is a mistake. */
export function barcodeFits(
  transferScheme: string,
  { barcodeKind, barcodeOf }: ProductFields,
  before: Barcodes = { barcodeKind: 'code128', barcodeOf: 'number' },
): boolean {
  if (transferScheme !== 'platform' || (barcodeKind === undefined && barcodeOf === undefined)) return true;
  const text = `{{${barcodeOf ?? before.barcodeOf}}}`;
  return fitsPlatformCodes({ kind: barcodeKind ?? before.barcodeKind, text });
}

const columnNames = {
  switchedOn: 'switched_on',
  title: 'title',
  code: 'code',
  url: 'url',
  brief: 'brief',
  disclaimer: 'disclaimer',
  www: 'www',
  catalogComment: 'catalog_comment',
  categories: 'categories',
  certificatesInOnePurchase: 'certificates_in_one_purchase',
  digitalAcceptance: 'digital_acceptance',
  barcodeKind: 'barcode_kind',
  barcodeOf: 'barcode_of',
  codeInLetter: 'code_in_letter',
  issuerName: 'issuer_name',
  issuerAddress: 'issuer_address',
  supportPhone: 'support_phone',
  supportEmail: 'support_email',
  supportUrl: 'support_url',
  minValidityDays: 'min_validity_days',
  activationScheme: 'activation_scheme',
  deliverBeforeActivation: 'deliver_before_activation',
  lowStock: 'low_stock',
  remindBeforeExpiry: 'remind_before_expiry',
  inParts: 'in_parts',
  confirmAboveKopecks: 'confirm_above_kopecks',
  language: 'language',
} as const satisfies Partial<Record<keyof ProductFields, string>>;

/** The columns for the given fields, by name. */
export function columnsOfFields(fields: ProductFields): Record<string, unknown> {
  const { images, validity, ...plain } = fields;
  const columns: Record<string, unknown> = {};
  for (const name of Object.keys(columnNames) as (keyof typeof columnNames)[]) {
    if (plain[name] !== undefined) columns[columnNames[name]] = plain[name];
  }
  if (images !== undefined) {
    const { small, medium, large } = images;
    Object.assign(columns, { image_small: small, image_medium: medium, image_large: large });
  }
  if (validity !== undefined) {
    columns['validity'] = validity.is;
    columns['valid_until'] = validity.is === 'fixed' ? validity.until : null;
    columns['validity_days'] = validity.is === 'days' ? validity.days : null;
  }
  return columns;
}
