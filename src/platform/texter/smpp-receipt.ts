/** Receipts of texts from an SMPP peer. */
import type { ReceiptIds } from './provider-settings.ts';
import type { SmppPdu } from './smpp-package.ts';
import type { TextReceipt } from './text-provider.ts';

const messageTypeBits = 0x3c;

/** Final states (SMPP 3.4, 5.2.28). */
const endsByState = new Map<number, TextReceipt['report']>([
  [2, 'delivered'],
  [3, 'undelivered'],
  [4, 'undelivered'],
  [5, 'undelivered'],
  [8, 'undelivered'],
]);
/** The same states in the text of a receipt (SMPP 3.4, appendix B), and as providers write them out. */
const endsByWord: readonly [RegExp, TextReceipt['report']][] = [
  [/^DELI?VE?RE?D$/, 'delivered'],
  [/^(?:UNDELIV|UNDELIVE?RE?D|UNDELIVERABLE|EXPIRE?D|DELETED|REJECTE?D?|FAILED)$/, 'undelivered'],
];

const [defaultType, receiptType] = [0, 0x04];

/**
 * Reads a message about one of our texts; null if it is a person's or has no final state. Some providers mark their receipts by
 * their words alone; a person who writes the same can tell of their own phone only, see `phonesOf`.
 */
export function readSmppReceipt(pdu: SmppPdu): Omit<TextReceipt, 'provider'> | null {
  const type = (pdu.esm_class ?? 0) & messageTypeBits;
  const receiptedId = filled(pdu.receipted_message_id);
  const text = textOf(pdu);
  const writtenId = filled(/\bid\s*[:=]\s*"?([^\s",;]+)/i.exec(text)?.[1]);
  const word = /\bstat(?:us)?\s*[:=]\s*"?([A-Z_]+)/i.exec(text)?.[1]?.toUpperCase() ?? '';
  const isInWords = type === defaultType && writtenId !== '' && word !== '';
  if (type !== receiptType && receiptedId === '' && !isInWords) return null;
  const messageId = receiptedId || writtenId;
  const report =
    (pdu.message_state === undefined ? undefined : endsByState.get(pdu.message_state)) ??
    endsByWord.find(([words]) => words.test(word))?.[1];
  if (messageId === '' || report === undefined) return null;
  const error = /\berr\s*[:=]\s*"?([0-9A-Za-z]{1,10})/i.exec(text)?.[1];
  const state = word === '' ? `state ${pdu.message_state}` : word;
  return { messageId, report, details: error === undefined ? state : `${state} err ${error}` };
}

/** A field may be there and empty. */
const filled = (id: string | undefined): string => (id ?? '').replaceAll('\0', '').trim();

/** What stands behind `text:` is ours or a person's. */
const textOf = (pdu: SmppPdu): string =>
  (wordsOf(pdu.short_message) || wordsOf(pdu.message_payload)).split(/\btext\s*[:=]/i, 1)[0] ?? '';

const leastPhoneDigits = 10;

/**
 * The phones of a receipt: by the specification where it comes from, which the network says of a person's message; some providers
 * exchange both ends. Names and short codes are none, and neither is our own sender.
 */
export function phonesOf({ source_addr = '', destination_addr = '' }: SmppPdu, from: string): string[] {
  const numbers = [source_addr, destination_addr].map((address) => address.replace(/^\+/, ''));
  return numbers.filter(
    (number) => /^\d+$/.test(number) && number.length >= leastPhoneDigits && number !== from,
  );
}

/** The most digits of ids that are numbers. */
const longestNumber = 32;

/** What an id may mean besides: the same number written to the other base. */
export function otherIdsOf(id: string): string[] {
  if (id.length > longestNumber) return [];
  const hex = /^(?:0x)?([\da-f]+)$/i.exec(id)?.[1];
  if (hex === undefined) return [];
  const ofHex = BigInt(`0x${hex}`).toString();
  return /^\d+$/.test(id) ? [BigInt(id).toString(16), ofHex] : [ofHex];
}

/** The message id in the form of the submission's answer. */
export function answeredId(receiptId: string, form: ReceiptIds): string {
  switch (form) {
    case 'as answered':
      return receiptId;
    case 'decimal of hex':
      return /^\d+$/.test(receiptId) ? BigInt(receiptId).toString(16) : receiptId;
    case 'hex of decimal':
      return /^[\da-f]+$/i.test(receiptId) ? BigInt(`0x${receiptId}`).toString() : receiptId;
  }
}

/** A number may be padded with zeros in one place and not in the other. */
export const plainId = (id: string, form: ReceiptIds): string =>
  form === 'as answered' ? id : id.toLowerCase().replace(/^0+(?=.)/, '');

function wordsOf(content: SmppPdu['message_payload']): string {
  if (content === undefined) return '';
  const message = Buffer.isBuffer(content) ? content : content.message;
  return typeof message === 'string' ? message : message.toString('latin1');
}
