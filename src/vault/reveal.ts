import type { Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { openCode, type PlainCode } from './seal-code.ts';

export type CodeReader =
  | 'client-api'
  | 'gift-page'
  | 'pdf'
  | 'letter'
  | 'wallet'
  | 'supplier'
  | 'cabinet'
  | 'operator';

export interface CodeReading {
  supplierId: number;
  codeId: number;
  reader: CodeReader;
  /** Network address of the reader, if there is one; of a reader in the cabinet or console, `person:ID`. */
  address: string;
}

/** Opens one sold code. The reading is recorded before the code is returned. */
export async function revealCode(
  db: Sql,
  keyring: Keyring,
  reading: CodeReading,
  now: Date,
): Promise<PlainCode> {
  const { rows } = await db.query<{ fingerprint: Buffer; sealed: Buffer }>(
    `with reading as (
       insert into code_readings (supplier_id, code_id, reader, address, at) values ($1, $2, $3, $4, $5))
     select fingerprint, sealed from codes where supplier_id = $1 and id = $2 and state = 'sold'`,
    [reading.supplierId, reading.codeId, reading.reader, reading.address, now],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('A certificate names a code that is not sold.');
  return openCode(keyring, reading.supplierId, row);
}

export interface Readings {
  supplierId: number;
  codeIds: number[];
  reader: CodeReader;
  /** Who reads them. */
  address: string;
}

/** Opens sold codes by their ids and records a reading of each; codes that are not sold are left out. */
export async function revealCodes(
  db: Sql,
  keyring: Keyring,
  { supplierId, codeIds, reader, address }: Readings,
  now: Date,
): Promise<Map<number, PlainCode>> {
  const { rows } = await db.query<{ id: number; fingerprint: Buffer; sealed: Buffer }>(
    `with shown as (
       select id, fingerprint, sealed from codes
       where supplier_id = $1 and id = any($2::bigint[]) and state = 'sold'),
     reading as (
       insert into code_readings (supplier_id, code_id, reader, address, at) select $1, id, $3, $4, $5 from shown)
     select id, fingerprint, sealed from shown`,
    [supplierId, codeIds, reader, address, now],
  );
  return new Map(rows.map(({ id, ...code }) => [id, openCode(keyring, supplierId, code)]));
}
