/**
 * `node bin/facevalue.mjs --run test/files-per-act.ts`: the files of src/ outside platform/ that run code in one
 * business act, by V8's coverage.
 */
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createWorkers } from '../src/workers.ts';
import { suppliedProduct } from './suppliers/supplied-world.ts';
import type { TestClient } from './support/test-client.ts';
import { testWorld } from './support/test-world.ts';

const source = `${pathToFileURL(join(import.meta.dirname, '../src')).href}/`;

const profiler = new Session();
profiler.connect();
await profiler.post('Profiler.enable');
await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** Each reading of the coverage resets its counts. */
async function filesRunBy(act: () => Promise<unknown>): Promise<string[]> {
  await profiler.post('Profiler.takePreciseCoverage');
  await act();
  const { result } = await profiler.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.startsWith(source))
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map(({ url }) => url.slice(source.length))
    .filter((file) => !file.startsWith('platform/') && file !== 'workers.ts')
    .toSorted();
}

await using world = await testWorld();
const workers = new Map(createWorkers(world.ctx).map((worker) => [worker.name, worker]));

async function run(name: string): Promise<void> {
  const worker = workers.get(name);
  if (worker === undefined) throw new Error(`There is no worker ${name}.`);
  await worker.round();
  await worker.drain();
}

const shop: TestClient = await world.client();
const pooled = await world.product();
await world.pool(pooled, 500, 10);
await using asked = await suppliedProduct(world);

const order = (product: { id: number }) =>
  shop.makeOrder({
    product_id: product.id,
    face: 500,
    uuid: crypto.randomUUID(),
    email_to: 'anna@example.com',
  });

/** What is read once and kept is not part of an act. */
await order(pooled);
await order(asked);
await world.settle();

const acts: Record<string, () => Promise<unknown>> = {
  'accept an order': () => order(pooled),
  'issue it from a pool': () => run('issue-orders'),
  'send its letter': () => run('deliver'),
  'send its callback': () => run('send-callbacks'),
  'ask the supplier of an accepted order, until its certificate is issued': async () => {
    await run('issue-orders');
    await run('ask-suppliers');
  },
};

for (const [name, act] of Object.entries(acts)) {
  if (name.startsWith('ask')) await order(asked);
  const files = await filesRunBy(act);
  process.stdout.write(`${name}: ${files.length}\n${files.map((file) => `  ${file}\n`).join('')}\n`);
}
await world.settle();
