import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoad } from '../../../bench/load/load.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import { startProcess, testMasterKey } from '../../crash/platform-process.ts';
import { testClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

/** Every batch of orders takes this long, so that the server's capacity is limited on any machine. */
const batchSeconds = 1.2;
/** More than wait and run together: two batches of 256 each. */
const connections = 1400;
const floodMs = 8000;

async function slowAcceptance(world: TestWorld): Promise<void> {
  await world.home.db.query(
    `create function take_time() returns trigger language plpgsql as
     $$ begin perform pg_sleep(${batchSeconds}); return null; end $$`,
  );
  await world.home.db.query(
    `create trigger takes_time after insert on requests for each statement execute function take_time()`,
  );
}

/** Sends the head of an order and holds its body and signature back; the answer, or null if none comes until the end. */
async function answerToHead(port: number, clientId: number, end: AbortSignal): Promise<string | null> {
  const asked = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: `/?cmd=makeOrder&id=${clientId}&in=json&out=json`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '100' },
  });
  asked.on('error', () => {});
  asked.flushHeaders();
  try {
    const [answer] = (await once(asked, 'response', { signal: end })) as [IncomingMessage];
    return (await buffer(answer)).toString();
  } catch {
    return null;
  } finally {
    asked.destroy();
  }
}

const probeEveryMs = 50;

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

test('a flood beyond capacity is refused with 1003; other clients still order, and everybody reads', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const [greedy, modest] = [await world.client({ balanceRoubles: 100_000_000 }), await world.client()];
  const known = await modest.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  await slowAcceptance(world);
  const port = await lastingPort();
  await using _ = await startProcess(['src/main.ts', 'serve', '--json'], {
    PORT: String(port),
    DATABASE_URL: world.databaseUrl,
    FACEVALUE_DATA: world.ctx.config.dataFolder,
    FACEVALUE_MASTER_KEY: testMasterKey.toString('base64'),
  });
  const load = startLoad();
  try {
    await load.ask('prepare', {
      cmd: 'makeOrder',
      // More than are answered meanwhile: refusals are quick.
      count: 160_000,
      clients: [{ id: greedy.id, secret: greedy.secret }],
      productId: product.id,
      faceRoubles: 500,
    });
    const running = load.ask('run', { port, connections, limitMs: floodMs, perSecond: null });
    const end = new AbortController();
    let over = false;
    const flooding = running.finally(() => {
      over = true;
      end.abort();
    });
    const beside = testClient(`http://127.0.0.1:${port}`, modest, world.callbacks);
    const [orderMs, statusMs]: [number[], number[]] = [[], []];
    const timed = async (times: number[], work: () => Promise<unknown>): Promise<void> => {
      while (!over) {
        const startedAt = performance.now();
        await work();
        times.push(performance.now() - startedAt);
      }
    };
    const probe = async (clientId: number): Promise<(string | null)[]> => {
      const probes: Promise<string | null>[] = [];
      while (!over) {
        probes.push(answerToHead(port, clientId, end.signal));
        await sleep(probeEveryMs);
      }
      return Promise.all(probes);
    };
    const [toGreedy, toModest] = await Promise.all([
      probe(greedy.id),
      probe(modest.id),
      timed(orderMs, () => beside.makeOrder({ product_id: product.id, face: 500 })),
      timed(statusMs, () => beside.getStatus(known)),
    ]);
    const flood = await flooding;
    assert.match(flood.firstRefusal, /^HTTP\/1\.1 200 .*"code":1003/s);
    const refusedEarly = toGreedy.filter((answer) => answer !== null);
    assert.ok(refusedEarly.length > 0, 'a refusal needs no body and no signature');
    for (const answer of refusedEarly) assert.match(answer, /"code":1003/);
    assert.ok(
      toModest.every((answer) => answer === null),
      'whose queue is not full is read',
    );
    const accepted = flood.answered - flood.refused;
    assert.ok(accepted > 256 && flood.refused > 256, `${accepted} accepted, ${flood.refused} refused`);
    // Each connection gets an answer within a second; without a pace it would get dozens.
    const mostRefused = 2 * connections * (flood.seconds + 1);
    assert.ok(flood.refused < mostRefused, `${flood.refused} refused in ${flood.seconds} seconds`);
    const figures = JSON.stringify({ flood, order: median(orderMs), status: median(statusMs) });
    // An order waits for the batch that runs and for its own, as every accepted one: the flood is no queue before it.
    assert.ok(orderMs.length > 1 && median(orderMs) < flood.p50Ms * 1.5, figures);
    assert.ok(statusMs.length > 10 && median(statusMs) < flood.p50Ms / 2, figures);
  } finally {
    await load.stop();
  }
  await world.home.db.query(`drop trigger takes_time on requests`);
  await world.settle();
});
