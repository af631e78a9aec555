/** The end of reading a bulk order: what is done with its lines next. */
import type { Tx } from '../../platform/database/database.ts';
import { problem } from './problems.ts';
import type { BulkKey, BulkProblem, Placing } from './bulk-order.ts';

export interface FinishAsk extends BulkKey {
  placing: Placing;
  ignoredColumns: string[];
}

/** After all lines are read: counts them, deletes the file, and continues as its sender asked. */
export async function finishReading(tx: Tx, ask: FinishAsk, now: Date): Promise<void> {
  const { clientId, bulkId, placing } = ask;
  await markRepeats(tx, ask);
  const { rows } = await tx.query<{ lines: number; wrong: number }>(
    `select count(*) as lines, count(*) filter (where state = 'wrong') as wrong from bulk_lines
     where client_id = $1 and bulk_id = $2`,
    [clientId, bulkId],
  );
  const { lines = 0, wrong = 0 } = rows[0] ?? {};
  const found = problemOf(placing, lines, wrong);
  const state = found !== null ? 'cancelled' : placing === 'asked' ? 'preview' : 'placing';
  await tx.query(
    `update bulk_orders set state = $3, lines = $4, wrong = $5, ignored_columns = $6, problem = $7, sealed_file = null,
       claim_id = null, due_at = $8, ended_at = case when $3 = 'cancelled' then $8::timestamptz end,
       confirmed_at = case when $3 = 'placing' then $8::timestamptz end
     where client_id = $1 and id = $2`,
    [clientId, bulkId, state, lines, wrong, ask.ignoredColumns, found, now],
  );
}

function problemOf(placing: Placing, lines: number, wrong: number): BulkProblem | null {
  if (lines === 0) return 'empty';
  if (placing === 'all' && wrong > 0) return 'wrong-lines';
  return placing === 'right' && wrong === lines ? 'wrong-lines' : null;
}

/**
 * A uuid stands for one order: of two lines with the same, the later one would bring nothing. In two statements: the
 * server knows nothing yet of lines that were just written, and would join them line by line.
 */
async function markRepeats(tx: Tx, { clientId, bulkId }: BulkKey): Promise<void> {
  const { rows } = await tx.query<{ line: number }>(
    `select line from (
       select line, row_number() over (partition by uuid order by line) as place from bulk_lines
       where client_id = $1 and bulk_id = $2 and state = 'right') w
     where place > 1`,
    [clientId, bulkId],
  );
  if (rows.length === 0) return;
  await tx.query(
    `update bulk_lines set state = 'wrong', problems = array[$4::text]
     where client_id = $1 and bulk_id = $2 and line = any($3::integer[])`,
    [clientId, bulkId, rows.map(({ line }) => line), problem('uuid', 'repeated')],
  );
}

/** No line can be placed. */
export async function rejectBulk(
  tx: Tx,
  { clientId, bulkId }: BulkKey,
  why: { problem: BulkProblem; details: string },
  now: Date,
): Promise<void> {
  await tx.query(
    `update bulk_orders set state = 'cancelled', problem = $3, problem_details = $4, sealed_file = null, claim_id = null,
       ended_at = $5
     where client_id = $1 and id = $2`,
    [clientId, bulkId, why.problem, why.details, now],
  );
  await tx.query(`delete from bulk_lines where client_id = $1 and bulk_id = $2`, [clientId, bulkId]);
}
