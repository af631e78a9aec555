/**
 * A statement costs nearly as much for one row as for ten, and with cells each has statements of its own. So where much is to be done, the next
 * batch of a cell begins a little later, when more has come together.
 */
export const mostRegroupMs = 50;

interface OfCell {
  cell: number | null;
}

/** For the least time between two claims of a queue (`workSlots`). */
export const paceIn = ({ cell }: OfCell): number => (cell === null ? 0 : mostRegroupMs);

/** For what gathers results of a queue (`gather`). */
export const regroupIn = ({ cell }: OfCell): { regroupMs?: number } =>
  cell === null ? {} : { regroupMs: mostRegroupMs };
