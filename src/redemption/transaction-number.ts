/** The confirmation numbers of redemptions. */
import { randomBytes } from 'node:crypto';

/** Crockford's alphabet: easy to read out and type. 12 symbols are 60 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const transactionSymbols = 12;

export function transactionNumbers(count: number): string[] {
  // Drawn together: asking for random bytes takes longer than the bytes.
  const random = randomBytes(count * transactionSymbols);
  return Array.from({ length: count }, (_, place) =>
    transactionNumber(random.subarray(place * transactionSymbols, (place + 1) * transactionSymbols)),
  );
}

function transactionNumber(random: Uint8Array): string {
  let number = '';
  for (const byte of random) number += alphabet.charAt(byte % alphabet.length);
  return number;
}
