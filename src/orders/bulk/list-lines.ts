/** The lines of a bulk order, with the order that each became. */
import type { Sql } from '../../platform/database/database.ts';
import type { Data } from '../../platform/values/fields.ts';
import { parseSent } from '../../platform/values/sent-number.ts';
import type { BulkKey, LineState } from './bulk-order.ts';
import { readProblem, type LineProblem } from './problems.ts';

export interface BulkLine {
  line: number;
  state: LineState;
  /** The fields of makeOrder as they came. */
  fields: Data;
  problems: LineProblem[];
  /** Null: not accepted, or not yet. */
  requestId: number | null;
  orderId: number | null;
  linkSalt: number | null;
  /** Its certificate was taken back. */
  isRefunded: boolean;
}

export interface LinesAsk extends BulkKey {
  /** Reads only later lines. */
  after: number;
  limit: number;
  /** Only those that brought no certificate: wrong, refused or failed. */
  notSold?: boolean;
}

interface LineRow extends Omit<BulkLine, 'fields' | 'problems'> {
  fields: string;
  problems: string[];
}

const notSold = `and l.state in ('wrong', 'refused', 'failed')`;

/** In the order of the sheet. */
export async function listLines(db: Sql, ask: LinesAsk): Promise<BulkLine[]> {
  const { rows } = await db.query<LineRow>(
    `select l.line, l.state, l.fields, l.problems, l.request_id as "requestId", r.order_id as "orderId", r.link_salt as "linkSalt",
       r.refunded_at is not null as "isRefunded"
     from (select * from bulk_lines l
           where l.client_id = $1 and l.bulk_id = $2 and l.line > $3 ${ask.notSold === true ? notSold : ''}
           order by l.line limit $4) l
     left join requests r on r.client_id = l.client_id and r.id = l.request_id
     order by l.line`,
    [ask.clientId, ask.bulkId, ask.after, ask.limit],
  );
  return rows.map((row) => ({
    ...row,
    fields: parseSent(row.fields) as Data,
    problems: row.problems.map(readProblem),
  }));
}

const batchLines = 1000;

/** All of them, in batches, in memory that does not grow with their number. */
export async function* eachLine(
  db: Sql,
  ask: Omit<LinesAsk, 'after' | 'limit'>,
): AsyncGenerator<BulkLine, undefined> {
  for (let after = 0; ;) {
    const lines = await listLines(db, { ...ask, after, limit: batchLines });
    yield* lines;
    const last = lines.at(-1);
    if (last === undefined || lines.length < batchLines) return;
    after = last.line;
  }
}
