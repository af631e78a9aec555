/** Which cell gives how many codes of a face to which. */

/** What a cell has of one face and what it needs. */
export interface Shelf {
  cell: number;
  /** Codes that are not promised. */
  available: number;
  /** What it sells, as `count-sales.ts` counts. */
  lately: number;
  /** Orders that wait for a code, and since when the oldest does. */
  waiting: number;
  oldest: Date | null;
}

export interface Deal {
  from: number;
  to: number;
  codes: number;
}

/** Codes that orders get before those of the next cell have their turn. */
const waitingInRun = 100;

/** A cell that sells gets so many times what it sold lately, when it has less than that once. */
const provision = 2;

/** Those that wait come first, the oldest before the others; then cells that sell and have little. */
export function planDeals(shelves: readonly Shelf[]): Deal[] {
  const spare = new Map(
    shelves.map(({ cell, available, waiting }) => [cell, Math.max(0, available - waiting)]),
  );
  const deals: Deal[] = [];
  const bring = (to: Shelf, wanted: number, keeps: (from: Shelf) => number): void => {
    let missing = wanted;
    for (const from of longestIdle(shelves)) {
      const codes = Math.min(missing, (spare.get(from.cell) ?? 0) - keeps(from));
      if (from.cell === to.cell || codes <= 0) continue;
      spare.set(from.cell, (spare.get(from.cell) ?? 0) - codes);
      deals.push({ from: from.cell, to: to.cell, codes });
      missing -= codes;
    }
  };
  const waiting = shelves.filter((shelf) => shelf.waiting > shelf.available);
  waiting.sort((one, other) => (one.oldest?.getTime() ?? 0) - (other.oldest?.getTime() ?? 0));
  for (const to of waiting) bring(to, Math.min(waitingInRun, to.waiting - to.available), () => 0);
  for (const to of shelves.filter(({ lately, available }) => available < lately))
    bring(to, Math.ceil(provision * to.lately) - to.available, ({ lately }) => Math.ceil(provision * lately));
  return deals;
}

/** Those whose stock would last longest. */
const longestIdle = (shelves: readonly Shelf[]): Shelf[] =>
  shelves.toSorted(
    (one, other) =>
      other.available / (other.lately + 1) - one.available / (one.lately + 1) || one.cell - other.cell,
  );
