import { InvalidArgumentError, Option, type Command } from 'commander';
import { readFile } from 'node:fs/promises';
import {
  acceptances,
  activationSchemes,
  barcodeKinds,
  mostInOnePurchase,
  type ProductFields,
} from '../../catalog/set-product.ts';
import type { Language } from '../../platform/text/language.ts';
import { aCount, aDay, anAmount, ids } from '../shell/arguments.ts';
import { jsonOption, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';

/** Options of `product add` and `product set`. */
export interface ProductOptions extends OutputOptions {
  brief?: string;
  termsFile?: string;
  www?: string;
  url?: string;
  code?: string;
  comment?: string;
  image?: string;
  categories?: number[];
  inOnePurchase?: number;
  acceptance?: (typeof acceptances)[number];
  unlimited?: boolean;
  validUntil?: string;
  validDays?: number;
  minValidDays?: number;
  barcode?: (typeof barcodeKinds)[number];
  barcodeOf?: 'number' | 'pin';
  codeInLetter?: boolean;
  activation?: (typeof activationSchemes)[number];
  deliverBeforeActivation?: boolean;
  issuer?: string;
  issuerAddress?: string;
  supportPhone?: string;
  supportEmail?: string;
  supportUrl?: string;
  remindBeforeExpiry?: boolean;
  inParts?: boolean;
  confirmAbove?: number | 'never';
  language?: Language;
  /** 0: off. */
  lowStock?: number;
}

export function productOptions(command: Command): Command {
  return command
    .option('--brief <text>', 'description in one or two sentences')
    .option('--terms-file <file>', 'terms of use, a file with HTML')
    .option('--www <address>', "the brand's website")
    .option('--url <address>', 'page of the product')
    .option('--code <slug>', 'name in addresses')
    .option('--comment <text>', 'note for clients (catalog_comment)')
    .option('--image <address>', 'picture, the same in all sizes')
    .option('--categories <ids>', 'as 27,30', ids)
    .addOption(
      new Option(
        '--acceptance <where>',
        'where certificates are accepted; exchange: a choice product, whose certificates are exchanged for those of `product exchange`',
      ).choices(acceptances),
    )
    .option(
      '--in-one-purchase <count>',
      'of how many certificates one purchase takes at most: 1 to 127',
      aPurchaseCount,
    )
    .option('--unlimited', 'certificates do not expire')
    .option('--valid-until <day>', 'last day of validity, for example 2027-12-31', aDay)
    .option('--valid-days <days>', 'days of validity from the delivery', aCount)
    .option(
      '--min-valid-days <days>',
      'days that a certificate must still be valid when it is delivered (default: 7)',
      aCount,
    )
    .addOption(new Option('--barcode <kind>', 'barcode on the certificate').choices(barcodeKinds))
    .addOption(new Option('--barcode-of <what>', 'what the barcode says').choices(['number', 'pin']))
    .option('--code-in-letter', 'letters contain the code itself, not only the link')
    .option('--no-code-in-letter', 'letters contain only the link')
    .addOption(
      new Option('--activation <scheme>', 'how inactive codes of its pool are activated').choices(
        activationSchemes,
      ),
    )
    .option(
      '--deliver-before-activation',
      'certificates are delivered before a letter or a pull has activated them',
    )
    .option('--no-deliver-before-activation', 'certificates wait for their activation')
    .option('--issuer <name>', 'legal name of the issuer')
    .option('--issuer-address <address>', 'legal address of the issuer')
    .option('--support-phone <phone>', 'for recipients')
    .option('--support-email <address>', 'for recipients')
    .option('--support-url <address>', 'for recipients')
    .option(
      '--remind-before-expiry',
      'recipients get reminders by e-mail 30 and 3 days before the expiry date',
    )
    .option('--no-remind-before-expiry', 'recipients get no reminders')
    .option('--in-parts', 'tills may redeem a part of a certificate; the rest is kept')
    .option('--no-in-parts', 'certificates are redeemed whole; one that is begun is still used up in parts')
    .option(
      '--confirm-above <roubles>',
      'how much of a choice certificate its link alone may exchange; for more its holder is sent a code; never: no code (default: 3000)',
      aConfirmedSum,
    )
    .addOption(
      new Option(
        '--language <language>',
        'of letters and texts to recipients, unless their client has one',
      ).choices(['ru', 'en']),
    )
    .option('--low-stock <count>', 'alert by mail when a face has fewer free codes; 0: never', aCount)
    .option(...jsonOption);
}

const aConfirmedSum = (text: string): number | 'never' => (text === 'never' ? text : anAmount(text));

function aPurchaseCount(text: string): number {
  const count = aCount(text);
  if (count < 1 || count > mostInOnePurchase)
    throw new InvalidArgumentError(`It must be from 1 to ${mostInOnePurchase}.`);
  return count;
}

export async function fieldsOf(options: ProductOptions): Promise<Omit<ProductFields, 'switchedOn'>> {
  const { image, termsFile } = options;
  const validity = validityOf(options);
  const given: { [Name in keyof ProductFields]: ProductFields[Name] | undefined } = {
    brief: options.brief,
    disclaimer: termsFile === undefined ? undefined : await readTerms(termsFile),
    www: options.www,
    url: options.url,
    code: options.code,
    catalogComment: options.comment,
    images: image === undefined ? undefined : { small: image, medium: image, large: image },
    categories: options.categories,
    digitalAcceptance: options.acceptance,
    certificatesInOnePurchase: options.inOnePurchase,
    validity,
    minValidityDays: options.minValidDays,
    barcodeKind: options.barcode,
    barcodeOf: options.barcodeOf,
    codeInLetter: options.codeInLetter,
    activationScheme: options.activation,
    deliverBeforeActivation: options.deliverBeforeActivation,
    issuerName: options.issuer,
    issuerAddress: options.issuerAddress,
    supportPhone: options.supportPhone,
    supportEmail: options.supportEmail,
    supportUrl: options.supportUrl,
    remindBeforeExpiry: options.remindBeforeExpiry,
    inParts: options.inParts,
    confirmAboveKopecks: options.confirmAbove === 'never' ? null : options.confirmAbove,
    language: options.language,
    lowStock: options.lowStock === 0 ? null : options.lowStock,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function validityOf(options: ProductOptions): ProductFields['validity'] {
  const { unlimited, validUntil, validDays } = options;
  if ([unlimited, validUntil, validDays].filter((one) => one !== undefined).length > 1) {
    throw new Misuse('Choose one of --unlimited, --valid-until and --valid-days.');
  }
  if (unlimited === true) return { is: 'unlimited' };
  if (validUntil !== undefined) return { is: 'fixed', until: validUntil };
  return validDays === undefined ? undefined : { is: 'days', days: validDays };
}

async function readTerms(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Refusal(`The file of terms can't be read: ${file}.`);
  }
}
