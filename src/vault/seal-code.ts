import type { SealedColumn } from '../platform/secrets/reseal.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { formerNumber, normaliseNumber } from './compared-number.ts';

/** A code: its number, and its PIN or ''. In memory only while it is imported, sent or shown. */
export interface PlainCode {
  number: string;
  pin: string;
}

export interface SealedCode {
  fingerprint: Buffer;
  sealed: Buffer;
}

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

const fingerprintOf = (keyring: Keyring, supplierId: number, compared: string): Buffer =>
  keyring.fingerprint(`code:${supplierId}:${compared}`);

/** Keyed hash by which a number is found without opening any code. */
export const codeFingerprint = (keyring: Keyring, supplierId: number, number: string): Buffer =>
  fingerprintOf(keyring, supplierId, normaliseNumber(number));

/** The hash by which a code with this number may have been stored before its form of today; null: it is the same. */
export function formerFingerprint(keyring: Keyring, supplierId: number, number: string): Buffer | null {
  const former = formerNumber(number);
  return former === normaliseNumber(number) ? null : fingerprintOf(keyring, supplierId, former);
}

/** All hashes by which a code with this number may be stored, today's first. */
export function codeFingerprints(keyring: Keyring, supplierId: number, number: string): Buffer[] {
  const former = formerFingerprint(keyring, supplierId, number);
  const today = codeFingerprint(keyring, supplierId, number);
  return former === null ? [today] : [today, former];
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
