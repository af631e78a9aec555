/** The section `redeem`: redemptions by a till's software. */
import { runLoad } from '../load/load.ts';
import { startPlainCalls } from '../load/plain-calls.ts';
import { postRequest } from '../load/plain-requests.ts';
import { startBareRedeem } from '../peers/bare-redeem.ts';
import { comparison } from '../report/comparison.ts';
import { latencySection, steadySeconds } from '../report/latency.ts';
import type { Section } from '../report/line.ts';
import { processorLines } from '../report/processor-lines.ts';
import { interleave } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { addSoldProduct } from '../world/sell-codes.ts';
import type { SectionRun } from './section-run.ts';

const connections = 64;
const tills = 200;
const warmUps = 2;
const leastShare = 0.4;
export const redeemPath = '/integration/v1/redeem';

/**
 * Certificates redeemed per second, each with another platform code, by one supplier's till software over persistent
 * connections. The total stays below the API's limit of 120,000 requests a minute.
 */
export async function measureRedeem(run: SectionRun): Promise<Section> {
  const rounds = run.quick ? 1 : 3;
  const batch = run.quick ? 6000 : 8000;
  // Rounds for warming up, one for processor time, and one for each of both steady rates.
  const codes = (rounds + warmUps + 3) * batch;
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
  const fresh = (count = batch): string[] => numbers.slice(taken, (taken += Math.min(batch, count)));
  // Compiled code and warm caches, as after a minute of service.
  for (let round = 0; round < warmUps; round += 1) {
    await rate(serve.port, fresh());
    await rate(barePort, numbers.slice(0, batch));
  }
  run.say('redeem: ours and the bare endpoint in turn');
  const rates = await interleave(rounds, {
    ours: () => rate(serve.port, fresh()),
    // It is so much faster that one batch would be over before it is measured.
    bare: () => rate(barePort, numbers),
  });
  run.say('redeem: processor time');
  const pids = { serve: serve.pid, PostgreSQL: run.world.server.pid };
  const processor = await processorLines({ section: 'redeem', what: 'a redemption' }, pids, async () => {
    await rate(serve.port, fresh());
    return batch;
  });
  run.say('redeem: times at a steady rate');
  const redemptions = { section: 'redeem', what: 'a redemption', curve: 'redeem-time', of: 'redemptions' };
  const highest = rates.ours.median;
  const latency = await latencySection({ ...redemptions, highest }, (perSecond) => {
    const asked = fresh(steadySeconds(run.quick) * perSecond);
    const requests = asked.map((code, index) => postRequest(redeemPath, headers, redeemBody(code, index)));
    const running = { port: serve.port, connections, limitMs: 0, perSecond };
    return runLoad(run.load, { cmd: 'plain', requests }, running);
  });
  await checkRedeemed(shop, taken);
  const ours = { section: 'redeem', what: 'redeem, durable', unit: 'redeems/s', figures: rates.ours };
  const beside = { what: 'bare endpoint, token only', figures: rates.bare };
  return {
    lines: [comparison(ours, beside, shareOfBare), ...processor, ...latency.lines],
    curves: latency.curves,
  };
}

const shareOfBare = (ratio: number) => ({ details: `≥ ${leastShare}×`, met: ratio >= leastShare });

export const redeemBody = (code: string, index: number): string =>
  JSON.stringify({ code, idempotency_key: `bench-${code}`, till: `Касса ${(index % tills) + 1}` });

/** Each redeemed once, according to the tables. */
async function checkRedeemed({ db }: ShopDatabase, expected: number): Promise<void> {
  const { rows } = await db.query<{ count: number }>(`select count(*) as count from redemptions`);
  if (rows[0]?.count !== expected) throw new Error(`${rows[0]?.count} of ${expected} codes were redeemed.`);
}
