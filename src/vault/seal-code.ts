import type { Keyring } from '../platform/secrets/keyring.ts';

/** What a code consists of: its number, and its PIN or ''. In memory only while it is loaded, sent or shown. */
export interface PlainCode {
  number: string;
  pin: string;
}

export interface SealedCode {
  fingerprint: Buffer;
  sealed: Buffer;
}

/** One number in all its spellings: spaces, dashes, letter case and full-width digits make no other code. */
export function normaliseNumber(number: string): string {
  return number
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
}

/** The sealed bytes are bound to the supplier and the fingerprint, which together name the row. */
const contextOf = (supplierId: number, fingerprint: Buffer): string =>
  `code:${supplierId}:${fingerprint.toString('hex')}`;

/** What a number is found by, without opening anything. */
export function codeFingerprint(keyring: Keyring, supplierId: number, number: string): Buffer {
  return keyring.fingerprint(`code:${supplierId}:${normaliseNumber(number)}`);
}

export function sealCode(keyring: Keyring, supplierId: number, code: PlainCode): SealedCode {
  const fingerprint = codeFingerprint(keyring, supplierId, code.number);
  return { fingerprint, sealed: keyring.seal(JSON.stringify(code), contextOf(supplierId, fingerprint)) };
}

export function openCode(
  keyring: Keyring,
  supplierId: number,
  { fingerprint, sealed }: SealedCode,
): PlainCode {
  return JSON.parse(keyring.open(sealed, contextOf(supplierId, fingerprint))) as PlainCode;
}
