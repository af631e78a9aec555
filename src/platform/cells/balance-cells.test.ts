import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planMoves } from './balance-cells.ts';

const nodes = (...cells: number[][]) =>
  cells.map((each, place) => ({ host: 'node.example', port: 5000 + place, cells: each }));

test('cells move to the node that has fewest, and no further than needed', () => {
  const moves = planMoves(nodes([1, 3, 5, 7], [2, 4, 6], []));
  assert.deepEqual(
    moves.map(({ cell, to }) => [cell, to.port]),
    [
      [7, 5002],
      [6, 5002],
    ],
  );
  assert.deepEqual(planMoves(nodes([1, 3, 5], [2, 4], [6, 7])), []);
  assert.deepEqual(planMoves(nodes([1, 2])), []);
  assert.deepEqual(planMoves([]), []);
});
