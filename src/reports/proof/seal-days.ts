/** Seals the money of each past day, so that a later change shows. */
import type { VerifyingContext } from '../check-across.ts';
import { isWhole } from '../../platform/cells/cell-context.ts';
import { ascending, inTurn, joined, plus } from '../../platform/cells/merge.ts';
import { allowTime, atomically, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { dayAfter, moscowDay } from '../../platform/time/moscow-time.ts';

type SealingContext = Omit<VerifyingContext, 'db'> & { db: DatabaseOrTx };

export interface SealedDays {
  /** Days under seal, and the last of them. */
  days: number;
  last: string | null;
  /** Days that are no longer what they were when they were sealed. */
  changed: string[];
}

/** Every process is done with a day this long after it. */
const settledDays = 2;
/** Time limit: the whole history is read and sorted. */
const timeAllowed = { statementMs: 3_600_000 };

interface Day {
  day: string;
  entries: number;
  digest: string;
}

/**
 * Seals each day that is over, and compares the days that were sealed before: transfers, openings of codes and redemptions are
 * only ever added, so a day that is over stays as it is. The seal is keyed: whoever can write rows cannot write seals. Null: a cell is left
 * out.
 */
export async function sealDays(ctx: SealingContext, now: Date): Promise<SealedDays | null> {
  const { db, keyring } = ctx;
  const days = await readAllDays(ctx, dayAfter(moscowDay(now), 1 - settledDays));
  if (!isWhole(ctx)) return null;
  return atomically(db, async (tx) => {
    const { rows } = await tx.query<{ day: string; seal: Buffer }>(`select day, seal from sealed_days`);
    const known = new Map(rows.map(({ day, seal }) => [day, seal]));
    const sealed = days.map((one) => ({ ...one, seal: sealOf(keyring, one) }));
    const fresh = sealed.filter(({ day }) => !known.has(day));
    await tx.query(
      `insert into sealed_days (day, entries, seal, sealed_at)
       select day, entries, seal, $4 from unnest($1::date[], $2::bigint[], $3::bytea[]) as d (day, entries, seal)
       on conflict (day) do nothing`,
      [fresh.map(({ day }) => day), fresh.map(({ entries }) => entries), fresh.map(({ seal }) => seal), now],
    );
    const present = new Map(sealed.map(({ day, seal }) => [day, seal]));
    const changed = [...known].filter(([day, seal]) => present.get(day)?.equals(seal) !== true);
    const all = [...known.keys(), ...fresh.map(({ day }) => day)].toSorted();
    return { days: all.length, last: all.at(-1) ?? null, changed: changed.map(([day]) => day).toSorted() };
  });
}

const sealOf = (keyring: Keyring, { day, entries, digest }: Day): Buffer =>
  keyring.fingerprint(`sealed-day:${day}:${entries}:${digest}`);

/** With cells the digest of a day is that of each cell with its number; one cell after the other, as each reads all that it has. */
async function readAllDays(ctx: SealingContext, before: string): Promise<Day[]> {
  const days = await inTurn(ctx, async ({ db, cell }) => {
    const own = await atomically(db, (tx) => readDays(tx, before));
    return cell === null ? own : own.map((day) => ({ ...day, digest: `${cell}=${day.digest}` }));
  });
  const whole = joined(days.flat(), ({ day }) => day, {
    entries: plus,
    digest: (one, other) => `${one},${other}`,
  });
  return whole.toSorted(ascending(({ day }) => day));
}

/** What never changes of each entry of the days before this one. */
async function readDays(tx: Tx, before: string): Promise<Day[]> {
  await allowTime(tx, timeAllowed);
  const { rows } = await tx.query<Day>(
    `with entries as (
       select at, concat_ws(':', 't', client_id, id, kind, from_account, to_account, amount_kopecks, request_id) as line from transfers
       union all
       select at, concat_ws(':', 'c', supplier_id, id, code_id, reader) from code_readings
       union all
       select redeemed_at, concat_ws(':', 'r', supplier_id, code_id, transaction, amount_kopecks) from redemptions)
     select (at at time zone 'Europe/Moscow')::date as day, count(*) as entries,
       encode(sha256(convert_to(string_agg(line, e'\\n' order by line collate "C"), 'UTF8')), 'hex') as digest
     from entries where at < $1::timestamp at time zone 'Europe/Moscow' group by 1 order by 1`,
    [before],
  );
  return rows;
}
