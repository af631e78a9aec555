import { startPlainCalls } from '../load/plain-calls.ts';
import { startBareRedeem } from '../peers/bare-redeem.ts';
import { comparison } from '../report/comparison.ts';
import type { Section } from '../report/line.ts';
import { interleave } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { addSoldProduct } from '../world/sell-codes.ts';
import type { SectionRun } from './section-run.ts';

const connections = 64;
const tills = 200;

/**
 * Certificates redeemed per second, each with another platform code, by one supplier's till software over persistent
 * connections. The total stays below the API's limit of 120,000 requests a minute.
 */
export async function measureRedeem(run: SectionRun): Promise<Section> {
  const rounds = run.quick ? 1 : 3;
  const codes = run.quick ? 2000 : 8000;
  await using cleanUp = new AsyncDisposableStack();
  run.say('redeeming: selling the codes');
  const shop = cleanUp.use(await run.world.open('redeem', 0));
  const { token, numbers } = await addSoldProduct(shop, (rounds + 1) * codes);
  await run.world.server.checkpoint();
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const bare = startBareRedeem();
  cleanUp.defer(() => bare.stop());
  const barePort = await bare.ask('listen', { token });
  const calls = startPlainCalls();
  cleanUp.defer(() => calls.stop());

  const rate = async (port: number, asked: string[]): Promise<number> => {
    const bodies = asked.map(bodyOf);
    const seconds = await calls.ask('post', {
      port,
      path: '/integration/v1/redeem',
      headers: { authorization: `Bearer ${token}` },
      bodies,
      connections,
      status: 200,
    });
    return asked.length / seconds;
  };
  const batch = (round: number): string[] => numbers.slice(round * codes, (round + 1) * codes);
  // Compiled code and warm caches, as after a minute of service.
  await rate(serve.port, batch(rounds));
  await rate(barePort, batch(rounds));
  run.say('redeem: ours and the bare endpoint in turn');
  const rates = await interleave(rounds, {
    ours: (round) => rate(serve.port, batch(round)),
    // It is so much faster that one batch would be over before it is measured.
    bare: () => rate(barePort, numbers),
  });
  await checkRedeemed(shop, numbers.length);
  const ours = { section: 'redeem', what: 'redeem, durable', unit: 'redeems/s', figures: rates.ours };
  return {
    lines: [comparison(ours, { what: 'bare endpoint, token only', figures: rates.bare })],
    curves: [],
  };
}

const bodyOf = (code: string, index: number): string =>
  JSON.stringify({ code, idempotency_key: `bench-${code}`, till: `Касса ${(index % tills) + 1}` });

/** Each redeemed once, according to the tables. */
async function checkRedeemed({ db }: ShopDatabase, expected: number): Promise<void> {
  const { rows } = await db.query<{ count: number }>(`select count(*) as count from redemptions`);
  if (rows[0]?.count !== expected) throw new Error(`${rows[0]?.count} of ${expected} codes were redeemed.`);
}
