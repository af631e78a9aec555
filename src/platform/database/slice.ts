/** Where a list goes on: at rows older or newer than a key. Keys, because an offset costs more on each page. */
export interface Slice {
  /** Null: from the newest. */
  fromKey: number | null;
  direction: 'older' | 'newer';
}

/** How a slice compares with its key, and its order: rows nearest to the key come first. */
export const sliceOrder = ({ direction }: Slice): ['<', 'desc'] | ['>', 'asc'] =>
  direction === 'older' ? ['<', 'desc'] : ['>', 'asc'];
