/** Where statements are planned: each in a cell, or at the centre, as it was sent. */
import { closeCells, openAsOne, openCells } from '../../src/platform/cells/open-cells.ts';
import { openDatabase, openShared } from '../../src/platform/database/database.ts';
import type { Statement } from './gathered.ts';
import type { Explaining } from './plan.ts';

export interface Planner extends AsyncDisposable {
  of(statement: Pick<Statement, 'schema'>): Explaining;
}

/** Of a migrated database with or without cells. */
export async function openPlanner(url: string): Promise<Planner> {
  const options = { connections: 1, name: 'facevalue statements' };
  const db = openDatabase(url, options);
  const cells = await openCells(
    db,
    openAsOne((way) => openShared(url, { ...options, way })),
  );
  return {
    of({ schema }) {
      const sentIn = Number(/^cell_(\d+)/.exec(schema)?.[1] ?? 0);
      return sentIn === 0 ? db : (cells.find(({ cell }) => cell === sentIn) ?? { db }).db;
    },
    async [Symbol.asyncDispose]() {
      await closeCells(cells);
      await db.end();
    },
  };
}
