import { addressHint } from '../shell/address-hint.ts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { keptMonths } from '../../clients/change-client.ts';
import type { CallbackFormat } from '../../clients/client.ts';
import { readNetworks } from '../../clients/read-networks.ts';
import type { ClientPatch } from '../../clients/set-client.ts';
import { addressProblem, type AddressProblem } from '../../platform/network/callback-address.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';
import type { Language } from '../../platform/text/language.ts';
import { aDay, anAmount, onOff } from '../shell/arguments.ts';
import { jsonOption, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { moscowMidnight } from '../../platform/time/moscow-time.ts';

/** Options of `client add` and `client set`. */
export interface ClientOptions extends OutputOptions {
  /** `none`: no callbacks. */
  callbackUrl?: string;
  callbackFormat?: CallbackFormat;
  delayedMode?: boolean;
  testMode?: boolean;
  discount?: number;
  credit?: number;
  allowedNetworks?: string[];
  /** `product`: the language of each product. */
  language?: Language | 'product';
  contactMail?: string;
  keepRecipients?: number;
  registered?: string;
  uuidRequired?: boolean;
  postOnly?: boolean;
  kopecks?: boolean;
}

export function clientOptions(command: Command): Command {
  return command
    .option('--callback-url <address>', 'address for callbacks; none: no callbacks', anAddress)
    .addOption(
      new Option('--callback-format <format>', 'format of callback bodies').choices(['form', 'json']),
    )
    .option('--delayed-mode <on|off>', 'orders wait for codes instead of being refused', onOff)
    .option('--test-mode <on|off>', 'all orders are test orders', onOff)
    .option(
      '--discount <percent>',
      'discount on the face, for example 3.5; negative: a surcharge',
      basisPoints,
    )
    .option('--credit <roubles>', 'credit line', anAmount)
    .option(
      '--allowed-networks <list>',
      'networks it may call from, for example 203.0.113.0/24,2001:db8::/32; any: all',
      networks,
    )
    .addOption(
      new Option(
        '--language <language>',
        'of letters and texts to its recipients; product: what the product says',
      ).choices(['ru', 'en', 'product']),
    )
    .option(
      '--contact-mail <address>',
      'who gets alerts about letters, texts and callbacks that failed permanently; none: nobody',
      aContact,
    )
    .option(
      '--keep-recipients <months>',
      'how long after the end of a certificate its recipient is known: 1 to 120 months, 18 unless set',
      months,
    )
    .option(
      '--registered <day>',
      'day of registration, for example 2022-12-31: decides on the legacy date_send',
      aDay,
    )
    .option('--kopecks <on|off>', 'sums and faces may have kopecks; off: whole roubles', onOff)
    .option('--uuid-required <on|off>', 'orders without uuid are refused', onOff)
    .option('--post-only <on|off>', 'data is accepted only in the body of a POST', onOff)
    .option(...jsonOption);
}

export function patchOf(options: ClientOptions): ClientPatch {
  const { callbackUrl, callbackFormat, delayedMode, testMode, discount, allowedNetworks } = options;
  const { language, registered, uuidRequired, postOnly, kopecks } = options;
  return {
    ...(callbackUrl === undefined ? {} : { callbackUrl: orNone(callbackUrl) }),
    ...(callbackFormat === undefined ? {} : { callbackFormat }),
    ...(delayedMode === undefined ? {} : { delayedMode }),
    ...(testMode === undefined ? {} : { testMode }),
    ...(discount === undefined ? {} : { discountBasisPoints: discount }),
    ...(allowedNetworks === undefined ? {} : { allowedNetworks }),
    ...(options.contactMail === undefined ? {} : { contactMail: orNone(options.contactMail) }),
    ...(options.keepRecipients === undefined ? {} : { keepRecipientsMonths: options.keepRecipients }),
    ...(language === undefined ? {} : { language: language === 'product' ? null : language }),
    ...(kopecks === undefined ? {} : { pricesInKopecks: kopecks }),
    ...(uuidRequired === undefined ? {} : { uuidRequired }),
    ...(postOnly === undefined ? {} : { postOnly }),
    ...(registered === undefined ? {} : { registeredAt: moscowMidnight(registered) }),
  };
}

/** The parser of arguments would make an empty text of a null. */
const orNone = (text: string): string | null => (text === 'none' ? null : text);

const addressRules: Record<AddressProblem, string> = {
  'no-address': 'It must be a whole address that begins with http:// or https://.',
  'with-password': 'A user name and password in the address would not be sent: leave them out.',
  'too-long': 'It must have at most 2048 characters.',
  private: 'It is in a private network, which is not called: FACEVALUE_CALLBACK_PRIVATE=1 would allow it.',
};

/** Throws if the installation calls no receivers within its network, and this is one. */
export function refusePrivate({ callbackUrl = 'none' }: ClientOptions, allowsPrivate: boolean): void {
  if (callbackUrl !== 'none' && addressProblem(callbackUrl, allowsPrivate) !== null)
    throw new Refusal(addressRules.private);
}

function anAddress(text: string): string {
  const problem = text === 'none' ? null : addressProblem(text, true);
  if (problem !== null) throw new InvalidArgumentError(addressRules[problem]);
  return text;
}

function aContact(text: string): string {
  if (text !== 'none' && !isEmailAddress(text))
    throw new InvalidArgumentError(`It must be one e-mail address.${addressHint(text)}`);
  return text;
}

function months(text: string): number {
  const count = Number(text);
  if (!/^\d{1,3}$/.test(text) || count < keptMonths.fewest || count > keptMonths.most) {
    throw new InvalidArgumentError(`It must be ${keptMonths.fewest} to ${keptMonths.most} months.`);
  }
  return count;
}

function basisPoints(text: string): number {
  const points = Math.round(Number(text) * 100);
  if (!/^-?\d{1,3}(\.\d{1,2})?$/.test(text) || points < -10_000 || points > 9999) {
    throw new InvalidArgumentError('It must be a percentage from -100 to 99.99 with at most two decimals.');
  }
  return points;
}

/** `any`: from everywhere. */
export function networks(text: string): string[] {
  if (text === 'any') return [];
  const reading = readNetworks(text);
  if (reading.is === 'read' && reading.networks.length > 0) return reading.networks;
  if (reading.is === 'too-many') throw new InvalidArgumentError(`At most ${reading.most} networks.`);
  throw new InvalidArgumentError(`${reading.is === 'wrong' ? reading.part : text} is no network.`);
}
