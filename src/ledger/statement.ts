import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import { findBalance } from './balance.ts';
import type { TransferKind } from './post-transfers.ts';

/** One change of a client's prepaid balance. A capture is not listed: its hold has already reduced the balance. */
export interface StatementLine {
  at: Date;
  kind: Exclude<TransferKind, 'capture'>;
  requestId: number | null;
  /** Positive for incoming money, negative for outgoing. */
  amountKopecks: number;
  balanceKopecks: number;
  reference: string;
  note: string;
}

export interface Statement {
  openingKopecks: number;
  closingKopecks: number;
  /** All movements of the period, including those that `lines` leaves out. */
  movements: number;
  lines: StatementLine[];
}

export interface StatementAsk {
  clientId: number;
  from: Date;
  /** Exclusive. */
  to: Date;
  /** Maximum number of lines, oldest first. */
  limit: number;
}

/** Summing a month of a large client takes longer than other statements may. */
const statementTimeout = '5min';

const moves = `select id, at, kind, request_id, reference, note,
    case when to_account = 'funds' then amount_kopecks else -amount_kopecks end as amount
  from transfers where client_id = $1 and 'funds' in (from_account, to_account)`;

/**
 * Statement of a client's prepaid balance; opening + movements = closing, all read from one snapshot. Null if there is no
 * such client.
 */
export function readStatement(db: DatabaseOrTx, ask: StatementAsk): Promise<Statement | null> {
  return atomically(db, async (tx) => {
    await tx.query(`set transaction isolation level repeatable read`);
    return (await findBalance(tx, ask.clientId)) === null ? null : readLines(tx, ask);
  });
}

async function readLines(tx: Tx, ask: StatementAsk): Promise<Statement> {
  await tx.query(`set local statement_timeout = '${statementTimeout}'`);
  const { rows: sums } = await tx.query<{ opening: number; closing: number; movements: number }>(
    `select coalesce(sum(amount) filter (where at < $2), 0)::bigint as opening,
       coalesce(sum(amount) filter (where at < $3), 0)::bigint as closing,
       count(*) filter (where at >= $2 and at < $3) as movements
     from (${moves}) m`,
    [ask.clientId, ask.from, ask.to],
  );
  const { opening = 0, closing = 0, movements = 0 } = sums[0] ?? {};
  const { rows: lines } = await tx.query<StatementLine>(
    `select at, kind, request_id as "requestId", amount as "amountKopecks",
       ($5::bigint + sum(amount) over (order by at, id))::bigint as "balanceKopecks",
       coalesce(reference, '') as reference, note
     from (${moves}) m where at >= $2 and at < $3 order by at, id limit $4`,
    [ask.clientId, ask.from, ask.to, ask.limit, opening],
  );
  return { openingKopecks: opening, closingKopecks: closing, movements, lines };
}
