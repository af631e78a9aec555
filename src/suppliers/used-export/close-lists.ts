/**
 * Closes the lists of a supplier's sold codes up to a time (docs/decisions/0008). Each cell has a list of its own: a code is sold in one
 * cell, so it is in one interval of the export, however far the other lists are. A process may die between two commits: what it
 * closed stays closed, and later sales of that cell are listed from there on.
 */
import type { Context } from '../../context.ts';
import { fromCells } from '../../platform/cells/merge.ts';
import { transaction, type Tx } from '../../platform/database/database.ts';
import { listSoldCodes } from '../../vault/list-sold.ts';

/** Number of sold codes listed per transaction. */
const listedAtOnce = 5000;

export interface Closing {
  supplierId: number;
  to: Date;
}

type ListContext = Pick<Context, 'db' | 'cells' | 'cell' | 'crashPoint'>;

/** Lists what was sold in every cell. After this nothing is listed before `to`. */
export async function closeLists(ctx: ListContext, ask: Closing): Promise<void> {
  await fromCells(ctx, (cell) => closeList(cell, ask));
}

async function closeList({ db, cell, crashPoint }: ListContext, ask: Closing): Promise<void> {
  // Where it stands how far the list has been answered; on one server it is the supplier's access.
  const table = cell === null ? 'integration_access' : 'used_lists';
  if (cell !== null)
    await db.query(`insert into used_lists (supplier_id) values ($1) on conflict do nothing`, [
      ask.supplierId,
    ]);
  for (let afterId: number | null = 0; afterId !== null;) {
    const step: ListStep = { ...ask, table, afterId };
    afterId = await transaction(db, (tx) => listMore(tx, step));
  }
  crashPoint('used-export:list-closed');
}

interface ListStep extends Closing {
  table: 'integration_access' | 'used_lists';
  afterId: number;
}

/** Lists sold codes after `afterId`, none before what was already answered; the last step closes the list, and returns null. */
async function listMore(tx: Tx, { supplierId, to, table, afterId }: ListStep): Promise<number | null> {
  const { rows } = await tx.query<{ listedUntil: Date | null }>(
    `select listed_until as "listedUntil" from ${table} where supplier_id = $1 for update`,
    [supplierId],
  );
  const [list] = rows;
  if (list === undefined) throw new Error('A supplier without access asks for an export.');
  const ask = { supplierId, notBefore: list.listedUntil, afterId, limit: listedAtOnce };
  const next = await listSoldCodes(tx, ask);
  if (next === null)
    await tx.query(
      `update ${table} set listed_until = greatest(listed_until, $2::timestamptz) where supplier_id = $1`,
      [supplierId, to],
    );
  return next;
}
