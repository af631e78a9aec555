/** Long lists of several cells, read page by page, as one. */

/**
 * The rows of all lists in one order. Each list gives pages of rows that are sorted so; of each, one page is in memory. One list stays
 * as it is.
 */
export async function* mergedPages<Row>(
  lists: readonly AsyncGenerator<Row[]>[],
  by: (one: Row, other: Row) => number,
): AsyncGenerator<Row[]> {
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return yield* only;
  let open = lists.map((list): Reading<Row> => ({ list, page: [], isOver: false }));
  for (;;) {
    await Promise.all(open.map(readOn));
    open = open.filter(({ page }) => page.length > 0);
    if (open.length === 0) return;
    yield takeSorted(open, by);
  }
}

interface Reading<Row> {
  list: AsyncGenerator<Row[]>;
  page: Row[];
  isOver: boolean;
}

async function readOn<Row>(reading: Reading<Row>): Promise<void> {
  while (reading.page.length === 0 && !reading.isOver) {
    const { done = false, value } = await reading.list.next();
    reading.isOver = done;
    if (value !== undefined) reading.page = value;
  }
}

/** Takes the rows up to the first end of a page: what comes before it is in one of these pages. */
function takeSorted<Row>(open: readonly Reading<Row>[], by: (one: Row, other: Row) => number): Row[] {
  const [first] = open.map(({ page }) => page.at(-1) as Row).toSorted(by);
  const taken = open.flatMap((reading) => {
    const count = reading.page.findLastIndex((row) => by(row, first as Row) <= 0) + 1;
    return reading.page.splice(0, count);
  });
  return taken.toSorted(by);
}
