/** Reads what is in all cells of a world, by statements that know nothing of cells. */
import { schemaOf } from '../../src/platform/cells/cell-ids.ts';
import { cellTables } from '../../src/platform/cells/table-classes.ts';
import { openDatabase, type Database, type Sql } from '../../src/platform/database/database.ts';
import type { Context } from '../../src/context.ts';

export interface AllCells extends Sql {
  end(): Promise<void>;
}

/** By views that are made with the first question, so that they stand in the way of no migration that a test runs. */
export function openAllCells(ctx: Pick<Context, 'db' | 'cells'>, databaseUrl: string): AllCells {
  const { cells, db } = ctx;
  if (cells.length === 0) return { query: (text, values) => db.query(text, values), end: async () => {} };
  let opened: Promise<Database> | null = null;

  async function open(): Promise<Database> {
    await db.query(
      [`create schema all_cells`, ...cellTables.map((table) => viewOf(table, cells))].join('; '),
    );
    const url = new URL(databaseUrl);
    url.searchParams.set('options', '-c search_path=all_cells,public');
    return openDatabase(url.href, { connections: 2, name: 'facevalue test' });
  }

  return {
    async query(text, values) {
      opened ??= open();
      return (await opened).query(text, values);
    },
    async end() {
      await (await opened)?.end();
    },
  };
}

const viewOf = (table: string, cells: Context['cells']): string => {
  const each = cells.map(({ cell }) => `select * from ${schemaOf(cell)}.${table}`);
  return `create view all_cells.${table} as ${each.join(' union all ')}`;
};
