import type { SealedColumn } from '../../platform/secrets/reseal.ts';
import type { Address } from '../../orders/search/orders-of-address.ts';
import { readWanted } from '../../orders/search/terms.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';

/** An e-mail address or a phone as people type it; null: neither. */
export function readAddress(typed: string): Address | null {
  const text = typed.trim();
  if (isEmailAddress(text)) return { mail: text.toLowerCase(), phone: '' };
  const phone = readWanted(text)?.phone ?? null;
  return phone === null ? null : { mail: '', phone };
}

export const textOf = ({ mail, phone }: Address): string => (mail === '' ? phone : mail);

/** Without its country, as it may be written in many ways. */
export const digitsOf = ({ phone }: Address): string => phone.slice(-ownDigits);

const ownDigits = 10;

/** By it, and a given address, one can prove that its erasure was asked for. Nobody can find the address by it. */
export const addressHash = (keyring: Keyring, address: Address): Buffer =>
  keyring.fingerprint(`erasure:${textOf(address)}`);

/** What seals the address of an erasure that has not ended. */
export const addressContext = 'erasure-address';

export const sealedAddresses: SealedColumn<object> = {
  table: 'erasures',
  column: 'sealed_address',
  key: { id: 'bigint' },
  context: () => addressContext,
};
