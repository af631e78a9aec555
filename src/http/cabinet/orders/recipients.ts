/** For whom an order is: one recipient by fields, others by lines, and those of earlier orders. */
import { hash } from 'node:crypto';
import type { EarlierRecipient } from '../../../orders/search/earlier-recipients.ts';
import { readPhone } from '../../../platform/values/phone.ts';

export interface Recipient {
  name: string;
  email: string;
  phone: string;
}

/** More are brought as a bulk order. */
export const mostRecipients = 20;

export type RecipientsRead =
  | { is: 'read'; recipients: Recipient[] }
  /** What is wrong with the others; `said` is the line or the address. */
  | { is: 'wrong'; why: 'no-address' | 'twice'; said: string }
  | { is: 'too-many' };

/** The recipient of the fields is there too if anything of it is, or if there is no other. */
export function readRecipients(
  first: Recipient,
  lines: string,
  earlier: readonly EarlierRecipient[],
): RecipientsRead {
  const typed = lines.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  if (typed.length + earlier.length > mostRecipients) return { is: 'too-many' };
  const others = typed.map(recipientOf);
  const without = others.findIndex(({ email, phone }) => email === '' && phone === '');
  if (without !== -1) return { is: 'wrong', why: 'no-address', said: typed[without]?.trim() ?? '' };
  const all = [...others, ...earlier.map(({ name, email, phone }) => ({ name, email, phone }))];
  const hasFirst = all.length === 0 || addressOf(first) !== '' || first.name !== '';
  const recipients = hasFirst ? [first, ...all] : all;
  if (recipients.length > mostRecipients) return { is: 'too-many' };
  const twice = recipients.find((one, index) =>
    recipients.slice(0, index).some((other) => isSame(one, other)),
  );
  if (twice !== undefined) return { is: 'wrong', why: 'twice', said: addressOf(twice) };
  return { is: 'read', recipients };
}

/** How people name somebody: by an e-mail, a phone, or both. */
export const addressOf = ({ email, phone }: Recipient): string =>
  [email, phone].filter((one) => one !== '').join(', ');

const isSame = (one: Recipient, other: Recipient): boolean =>
  addressOf(one) !== '' && addressOf(one).toLowerCase() === addressOf(other).toLowerCase();

const isOfPhone = (word: string): boolean => /^[+\d(][\d()-]*$/.test(word);

/** A line: e-mail and phone in any order, and a name; separated by blanks, commas, semicolons or tabs. */
function recipientOf(line: string): Recipient {
  const words = line.split(/[\s,;<>]+/).filter((word) => word !== '');
  const email = words.find((word) => word.includes('@')) ?? '';
  const rest = words.filter((word) => word !== email);
  const phone = readPhone(rest.filter(isOfPhone).join('')) ?? '';
  const name = (phone === '' ? rest : rest.filter((word) => !isOfPhone(word))).join(' ');
  return { name, email, phone };
}

/** The uuid of the order for a further recipient of a form: by the address, so that sending it again, with a name corrected too, orders nothing twice. */
export function uuidFor(form: string, recipient: Recipient): string {
  const digits = hash('sha256', `${form}\n${addressOf(recipient).toLowerCase()}`);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20, 32),
  ].join('-');
}
