import type { Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { openCode, type PlainCode } from './seal-code.ts';

export type CodeReader = 'client-api' | 'gift-page' | 'pdf' | 'letter' | 'wallet' | 'supplier';

export interface Reading {
  supplierId: number;
  codeId: number;
  reader: CodeReader;
  /** Network address of the reader, if there is one. */
  address: string;
}

/** Opens one sold code. The reading is recorded before the code is returned. */
export async function revealCode(db: Sql, keyring: Keyring, reading: Reading, now: Date): Promise<PlainCode> {
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
