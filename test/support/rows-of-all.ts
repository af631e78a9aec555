/** Rows of all cells of a world; of its database if it has none. */
import { gathered } from '../../src/platform/cells/merge.ts';
import type { Context } from '../../src/context.ts';

export const rowsOfAll = <Row extends object>(
  { ctx }: { ctx: Pick<Context, 'db' | 'cells'> },
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> => gathered(ctx, async ({ db }) => (await db.query<Row>(statement, values)).rows);
