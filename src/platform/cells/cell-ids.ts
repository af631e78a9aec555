/** Ids of what lives in a cell end with the number of the cell, so that each of them tells where it is. */

/** Ids of a cell are drawn in steps of this. */
export const cellStep = 100;

/** The cell of anything with an id of its own: a client, a request, an order, a code. Only for an installation with cells. */
export const cellOfId = (id: number): number => id % cellStep;

const linkDigits = 2;

/** How a link begins that leads to something in the cell of this id. */
export const cellDigits = (id: number): string => String(cellOfId(id)).padStart(linkDigits, '0');

/** An id of the cell that a link names; of a link that a stranger made up it may be no number. */
export const cellInLink = (token: string): number => Number(token.slice(0, linkDigits));

/** The first id of the cell that is not below `least`. */
export const firstId = (cell: number, least: number): number =>
  least + ((cell - (least % cellStep) + cellStep) % cellStep);

export const schemaOf = (cell: number): string => `cell_${cell}`;
