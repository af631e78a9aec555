/** Proves from the tables that no code was sold twice and that all money adds up. */
import { checkChains } from '../people/audit/check-chain.ts';
import {
  allowTime,
  atomically,
  type DatabaseOrTx,
  type Sql,
  type Tx,
} from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { findEqualNumbers } from '../vault/numbers/equal-numbers.ts';
import { checks as checksOfBooks } from './verify-checks.ts';
import type { Check } from './verify-check.ts';
import { listChecks } from './verify-lists.ts';

export interface CheckResult {
  name: string;
  promise: string;
  ok: boolean;
  /** The number of violations; the first of them are listed. */
  total: number;
  rows: Record<string, string | number | boolean | null>[];
}

/** Told before each check. */
export type OnCheck = (check: Pick<Check, 'promise'>, place: number, of: number) => void;

export interface Verification {
  ok: boolean;
  /** What was checked. */
  counts: { clients: number; transfers: number; requests: number; certificates: number; codes: number };
  checks: CheckResult[];
}

const checks = [...checksOfBooks, ...listChecks];

export const maxShown = 100;

/** Checking millions of rows may take minutes; the transaction is never idle. */
const timeAllowed = { statementMs: 3_600_000 };

/**
 * Checks the invariants of money and codes over all tables of a database, or of a cell, in one snapshot: inside a transaction, call it first.
 * It locks and writes nothing. Equal numbers and the chains of the audit can be checked only with the keyring.
 */
export function verify(
  db: DatabaseOrTx,
  onCheck: OnCheck,
  keyring: Keyring | null = null,
): Promise<Verification> {
  return atomically(db, async (tx) => {
    await tx.query(`set transaction isolation level repeatable read, read only`);
    await allowTime(tx, timeAllowed);
    const results: CheckResult[] = [];
    const all = checks.length + (keyring === null ? 0 : 2);
    for (const [index, check] of checks.entries()) {
      onCheck(check, index + 1, all);
      results.push(await runCheck(tx, check));
    }
    if (keyring !== null) {
      onCheck(equalCheck, all - 1, all);
      results.push(await checkEqualNumbers([tx], keyring));
      onCheck(auditCheck, all, all);
      results.push(await checkAudit(tx, keyring));
    }
    return { ok: results.every((result) => result.ok), counts: await count(tx), checks: results };
  });
}

export const auditCheck = {
  name: 'audit',
  promise: 'the chain of acts of every party has no row that is missing, was changed or was put in',
};

export async function checkAudit(tx: Sql, keyring: Keyring): Promise<CheckResult> {
  const { broken } = await checkChains(tx, keyring);
  const rows = broken.map(({ side, partyId, seq }) => ({ side, party_id: partyId, seq }));
  return { ...auditCheck, ok: rows.length === 0, total: rows.length, rows: rows.slice(0, maxShown) };
}

export const equalCheck = {
  name: 'equal-numbers',
  promise: 'no two codes of a supplier have numbers that look alike or differ in signs that nobody sees',
};

export async function checkEqualNumbers(places: readonly Sql[], keyring: Keyring): Promise<CheckResult> {
  const rows = (await findEqualNumbers(places, keyring)).map((code) => ({
    supplier_id: code.supplierId,
    code_id: code.codeId,
    equals: code.equals,
    product_id: code.productId,
    face: code.faceKopecks / 100,
    ends_on: code.endsOn,
    position: code.position,
    state: code.state,
    file: code.fileName,
  }));
  return { ...equalCheck, ok: rows.length === 0, total: rows.length, rows: rows.slice(0, maxShown) };
}

async function runCheck(tx: Sql, { name, promise, breaches }: Check): Promise<CheckResult> {
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
