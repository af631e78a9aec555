import type { SealedColumn } from '../platform/secrets/reseal.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';

/** A code: its number, and its PIN or ''. In memory only while it is imported, sent or shown. */
export interface PlainCode {
  number: string;
  pin: string;
}

export interface SealedCode {
  fingerprint: Buffer;
  sealed: Buffer;
}

/** Normal form of a number: spaces, dashes, letter case and full-width digits do not matter. */
export function normaliseNumber(number: string): string {
  if (isNormal.test(number)) return number;
  return number
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
}

/** Most numbers arrive like this. */
const isNormal = /^[0-9A-Z]*$/;

/** The sealed bytes are bound to the supplier and the fingerprint, which together identify the row. */
const contextOf = (supplierId: number, fingerprint: Buffer): string =>
  `code:${supplierId}:${fingerprint.toString('hex')}`;

/** What the context of a code is read from. */
export interface CodeRow {
  supplier_id: number;
  fingerprint: Buffer;
}

export const codeContext = (row: CodeRow): string => contextOf(row.supplier_id, row.fingerprint);

export const sealedCodes: SealedColumn<CodeRow> = {
  table: 'codes',
  column: 'sealed',
  key: { supplier_id: 'bigint', id: 'bigint' },
  reads: ['fingerprint'],
  context: codeContext,
};

/** Keyed hash by which a number is found without opening any code. */
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

/** The code as the newest data key seals it. */
export function sealedByNewest(keyring: Keyring, supplierId: number, code: SealedCode): Buffer {
  if (keyring.isNewest(code.sealed)) return code.sealed;
  return sealCode(keyring, supplierId, openCode(keyring, supplierId, code)).sealed;
}
