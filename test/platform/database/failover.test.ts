import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverPair } from './server-pair.ts';
import { shopWorld, untilMore, type ShopWorld } from './shop-world.ts';

/** `FACEVALUE_FAILOVERS=100 npm test -- test/platform/database/failover.test.ts` for the long run. */
const failovers = Number(process.env['FACEVALUE_FAILOVERS'] ?? 3);
const lanes = 8;
/** The long run says how far it is. */
const toldEvery = 10;
/** From the promotion to the next accepted order, with a reserve for a busy machine. */
const resumedWithinMs = 5000 + 5000;
const notedWithinMs = 10_000;
const cancels = 40;
const cancelEveryMs = 100;

test(`the primary is lost ${failovers} times under load: every acknowledged order is on the standby, and all goes on by itself`, async () => {
  await using running = new AsyncDisposableStack();
  const pair = running.use(await serverPair());
  const world = running.use(await shopWorld(pair.url));
  const serve = await world.start('serve');
  await world.start('work');
  const stop = new AbortController();
  running.defer(() => stop.abort());
  const placing = world.placeStubbornly(serve, { lanes, signal: stop.signal });
  const resumedMs: number[] = [];
  for (let failover = 1; failover <= failovers; failover += 1) {
    await untilMore(world, 50);
    await pair.killPrimary();
    const acknowledged = new Map(world.accepted);
    await pair.promoteStandby();
    const promotedMs = performance.now();
    await assertThere(world, acknowledged);
    await untilMore(world, 1);
    const resumed = world.acceptances.find(({ atMs }) => atMs > promotedMs);
    resumedMs.push((resumed?.atMs ?? performance.now()) - promotedMs);
    await pair.rejoin();
    await untilWaitingIsNoted(world);
    if (failover % toldEvery === 0)
      process.stderr.write(`${failover} of ${failovers}; orders again within ${Math.max(...resumedMs)} ms\n`);
  }
  await untilMore(world, 50);
  stop.abort();
  await placing;
  assert.ok(Math.max(...resumedMs) < resumedWithinMs, `orders again after ${resumedMs.join(', ')} ms`);
  assert.ok(
    world.processes.every((one) => one.isAlive()),
    'nothing was restarted',
  );
  await world.assertWhole();
});

test('what only the primary has is not acknowledged, also not to a repeated uuid', async () => {
  await using running = new AsyncDisposableStack();
  const pair = running.use(await serverPair());
  const world = running.use(await shopWorld(pair.url));
  const serve = await world.start('serve');
  const stop = new AbortController();
  running.defer(() => stop.abort());
  const placing = world.placeStubbornly(serve, { lanes, signal: stop.signal });
  await untilMore(world, 20);
  await pair.killStandby();
  for (let count = 0; count < cancels; count += 1) {
    await pair.cancelWaits();
    await sleep(cancelEveryMs);
  }
  const acknowledged = new Map(world.accepted);
  const refused = world.unanswered.length;
  await pair.killPrimary();
  await pair.startStandby();
  await pair.promoteStandby();
  await assertThere(world, acknowledged);
  assert.ok(refused > 0, 'waits were cancelled');
  await untilMore(world, 20);
  stop.abort();
  await placing;
});

/**
 * Once a second the platform notes whether commits wait for a standby. A promotion before that note looks like the promotion
 * of a server that nobody waited for, which is refused (docs/decisions/0061).
 */
async function untilWaitingIsNoted({ db }: ShopWorld): Promise<void> {
  const deadline = performance.now() + notedWithinMs;
  for (;;) {
    const { rows } = await db.query<{ synchronous: boolean }>(`select synchronous from database_history`);
    if (rows[0]?.synchronous === true) return;
    assert.ok(performance.now() < deadline, 'that commits wait for the standby is not noted');
    await sleep(20);
  }
}

async function assertThere({ db }: ShopWorld, acknowledged: Map<string, number>): Promise<void> {
  const uuids = [...acknowledged.keys()];
  const { rows } = await db.query<{ uuid: string; id: number }>(
    `select uuid, id from requests where uuid = any($1)`,
    [uuids],
  );
  assert.deepEqual(new Map(rows.map(({ uuid, id }) => [uuid, id])), acknowledged);
}
