/** Chooses the cell of a new client, which stays there. */
import type { Context } from '../context.ts';
import { answeringCells } from '../platform/cells/from-answering.ts';
import type { Sql } from '../platform/database/database.ts';

/** Picks the cell with the fewest clients among those that answer. Two clients that are added at once may get the same. */
export async function cellOfNewClient<Part extends Pick<Context, 'db' | 'cells'>>(ctx: Part): Promise<Part> {
  if (ctx.cells.length === 0) return ctx;
  const cells = await answeringCells(ctx);
  const counts = await Promise.all(cells.map(({ db }) => countClients(db)));
  return cells[counts.indexOf(Math.min(...counts))] ?? ctx;
}

async function countClients(db: Sql): Promise<number> {
  const { rows } = await db.query<{ clients: number }>(
    `select count(*) as clients from clients where forgotten_at is null`,
  );
  return rows[0]?.clients ?? 0;
}
