/** From the context of the process to that of a cell (docs/decisions/0077), where what belongs to one client is done. */
import type { Sql } from '../database/database.ts';
import { cellOfId } from './cell-ids.ts';
import type { CellDatabases } from './open-cells.ts';

/** A context, or what a verb needs of it. */
export interface Celled {
  cells: readonly CellDatabases[];
  /** Given, what is read of all cells leaves out those that do not answer, and they are noted here. Whatever changes something needs all. */
  leftOut?: Set<CellDatabases>;
}

/** For reading what people want to see even while a node is down. */
export const leavingOut = <Part extends Celled>(ctx: Part): Part & Required<Celled> => ({
  ...ctx,
  leftOut: new Set(),
});

/** Whether no cell was left out so far. */
export const isWhole = ({ leftOut }: Celled): boolean => leftOut === undefined || leftOut.size === 0;

/** The same, where a part would be wrong. */
export const whole = <Part extends Celled>({ leftOut: _leftOut, ...ctx }: Part): Omit<Part, 'leftOut'> => ctx;

/** What reads for people; `pageDb` of a context. */
export interface ReadingContext extends Celled {
  pageDb: Sql;
}

/** The context of the cell in which the client, request, order or code with this id lives; the same one if there are no cells. */
export function cellOf<Part extends Celled>(ctx: Part, id: number): Part {
  if (ctx.cells.length === 0) return ctx;
  const cell = cellOfId(id);
  const databases = ctx.cells.find((one) => one.cell === cell);
  // An id that a stranger made up: it is looked for where it cannot be.
  return inside(ctx, databases ?? first(ctx.cells));
}

/** The contexts of all cells, in their order; the one that there is if there are no cells. */
export function everyCell<Part extends Celled>(ctx: Part): Part[] {
  return ctx.cells.length === 0 ? [ctx] : ctx.cells.map((databases) => inside(ctx, databases));
}

/** The ids, by the cells in which their things live. */
export function byCell<Part extends Celled>(ctx: Part, ids: readonly number[]): [Part, number[]][] {
  const groups = Map.groupBy(ids, (id) => (ctx.cells.length === 0 ? 0 : cellOfId(id)));
  return [...groups].map(([id, group]) => [cellOf(ctx, id), group]);
}

/** What is made once for each cell. */
export interface OfCells<Made> {
  /** The one of the cell in which the thing with this id lives. */
  of(id: number): Made;
  all: Made[];
}

/** Makes for each cell what is kept between calls: gatherers, caches. */
export function forEachCell<Part extends Celled, Made>(ctx: Part, make: (cell: Part) => Made): OfCells<Made> {
  const all = everyCell(ctx).map(make);
  const places = new Map(ctx.cells.map(({ cell }, place) => [cell, place]));
  return { all, of: (id) => all[places.get(cellOfId(id)) ?? 0] as Made };
}

const inside = <Part extends Celled>(ctx: Part, databases: CellDatabases): Part => ({ ...ctx, ...databases });

function first(cells: readonly CellDatabases[]): CellDatabases {
  const [databases] = cells;
  if (databases === undefined) throw new Error('There are no cells.');
  return databases;
}
