import type { Context } from '../../src/context.ts';
import { schemaOf } from '../../src/platform/cells/cell-ids.ts';

/** How the centre names a table of this cell, to change what it is: on a cluster the cell itself has only a view of it. */
export const tableIn = ({ cell }: Pick<Context, 'cell'>, table: string): string =>
  cell === null ? table : `${schemaOf(cell)}.${table}`;
