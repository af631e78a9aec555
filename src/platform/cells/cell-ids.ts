/** Ids of what lives in a cell end with the number of the cell, so that each of them tells where it is. */

/** Ids of a cell are drawn in steps of this. */
export const cellStep = 100;

/** The cell of anything with an id of its own: a client, a request, an order, a code. Only for an installation with cells. */
export const cellOfId = (id: number): number => id % cellStep;

/** As a link has them. */
export const cellDigits = (id: number): string => String(cellOfId(id)).padStart(2, '0');

/** The first id of the cell that is not below `least`. */
export const firstId = (cell: number, least: number): number =>
  least + ((cell - (least % cellStep) + cellStep) % cellStep);

export const schemaOf = (cell: number): string => `cell_${cell}`;
