import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { databaseProxy } from './database-proxy.ts';
import { shopWorld, untilMore } from './shop-world.ts';

const lanes = 16;
/** How long a cut, a freeze or a killed process may delay others' orders, with a reserve for a busy machine. */
const heldUpMs = 10_000 + 5000;

test('after a silent loss of packets orders continue within seconds, none lost or doubled', async () => {
  await using running = new AsyncDisposableStack();
  const database = running.use(await migratedDatabase());
  const world = running.use(await shopWorld(database.url));
  const proxy = running.use(await databaseProxy(database.url));
  const serve = await world.start('serve', { DATABASE_URL: proxy.url });
  await world.start('work', { DATABASE_URL: proxy.url });
  const stop = new AbortController();
  running.defer(() => stop.abort());
  const placing = world.placeStubbornly(serve, { lanes, signal: stop.signal });
  await untilMore(world, 100);

  // First answers are lost, then everything: what was committed meanwhile is found again by its uuid.
  for (const cut of [() => proxy.loseAnswers(), () => proxy.dropSilently()]) {
    const cutAtMs = performance.now();
    cut();
    await untilMore(world, 100);
    const next = world.acceptances
      .filter(({ atMs }) => atMs > cutAtMs + 100)
      .map(({ atMs }) => atMs - cutAtMs);
    assert.ok((next[0] ?? Infinity) < heldUpMs, `the next order was accepted after ${next[0]} ms`);
    await issuedAfter(database.db, cutAtMs);
  }

  // Nothing passes for a while: every call is still answered, and none was processed.
  proxy.dropNewOnes();
  proxy.dropSilently();
  const before = world.unanswered.length;
  const began = performance.now();
  while (world.unanswered.length < before + lanes) {
    assert.ok(performance.now() - began < 2 * heldUpMs, 'calls stay without answers');
    await sleep(50);
  }
  for (const { httpStatus, code } of world.unanswered) assert.deepEqual([httpStatus, code], [503, 9000]);
  proxy.heal();
  await untilMore(world, 100);
  stop.abort();
  await placing;
  await world.assertWhole();
});

/** The worker continues too: an order placed after the cut is issued. */
async function issuedAfter(
  db: { query(text: string, values: unknown[]): Promise<{ rowCount: number | null }> },
  cutAtMs: number,
): Promise<void> {
  const since = new Date(performance.timeOrigin + cutAtMs);
  for (;;) {
    const issued = await db.query(
      `select from requests where accepted_at > $1 and state = 'issued' limit 1`,
      [since],
    );
    if (issued.rowCount === 1) return;
    assert.ok(performance.now() - cutAtMs < 2 * heldUpMs, 'no order is issued');
    await sleep(50);
  }
}
