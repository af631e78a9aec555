/** A process to which one of three cells does not answer. */
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import type { Context } from '../../src/context.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import type { TestWorld } from '../support/test-world.ts';
import { databaseProxy } from '../platform/database/database-proxy.ts';

export const inCells = { FACEVALUE_TEST_CELLS: '3' };
export const [, silentCell, asking] = [1, 2, 3] as const;

/** A process of this world to which one cell does not answer: it says nothing, or refuses. */
export async function withoutCell(world: TestWorld, how: 'silent' | 'refuses') {
  const proxy = await databaseProxy(world.databaseUrl);
  const db = openDatabase(proxy.url, { connections: 2, name: 'facevalue test' });
  proxy.dropSilently();
  proxy.dropNewOnes();
  if (how === 'refuses') await proxy[Symbol.asyncDispose]();
  const away = { db, acceptDb: db, pageDb: db, lookDb: db };
  const cells = world.ctx.cells.map((one) => (one.cell === silentCell ? { ...one, ...away } : one));
  const ctx: Context = { ...world.ctx, cells };
  return {
    ctx,
    away,
    asker: everyCell(ctx).find(({ cell }) => cell === asking) as Context,
    async [Symbol.asyncDispose]() {
      await db.end();
      if (how === 'silent') await proxy[Symbol.asyncDispose]();
    },
  };
}

/** Codes that can be sold, of each cell. */
export const freeIn = async (world: TestWorld): Promise<number[]> =>
  Promise.all(
    everyCell(world.ctx).map(
      async ({ db }) => (await db.query(`select from codes where state = 'free'`)).rowCount ?? 0,
    ),
  );
