/** Receipts of texts from an SMPP peer. */
import type { ReceiptIds } from './provider-settings.ts';
import type { SmppPdu } from './smpp-package.ts';
import type { TextReceipt } from './text-provider.ts';

const receiptClass = 0x04;
const messageTypeBits = 0x3c;

/** Final states (SMPP 3.4, 5.2.28). */
const endsByState = new Map<number, TextReceipt['report']>([
  [2, 'delivered'],
  [3, 'undelivered'],
  [4, 'undelivered'],
  [5, 'undelivered'],
  [8, 'undelivered'],
]);
/** The same states in the text of a receipt (SMPP 3.4, appendix B). */
const endsByWord = new Map<string, TextReceipt['report']>([
  ['DELIVRD', 'delivered'],
  ['EXPIRED', 'undelivered'],
  ['DELETED', 'undelivered'],
  ['UNDELIV', 'undelivered'],
  ['REJECTD', 'undelivered'],
]);

/** Reads a `deliver_sm` about one of our texts; null if it is a person's message or has no final state. */
export function readSmppReceipt(pdu: SmppPdu): Omit<TextReceipt, 'provider'> | null {
  const isReceipt = ((pdu.esm_class ?? 0) & messageTypeBits) === receiptClass;
  if (!isReceipt && pdu.receipted_message_id === undefined) return null;
  const text = textOf(pdu);
  const messageId = (pdu.receipted_message_id ?? /\bid:\s*(\S+)/i.exec(text)?.[1] ?? '').trim();
  const word = /\bstat:\s*([A-Z]+)/i.exec(text)?.[1]?.toUpperCase() ?? '';
  const report =
    (pdu.message_state === undefined ? undefined : endsByState.get(pdu.message_state)) ??
    endsByWord.get(word);
  if (messageId === '' || report === undefined) return null;
  const error = /\berr:\s*([0-9A-Za-z]{1,10})/i.exec(text)?.[1];
  const state = word === '' ? `state ${pdu.message_state}` : word;
  return { messageId, report, details: error === undefined ? state : `${state} err ${error}` };
}

const textOf = (pdu: SmppPdu): string => wordsOf(pdu.short_message) || wordsOf(pdu.message_payload);

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
