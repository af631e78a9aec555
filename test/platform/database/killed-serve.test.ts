import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastingPort } from '../../support/lasting-port.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { databaseProxy } from './database-proxy.ts';
import { longestPauseMs, shopWorld, untilMore } from './shop-world.ts';

/** `FACEVALUE_KILLS=100 npm test -- test/platform/database/killed-serve.test.ts` for the long run. */
const kills = Number(process.env['FACEVALUE_KILLS'] ?? 10);
const lanes = 8;
/** How long a killed process may delay others' orders, with a reserve for a busy machine. */
const heldUpMs = 10_000 + 5000;

/** A victim that gets orders dies within seconds. */
const deathWithinMs = 60_000;
/** The long run takes about ten minutes and says how far it is. */
const toldEvery = 10;

/**
 * Directly before its commit, with the rows of the batch locked. The network does not report the death to the server,
 * so the orphaned connection keeps its transaction, and the funds of its clients, until the server ends it.
 */
const crashPointOf = (kill: number): string => `place-orders:before-commit#${1 + (kill % 7)}`;

test(`serve killed ${kills} times within a batch: another process continues, and no order is lost or doubled`, async () => {
  await using running = new AsyncDisposableStack();
  const database = running.use(await migratedDatabase());
  const world = running.use(await shopWorld(database.url));
  const proxy = running.use(await databaseProxy(database.url));
  proxy.hideClosing();
  const survivor = await world.start('serve');
  await world.start('work');
  const stop = new AbortController();
  running.defer(() => stop.abort());

  const port = String(await lastingPort());
  const startVictim = (crashAt: string) =>
    world.start('serve', { DATABASE_URL: proxy.url, PORT: port, FACEVALUE_CRASH_AT: crashAt });
  let victim = await startVictim(crashPointOf(0));
  const placing = Promise.all([
    world.placeStubbornly(survivor, { lanes, signal: stop.signal }),
    world.placeStubbornly(victim, { lanes, signal: stop.signal }),
  ]);
  for (let kill = 1; kill <= kills; kill += 1) {
    const end = await Promise.race([
      victim.process.ended,
      sleep(deathWithinMs, 'alive', { signal: stop.signal }),
    ]);
    assert.equal(end, 'SIGKILL', `kill ${kill} of ${kills}`);
    victim = await startVictim(kill === kills ? '' : crashPointOf(kill));
    if (kill % toldEvery === 0 && kill < kills)
      process.stderr.write(`${kill} of ${kills} kills; ${world.accepted.size} orders accepted\n`);
  }
  await untilMore(world, 100);
  stop.abort();
  await placing;
  const pauseMs = longestPauseMs(world);
  assert.ok(pauseMs < heldUpMs, `no order was accepted for ${pauseMs} ms`);
  await world.assertWhole();
});
