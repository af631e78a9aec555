import { allowTime, atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import { checks, type Check } from './verify-checks.ts';

export interface CheckResult {
  name: string;
  promise: string;
  ok: boolean;
  /** The number of violations; the first of them are listed. */
  total: number;
  rows: Record<string, string | number | boolean | null>[];
}

export interface Verification {
  ok: boolean;
  /** What was checked. */
  counts: { clients: number; transfers: number; requests: number; certificates: number; codes: number };
  checks: CheckResult[];
}

const maxShown = 100;

/** Checking millions of rows may take minutes; the transaction is never idle. */
const timeAllowed = { statementMs: 3_600_000 };

/**
 * Checks the invariants of money and codes over the whole database in one snapshot: inside a transaction, call it first.
 * It locks and writes nothing.
 */
export function verify(
  db: DatabaseOrTx,
  onCheck: (check: Check, place: number, of: number) => void,
): Promise<Verification> {
  return atomically(db, async (tx) => {
    await tx.query(`set transaction isolation level repeatable read, read only`);
    await allowTime(tx, timeAllowed);
    const results: CheckResult[] = [];
    for (const [index, check] of checks.entries()) {
      onCheck(check, index + 1, checks.length);
      results.push(await run(tx, check));
    }
    return { ok: results.every((result) => result.ok), counts: await count(tx), checks: results };
  });
}

async function run(tx: Tx, { name, promise, breaches }: Check): Promise<CheckResult> {
  const { rows } = await tx.query<{ breach: CheckResult['rows'][number]; total: number }>(
    `select to_json(breach) as breach, count(*) over () as total from (${breaches}) breach limit $1`,
    [maxShown],
  );
  return {
    name,
    promise,
    ok: rows.length === 0,
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => row.breach),
  };
}

async function count(tx: Tx): Promise<Verification['counts']> {
  const { rows } = await tx.query<Verification['counts']>(
    `select (select count(*) from clients) as clients, (select count(*) from transfers) as transfers,
       (select count(*) from requests) as requests, (select count(*) from certificates) as certificates,
       (select count(*) from codes) as codes`,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('Counting gave no row.');
  return counts;
}
