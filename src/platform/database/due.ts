import { claimsOf, newClaimId } from '../process/lease-owner.ts';
import type { Sql } from './database.ts';

/**
 * Claims work that leaves the database: rows whose `state` is `due` and whose `due_at` has come are leased to this
 * process. When a lease ends, the row is due again, so a crash loses nothing. Each lease has a new `claim_id`, which
 * keeps a worker that returns late from finishing the row.
 */
export interface DueTable {
  name: (typeof dueTables)[number];
  leaseSeconds: number;
}

/** Tables with the columns state, due_at, attempts, claim_id, leased_until. */
export const dueTables = [
  'deliveries',
  'callbacks',
  'exchanges',
  'letters_to_people',
  'letters_to_clients',
] as const;

export interface Claim<Row> {
  claimId: string;
  rows: Row[];
}

export interface DueAsk {
  limit: number;
  now: Date;
  columns: string;
  /** From $5 on. */
  values?: unknown[];
  /** A condition on the rows, beside their being due. */
  only?: string;
}

/** Leases up to `limit` due rows, oldest first, and returns `columns` of each. */
export function claimDue<Row extends object>(db: Sql, table: DueTable, ask: DueAsk): Promise<Claim<Row>> {
  return lease(
    db,
    table,
    ask,
    `select ctid from ${table.name}
     where state = 'due' and due_at <= $1${ask.only === undefined ? '' : ` and ${ask.only}`}
     order by due_at limit $2 for update skip locked`,
  );
}

/**
 * Leases the rows that `places` selects: places of due rows of the table, locked by it. $1 and $2 are the time and the
 * limit, the `values` begin at $5.
 */
export async function lease<Row extends object>(
  db: Sql,
  { name, leaseSeconds }: DueTable,
  { limit, now, columns, values = [] }: DueAsk,
  places: string,
): Promise<Claim<Row>> {
  const claimId = newClaimId();
  const { rows } = await db.query<Row>(
    `update ${name} taken set claim_id = $3, leased_until = $4, due_at = $4, attempts = attempts + 1
     where ctid = any(array(${places}))
     returning ${columns}`,
    [now, limit, claimId, new Date(now.getTime() + leaseSeconds * 1000), ...values],
  );
  return { claimId, rows };
}

/** What a dead process had leased is due now, as if its leases had run out. Returns how much it was. */
export async function giveBack(db: Sql, table: DueTable['name'], owner: string, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `update ${table} set due_at = $3, leased_until = $3
     where state = 'due' and due_at > $3 and leased_until > $3 and claim_id between $1 and $2`,
    [...claimsOf(owner), now],
  );
  return rowCount ?? 0;
}
