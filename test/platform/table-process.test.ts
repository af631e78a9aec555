import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readTable } from '../../src/platform/spreadsheet/read-table.ts';
import { tableOfBytes } from '../../src/platform/spreadsheet/table-file.ts';
import { TableProblem } from '../../src/platform/spreadsheet/table-problem.ts';

const mostReaders = 3;
const isLinux = process.platform === 'linux';
const long = Buffer.from('a;b\n'.repeat(200_000));

/** Those that this process has started and that live. */
const readers = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
        const [state, parent] = rest.split(' ');
        return state !== 'Z' && Number(parent) === process.pid && commandOf(pid).includes('table-reader');
      } catch {
        return false;
      }
    });
const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

async function rowsOf(bytes: Buffer, onBatch: (batch: number) => void = () => {}): Promise<number> {
  let [rows, batches] = [0, 0];
  for await (const batch of readTable(tableOfBytes(bytes), {})) {
    rows += batch.length;
    onBatch((batches += 1));
  }
  return rows;
}

test('a reader that is killed costs its file alone', { skip: !isLinux }, async () => {
  const [killed, other] = await Promise.allSettled([
    rowsOf(long, (batch) => {
      if (batch !== 1) return;
      const [first = 0] = readers();
      process.kill(first, 'SIGKILL');
    }),
    rowsOf(Buffer.from('a;b\n')),
  ]);
  assert.deepEqual(other, { status: 'fulfilled', value: 1 });
  assert.ok(killed.status === 'rejected' && killed.reason instanceof TableProblem);
  assert.equal(await rowsOf(long), 200_000);
});

test('one process reads many files, has no secrets, and is the first to go', { skip: !isLinux }, async () => {
  process.env['FACEVALUE_OF_THIS_TEST'] = 'secret';
  // Of what other files of this process have read: all that rest may have grown, and end with their next file.
  for (let file = 0; file < mostReaders + 1; file += 1) await rowsOf(Buffer.from('a;b\n'));
  delete process.env['FACEVALUE_OF_THIS_TEST'];
  const before = readers();
  assert.ok(before.length > 0);
  for (let file = 0; file < 5; file += 1) await rowsOf(Buffer.from('a;b\n'));
  // Others may end meanwhile, since they were idle for too long.
  const after = readers();
  assert.deepEqual(
    after.filter((pid) => !before.includes(pid)),
    [],
  );
  assert.ok(after.length > 0);
  for (const pid of after) {
    assert.doesNotMatch(readFileSync(`/proc/${pid}/environ`, 'utf8'), /FACEVALUE/);
    assert.equal(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim(), '1000');
  }
});

test(
  'a reader is used again, however much memory the process has that started it',
  { skip: !isLinux },
  async () => {
    const memory = Buffer.alloc(500 * 1024 * 1024, 1);
    for (const pid of readers()) process.kill(pid, 'SIGKILL');
    // Those that were resting cost the file for which they are taken, until their end is known.
    while ((await rowsOf(Buffer.from('a;b\n')).catch(() => 0)) === 0);
    const [first] = readers();
    await rowsOf(Buffer.from('a;b\n'));
    assert.deepEqual(readers(), [first]);
    assert.ok(process.memoryUsage().rss > memory.length);
  },
);

test('a file that nobody reads to its end takes no place', { skip: !isLinux }, async () => {
  for (let file = 0; file < 10; file += 1)
    for await (const batch of readTable(tableOfBytes(long), {})) {
      assert.ok(batch.length > 0);
      break;
    }
  assert.equal(await rowsOf(Buffer.from('a;b\n')), 1);
  assert.ok(readers().length <= mostReaders);
});

test('a table that takes longer than it may is given up, and its process ended', async () => {
  const problem: unknown = await Array.fromAsync(readTable(tableOfBytes(long), { timeoutMs: 1 })).catch(
    (thrown: unknown) => thrown,
  );
  assert.ok(problem instanceof TableProblem);
  assert.equal(problem.message, 'the table takes too long to read');
});
