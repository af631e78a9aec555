/** Opens sold codes, each reading on record first. */
import type { Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { Clock } from '../platform/time/clock.ts';
import { gatherCalls } from '../platform/batching/gather.ts';
import { columnsOf } from '../platform/database/rows.ts';
import { isErased } from './erase-codes.ts';
import { openCode, type PlainCode, type SealedCode } from './seal-code.ts';

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
  const [sealed = null] = await recordReadings(db, [reading], now);
  return openReading(keyring, reading, sealed);
}

/** Opens codes as `revealCode` does, with concurrent ones in one statement. */
export function gatherReveals({
  db,
  keyring,
  clock,
}: RevealContext): (reading: CodeReading) => Promise<PlainCode> {
  const record = gatherCalls(
    (readings: CodeReading[]) => recordReadings(db, readings, clock.now()),
    gatherLimits,
  );
  return async (reading) => openReading(keyring, reading, await record(reading));
}

interface RevealContext {
  db: Sql;
  keyring: Keyring;
  clock: Clock;
}

const gatherLimits = { batch: 64, concurrency: 2, waiting: 5000, lingerMs: 0, evenMs: 5, waitMs: 5000 };

/** Records a reading of each sold code and returns what is sealed, in order; null: it is not sold, or is no longer kept. */
async function recordReadings(
  db: Sql,
  readings: readonly CodeReading[],
  now: Date,
): Promise<(SealedCode | null)[]> {
  const { rows } = await db.query<SealedCode & { place: number }>(
    `with sold as (
       select (w.place - 1)::int as place, w.reader, w.address, c.supplier_id, c.id, c.fingerprint, c.sealed
       from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::text[]), (select $4::text[])) with ordinality
         as w (supplier_id, code_id, reader, address, place)
       cross join lateral (
         select * from codes where supplier_id = w.supplier_id and id = w.code_id and state = 'sold' and not (${isErased('sealed')})) as c),
     reading as (
       insert into code_readings (supplier_id, code_id, reader, address, at)
       select supplier_id, id, reader, address, $5 from sold)
     select place, fingerprint, sealed from sold`,
    [...columnsOf(readings, ['supplierId', 'codeId', 'reader', 'address']), now],
  );
  const sealed = new Map(rows.map(({ place, ...code }) => [place, code]));
  return readings.map((_reading, place) => sealed.get(place) ?? null);
}

function openReading(keyring: Keyring, { supplierId }: CodeReading, sealed: SealedCode | null): PlainCode {
  if (sealed === null) throw new Error('A certificate names a code that is not sold, or is no longer kept.');
  return openCode(keyring, supplierId, sealed);
}

export interface Readings {
  supplierId: number;
  codeIds: number[];
  reader: CodeReader;
  /** Who reads them. */
  address: string;
}

/** Opens sold codes by their ids and records a reading of each; codes that are not sold, or no longer kept, are left out. */
export async function revealCodes(
  db: Sql,
  keyring: Keyring,
  { supplierId, codeIds, reader, address }: Readings,
  now: Date,
): Promise<Map<number, PlainCode>> {
  const { rows } = await db.query<{ id: number; fingerprint: Buffer; sealed: Buffer }>(
    `with shown as (
       select id, fingerprint, sealed from codes
       where supplier_id = $1 and id = any($2::bigint[]) and state = 'sold' and not (${isErased('sealed')})),
     reading as (
       insert into code_readings (supplier_id, code_id, reader, address, at) select $1, id, $3, $4, $5 from shown)
     select id, fingerprint, sealed from shown`,
    [supplierId, codeIds, reader, address, now],
  );
  return new Map(rows.map(({ id, ...code }) => [id, openCode(keyring, supplierId, code)]));
}
