/** ARCHITECTURE.md says what the program does: the tables that an order writes, and the workers. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createMinuteRecorder } from '../../src/reports/health/record-minutes.ts';
import { createWorkers } from '../../src/workers.ts';
import { CELLS_VARIABLE } from '../cells/without-cells.ts';
import { onEachStatement } from '../statements/gathered.ts';
import { testWorld } from '../support/test-world.ts';
import { root } from './read-samples.ts';
import { writesOfAnOrder } from './writes-of-an-order.ts';

const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/** The rows of the first table behind a heading. */
function rowsBehind(heading: string): string[][] {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const [table = ''] = /^(?:\|.*\n)+/m.exec(section) ?? [];
  return table
    .split('\n')
    .slice(2, -1)
    .map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
}

test('ARCHITECTURE.md maps every folder and file at the top of src/, and no other', () => {
  const mapped = rowsBehind('Map').flatMap(([names = '']) =>
    [...names.matchAll(/`([\w.-]+)`/g)].map(([, name = '']) => name),
  );
  assert.deepEqual(mapped.toSorted(), readdirSync(join(root, 'src')).toSorted());
});

/** "inserts `requests` `transfers`, updates `accounts`" */
const readWrites = (cell: string): string[] =>
  cell.split(', ').flatMap((part) => {
    const [verb] = part.split(' ');
    return [...part.matchAll(/`(\w+)`/g)].map(([, table]) => `${verb} ${table}`);
  });

test('ARCHITECTURE.md names the tables that each transaction of an order writes', async () => {
  await using world = await testWorld();
  const done = await writesOfAnOrder(world);
  await world.settle();
  const said = rowsBehind('The way of an order').map(([step = '', cell = '']) => [
    step,
    cell.split('; then ').map((one) => readWrites(one).toSorted()),
  ]);
  assert.deepEqual(Object.fromEntries(said), done);
});

/** A mailbox, and the folder in which processes note what they lease: they ask the database only if there is one. */
const outside = new Set(['mailbox', 'folder']);

const pauseOf = (ms: number): string =>
  ms < 1000 ? `${ms} ms` : ms < 60_000 ? `${ms / 1000} s` : `${ms / 60_000} min`;

const pausesOf = (list: { name: string; pause: string }[]): string[] =>
  list.map(({ name, pause }) => `${name} ${pause}`).toSorted();

test('ARCHITECTURE.md names each worker, its pause, and the table in which it finds its work', async () => {
  const said = rowsBehind('Workers').flatMap(([pause = '', cell = '']) =>
    [...cell.matchAll(/`([a-z-]+)` \(([\w ]+)\)/g)].map(([, name = '', source = '']) => ({
      name,
      pause,
      source,
    })),
  );
  // With cells there are workers that deal codes among them.
  await using world = await testWorld({ [CELLS_VARIABLE]: '1' });
  const { ctx } = world;
  const turned = { worker: 'deliver', idleSeconds: 0.05, rounds: 1, failing: false };
  const workers = [...createWorkers(ctx), createMinuteRecorder(ctx, () => [turned])];
  // Some have nothing to do in the first hour.
  world.clock.forward('2 h');
  assert.deepEqual(
    pausesOf(said),
    pausesOf(workers.map(({ name, idleMs }) => ({ name, pause: pauseOf(idleMs) }))),
  );
  let sent = '';
  onEachStatement((statement) => {
    sent += statement.text;
  });
  for (const worker of workers) {
    sent = '';
    await worker.round();
    await worker.drain();
    const { source = '' } = said.find(({ name }) => name === worker.name) ?? {};
    if (!outside.has(source)) assert.match(sent, new RegExp(`\\b${source}\\b`), worker.name);
  }
});
