/** The section `redeem`: redemptions by a till's software. */
import { runLoad } from '../load/load.ts';
import { startPlainCalls } from '../load/plain-calls.ts';
import { postRequest } from '../load/plain-requests.ts';
import { startBareRedeem } from '../peers/bare-redeem.ts';
import { latencySection } from '../report/latency.ts';
import { lineOf, type Section } from '../report/line.ts';
import { processorLines, processorMeter } from '../report/processor-lines.ts';
import { interleave, roundsOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { addSoldProduct } from '../world/sell-codes.ts';
import type { SectionRun } from './section-run.ts';

const section = 'redeem';
const connections = 64;
const tills = 200;
const warmUps = 2;
/** Of a round; and at a tenth and at half together, on a machine that redeems 11,000 a second. */
const batch = 4000;
const steadyBatch = 10_000;
const bareTimes = 3;
const leastShare = 0.4;
export const redeemPath = '/integration/v1/redeem';

/**
 * Certificates redeemed per second, each with another platform code, by one supplier's till software over persistent
 * connections. The total stays below the API's limit of 120,000 requests a minute.
 */
export async function measureRedeem(run: SectionRun): Promise<Section> {
  const rounds = roundsOf(run);
  const codes = warmUps * batch + rounds * (batch + steadyBatch);
  await using cleanUp = new AsyncDisposableStack();
  run.say('redeeming: selling the codes');
  const shop = cleanUp.use(await run.world.open('redeem', 0));
  const { token, numbers } = await addSoldProduct(shop, codes);
  await run.world.server.checkpoint();
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const bare = startBareRedeem();
  cleanUp.defer(() => bare.stop());
  const barePort = await bare.ask('listen', { token });
  const calls = startPlainCalls();
  cleanUp.defer(() => calls.stop());

  const headers = { authorization: `Bearer ${token}` };
  const rate = async (port: number, asked: string[]): Promise<number> => {
    const bodies = asked.map(redeemBody);
    const seconds = await calls.ask('post', {
      port,
      path: redeemPath,
      headers,
      bodies,
      connections,
      status: 200,
    });
    return asked.length / seconds;
  };
  let taken = 0;
  /** Each number is redeemed once. */
  const fresh = (count = batch): string[] => numbers.slice(taken, (taken = Math.min(taken + count, codes)));
  // Compiled code and warm caches, as after a minute of service.
  for (let round = 0; round < warmUps; round += 1) {
    await rate(serve.port, fresh());
    await rate(barePort, numbers.slice(0, batch));
  }
  run.say('redeem: ours and the bare endpoint in turn');
  const meter = processorMeter('serve', 'PostgreSQL');
  const pids = { serve: serve.pid, PostgreSQL: run.world.server.pid };
  const rates = await interleave(rounds, {
    ours: () =>
      meter.round(
        pids,
        () => rate(serve.port, fresh()),
        () => batch,
      ),
    // It is so much faster that one batch would be over before it is measured.
    bare: () => rate(barePort, numbers.slice(0, bareTimes * batch)),
  });
  run.say('redeem: times at a steady rate');
  const path = { section, what: 'a redemption', curve: 'redeem-time', of: 'redemptions' };
  const highest = rates.ours.median;
  const latency = await latencySection(run, { ...path, highest }, ({ perSecond, count }) => {
    const requests = fresh(count).map((code, index) =>
      postRequest(redeemPath, headers, redeemBody(code, index)),
    );
    const running = { port: serve.port, connections, limitMs: 0, perSecond };
    return runLoad(run.load, { cmd: 'plain', requests }, running);
  });
  await checkRedeemed(shop, taken);
  const line = lineOf({
    section,
    what: 'redeem, durable',
    unit: 'redeems/s',
    rounds: rates.ours.rounds,
    beside: { what: 'bare endpoint, token only', rounds: rates.bare.rounds },
    ratioAim: { least: leastShare },
  });
  return {
    lines: [line, ...processorLines({ section, what: 'a redemption' }, meter), ...latency.lines],
    curves: latency.curves,
  };
}

export const redeemBody = (code: string, index: number): string =>
  JSON.stringify({ code, idempotency_key: `bench-${code}`, till: `Касса ${(index % tills) + 1}` });

/** Each redeemed once, according to the tables. */
async function checkRedeemed({ db }: ShopDatabase, expected: number): Promise<void> {
  const { rows } = await db.query<{ count: number }>(`select count(*) as count from redemptions`);
  if (rows[0]?.count !== expected) throw new Error(`${rows[0]?.count} of ${expected} codes were redeemed.`);
}
