import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from './job.ts';
import { inOrder, type Order } from './queue.ts';

const jobs: Job[] = [
  { file: 'near', environment: 'plain' },
  { file: 'near', environment: 'cells' },
  { file: 'far', environment: 'plain' },
  { file: 'alone', environment: 'plain' },
];
const durations = new Map([['far', 90_000]]);
const files = (order: Order): string[] =>
  inOrder(jobs, (file) => file === 'alone', durations, order).map(
    ({ file, environment }) => `${file} ${environment}`,
  );

test('a whole run begins with the slowest, one of changes with the nearest, each by environments', () => {
  assert.deepEqual(files('slowest-first'), ['near cells', 'alone plain', 'far plain', 'near plain']);
  assert.deepEqual(files('as-given'), ['near plain', 'far plain', 'alone plain', 'near cells']);
  assert.deepEqual(files({ seed: 7 }), files({ seed: 7 }));
});
