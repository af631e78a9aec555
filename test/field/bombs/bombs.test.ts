import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from '../../../src/platform/spreadsheet/read-table.ts';
import { tableOfBytes } from '../../../src/platform/spreadsheet/table-file.ts';
import type { ReadingCost } from '../../../src/platform/spreadsheet/table-row.ts';
import { TableProblem } from '../../../src/platform/spreadsheet/table-problem.ts';
import { textBombs } from './text-bombs.ts';
import { workbookBombs } from './workbook-bombs.ts';

/** Of the process that reads, for one file. */
const maxProcessorMs = 15_000;
const maxPeakBytes = 1200 * 1024 * 1024;
/**
 * Of this process, which asks: whatever it does here, it does not do for others. Beside what a fixed piece of work takes in the same minute,
 * since the same work takes several times as long on a busy machine: about 2 s where nothing else runs.
 */
const maxOwnYardsticks = 20;
const yardstick = JSON.stringify(Array.from({ length: 200_000 }, (_, index) => [index, `${index}`]));
/** Of the clock; much longer than a busy machine needs. */
const timeoutMs = 120_000;

interface Reading {
  rows: number;
  problem: string | null;
  cost: ReadingCost;
  ownMs: number;
}

function yardstickMs(): number {
  const before = process.cpuUsage();
  for (let count = 0; count < 2; count += 1) JSON.parse(yardstick);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function reading(bytes: Buffer): Promise<Reading> {
  const before = process.cpuUsage();
  const costs: ReadingCost[] = [];
  let [rows, problem] = [0, null as string | null];
  try {
    const batches = readTable(tableOfBytes(bytes), { timeoutMs, onCost: (cost) => costs.push(cost) });
    for await (const batch of batches) rows += batch.length;
  } catch (thrown) {
    if (!(thrown instanceof TableProblem)) throw thrown;
    problem = thrown.message;
  }
  const { user, system } = process.cpuUsage(before);
  const [cost = { ms: 0, peakBytes: 0 }] = costs;
  assert.ok(costs.length <= 1);
  return { rows, problem, cost, ownMs: (user + system) / 1000 };
}

for (const { name, source, input, right } of [...workbookBombs, ...textBombs])
  test(`${name} (${source})`, async (t) => {
    const bytes = input();
    const before = yardstickMs();
    const { rows, problem, cost, ownMs } = await reading(bytes);
    const ofYardsticks = ownMs / Math.max(before, yardstickMs());
    t.diagnostic(
      `${bytes.length} bytes, processor ${cost.ms.toFixed(0)} ms, peak ${((cost.peakBytes ?? 0) / 1024 / 1024).toFixed(0)} MB, own ${ownMs.toFixed(0)} ms (${ofYardsticks.toFixed(1)} yardsticks): ${problem ?? `${rows} rows`}`,
    );
    if (right.is === 'read') assert.deepEqual({ rows, problem }, { rows: right.rows, problem: null });
    if (right.is === 'refused') assert.match(problem ?? 'read', right.why);
    assert.ok(cost.ms < maxProcessorMs, `${cost.ms} ms of the processor`);
    assert.ok((cost.peakBytes ?? 0) < maxPeakBytes, `${cost.peakBytes} bytes`);
    assert.ok(ofYardsticks < maxOwnYardsticks, `${ownMs} ms of the process that asks`);
    // The next file is read as if nothing had been.
    assert.equal((await reading(Buffer.from('a;b\n1;2\n'))).rows, 2);
  });
