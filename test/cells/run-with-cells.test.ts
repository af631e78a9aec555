/** Tests that know nothing of cells also hold where each world has three of them: some of each kind; `FACEVALUE_TEST_CELLS=3 npm test` runs all. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { filesWithCells } from './run-with-cells.ts';

const cells = '3';
/** Of each file, on average. */
const mostMs = 30_000;

test('listed tests hold with cells', { timeout: filesWithCells.length * mostMs }, async () => {
  const { NODE_TEST_CONTEXT: _ofThisRun, ...environment } = process.env;
  const runner = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--test',
      '--test-force-exit',
      '--test-concurrency=2',
      ...filesWithCells,
    ],
    { env: { ...environment, FACEVALUE_TEST_CELLS: cells }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => runner.once('close', resolve));
  const told = await text(runner.stdout);
  assert.equal(await ended, 0, told);
});
