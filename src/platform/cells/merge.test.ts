import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CellDatabases } from './open-cells.ts';
import {
  ascending,
  counted,
  descending,
  firstFound,
  joinedFields,
  least,
  mergedList,
  mergedSums,
  plus,
} from './merge.ts';

const cells = [1, 2, 3].map((cell) => ({ cell }) as CellDatabases);
const spread = { cells, cell: null as number | null };
const whole = { cells: [], cell: null as number | null };

/** Ids as cells draw them: their last two digits are the cell's. */
const idsOf = ({ cell }: { cell: number | null }): Promise<number[]> =>
  Promise.resolve([100, 200, 300].map((id) => id + (cell ?? 0)));

test('a list is merged in its order and cut', async () => {
  const up = { by: ascending((id: number) => id), limit: 4 };
  assert.deepEqual(await mergedList(spread, up, idsOf), [101, 102, 103, 201]);
  const down = { by: descending((id: number) => id), limit: 2 };
  assert.deepEqual(
    await mergedList(spread, down, async (cell) => (await idsOf(cell)).toReversed()),
    [303, 302],
  );
});

const never = () => assert.fail('nothing is to be sorted');

test('the list of one server stays as the database sorted it', async () => {
  assert.deepEqual(await mergedList(whole, { by: never, limit: 3 }, idsOf), [100, 200, 300]);
});

const asked = (wanted: number) => (ctx: { cell: number | null }) =>
  Promise.resolve(ctx.cell === wanted ? `in ${wanted}` : null);

test('what one cell knows is found, wherever it is', async () => {
  assert.equal(await firstFound(spread, asked(3)), 'in 3');
  assert.equal(await firstFound(spread, asked(4)), null);
});

test('counts are added', async () => {
  assert.equal(await counted(spread, ({ cell }) => Promise.resolve(cell ?? 0)), 6);
  assert.equal(await counted(whole, () => Promise.resolve(7)), 7);
});

interface Shelf {
  face: number;
  codes: number;
  oldest: Date | null;
  title: string;
}

test('rows with one key become one', async () => {
  const ofFace = { key: ({ face }: Shelf) => face, join: { codes: plus, oldest: least<Date> } };
  const shelves = await mergedSums(spread, ofFace, ({ cell }) =>
    Promise.resolve<Shelf[]>([
      { face: 500, codes: 10, oldest: new Date(`2026-11-0${cell}`), title: 'Tea' },
      ...(cell === 2 ? [{ face: 1000, codes: 5, oldest: null, title: 'Tea' }] : []),
    ]),
  );
  assert.deepEqual(shelves, [
    { face: 500, codes: 30, oldest: new Date('2026-11-01'), title: 'Tea' },
    { face: 1000, codes: 5, oldest: null, title: 'Tea' },
  ]);
  assert.deepEqual(
    joinedFields(
      [
        { all: 1, first: null as number | null },
        { all: 2, first: 9 },
      ],
      { all: plus, first: least<number> },
    ),
    { all: 3, first: 9 },
  );
});
