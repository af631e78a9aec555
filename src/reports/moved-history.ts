/** Whether the history of an order was moved out into files, and where it lies. */
import type { Sql } from '../platform/database/database.ts';
import { moscowDay } from '../platform/time/moscow-time.ts';

export interface MovedHistory {
  movedAt: Date;
  /** The file of its month, in the folder that `history move-out` was given. */
  file: string;
}

interface OldOrder {
  clientId: number;
  requestId: number;
  acceptedAt: Date;
  erasedAt: Date | null;
}

/** Null: nothing of it has moved. Only what was erased is moved, into the file of the month in which it was accepted. */
export async function findMovedHistory(
  db: Sql,
  { clientId, requestId, acceptedAt, erasedAt }: OldOrder,
): Promise<MovedHistory | null> {
  if (erasedAt === null) return null;
  const month = moscowDay(acceptedAt).slice(0, 7);
  const { rows } = await db.query<{ movedAt: Date }>(
    `select moved_at as "movedAt" from history_pieces
     where client_id = $1 and month = $3 and request_ids[1] <= $2 and $2 = any(request_ids) order by moved_at limit 1`,
    [clientId, requestId, `${month}-01`],
  );
  const [row] = rows;
  return row === undefined ? null : { ...row, file: `${month}.jsonl.gz` };
}
