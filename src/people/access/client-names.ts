/** Reads the names of clients. Memberships are in the centre and clients in their cells, so no join is possible. */
import type { Context } from '../../context.ts';
import { fromCellsOf } from '../../platform/cells/merge.ts';

export async function clientNames(
  ctx: Pick<Context, 'db' | 'cells'>,
  clientIds: readonly number[],
): Promise<Map<number, string>> {
  const found = await fromCellsOf(ctx, clientIds, async ({ db }, ids) => {
    const { rows } = await db.query<{ id: number; name: string }>(
      `select id, name from clients where id = any($1::bigint[])`,
      [ids],
    );
    return rows;
  });
  return new Map(found.flat().map(({ id, name }) => [id, name]));
}
