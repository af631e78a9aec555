/** A restore that somebody takes for a move repeats the ids of what was sold since: no link of then may open what has them now. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureOf } from '../../../src/clients/client-directory.ts';
import { testMasterKey } from '../../crash/platform-process.ts';
import {
  shopWorld,
  untilMore,
  type RunningRole,
  type ShopWorld,
} from '../../platform/database/shop-world.ts';
import { runMain } from '../../support/run-main.ts';
import { archivedServer } from './restored-server.ts';

const lanes = 6;
/** Before the instant of the restore, and after it. A restored sequence leaves out 32 numbers. */
const [keptOrders, lostOrders] = [10, 80];
const patienceMs = 60_000;

type Buyer = ShopWorld['buyers'][number];

test('links of lost orders open nothing although their ids come again, and links of kept orders lead where they led', async () => {
  await using running = new AsyncDisposableStack();
  const server = running.use(await archivedServer());
  const { instant, product, buyer, kept, lost } = await sellAndLose(server);
  const url = await server.restoreTo(instant);
  const moved = await runMain(['restored', 'moved', '--reason', 'taken for a move'], {
    DATABASE_URL: url,
    FACEVALUE_MASTER_KEY: testMasterKey.toString('base64'),
  });
  assert.equal(moved.code, 0, moved.err);

  await using world = await shopWorld(url);
  const serve = await world.start('serve');
  await world.start('work');
  world.product = product;
  world.buyers.fill(buyer);
  const again = await sell(world, serve, keptOrders + lostOrders);
  const repeated = [...lost].filter(([id]) => again.has(id));
  assert.ok(repeated.length >= lostOrders / 4, `only ${repeated.length} ids came again`);
  const opened = await Promise.all(repeated.map(([, link]) => opens(serve, link)));
  const foreign = opened.filter(Boolean).length;
  assert.equal(foreign, 0, `${foreign} of ${repeated.length} links opened what has their ids now`);
  for (const link of [...kept.values(), ...again.values()]) assert.ok(await opens(serve, link), link);
});

async function sellAndLose(server: Awaited<ReturnType<typeof archivedServer>>) {
  await using world = await shopWorld(server.url);
  const serve = await world.start('serve');
  await world.start('work');
  world.buyers.fill(world.buyers[0] as Buyer);
  await server.backUp();
  const kept = await sell(world, serve, keptOrders);
  const instant = new Date();
  const all = await sell(world, serve, lostOrders);
  await server.archive();
  await Promise.all(world.processes.map((one) => one.kill('SIGKILL')));
  await server.kill();
  const lost = new Map([...all].filter(([id]) => !kept.has(id)));
  return { instant, kept, lost, product: world.product, buyer: world.buyers[0] as Buyer };
}

/** To one buyer; the links of all its orders so far, by request. */
async function sell(world: ShopWorld, serve: RunningRole, count: number): Promise<Map<number, string>> {
  const stop = new AbortController();
  const placing = world.placeStubbornly(serve, { lanes, signal: stop.signal });
  await untilMore(world, count);
  stop.abort();
  await placing;
  const links = new Map<number, string>();
  for (const id of world.accepted.values()) links.set(id, await linkOf(serve, world.buyers[0] as Buyer, id));
  return links;
}

/** Once it is issued. */
async function linkOf(serve: RunningRole, { id, secret }: Buyer, requestId: number): Promise<string> {
  const data = JSON.stringify({ queue_id: requestId });
  const sig = signatureOf('getLinks', data, secret);
  const query = new URLSearchParams({ cmd: 'getLinks', id: String(id), in: 'json', out: 'json', sig });
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const body = new URLSearchParams({ data });
    const response = await fetch(`${serve.url}/?${query.toString()}`, { method: 'POST', body });
    const { data: told } = (await response.json()) as { data?: { download_url: string } };
    if (told !== undefined) return told.download_url;
    assert.ok(performance.now() < deadline, `order ${requestId} is not issued`);
    await sleep(50);
  }
}

async function opens(serve: RunningRole, link: string): Promise<boolean> {
  const { status } = await fetch(`${serve.url}${new URL(link).pathname}`);
  assert.ok(status === 200 || status === 404, `${link} answers ${status}`);
  return status === 200;
}
