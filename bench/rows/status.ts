/** The section `status`: getStatus of issued orders. */
import { runLoad } from '../load/load.ts';
import { startBareEndpoint } from '../peers/bare-endpoint.ts';
import { issueAll, orderAsks, placeAll } from '../peers/bare-loops.ts';
import { comparison } from '../report/comparison.ts';
import type { Section } from '../report/line.ts';
import { interleave } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { signersOf } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const orders = 5000;
const connections = 128;
const preparedPerSecond = 25_000;

/** getStatus of issued orders, of all clients in turn. */
export async function measureStatus(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const shop = cleanUp.use(await run.world.open('status', orders));
  await placeAll(shop.db, orderAsks(shop.shop, orders), 500);
  await issueAll(shop.db, shop.keyring, 500);
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const bare = startBareEndpoint();
  cleanUp.defer(() => bare.stop());
  const barePort = await bare.ask('listen', { clients: signersOf(shop.shop) });

  const requests = await issuedRequests(shop);
  const seconds = run.quick ? 1.5 : 3;
  const rate = async (port: number, forSeconds: number): Promise<number> => {
    const count = Math.round(forSeconds * preparedPerSecond);
    const recipe = { cmd: 'getStatus' as const, count, clients: signersOf(shop.shop), requests };
    const running = { port, connections, limitMs: forSeconds * 1000, perSecond: null };
    const report = await runLoad(run.load, recipe, running);
    return report.answered / report.seconds;
  };
  await rate(serve.port, 1);
  await rate(barePort, 0.5);
  run.say('getStatus: ours and the bare endpoint in turn');
  const rates = await interleave(run.quick ? 1 : 3, {
    ours: () => rate(serve.port, seconds),
    bare: () => rate(barePort, seconds),
  });
  const ours = { section: 'status', what: 'getStatus', unit: 'answers/s', figures: rates.ours };
  return {
    lines: [comparison(ours, { what: 'bare endpoint, sig only', figures: rates.bare })],
    curves: [],
  };
}

/** Issued orders from this id on, in any order. */
export async function issuedRequests(
  { db, shop }: ShopDatabase,
  from = 0,
): Promise<{ client: number; id: number }[]> {
  const { rows } = await db.query<{ client_id: number; id: number }>(
    `select client_id, id from unnest($2::bigint[]) as client
     cross join lateral (select client_id, id from requests where client_id = client and id >= $1 and state = 'issued') r
     order by random()`,
    [from, shop.clients.map(({ client }) => client.id)],
  );
  const places = new Map(shop.clients.map(({ client }, index) => [client.id, index]));
  return rows.map((row) => ({ client: places.get(row.client_id) ?? 0, id: row.id }));
}
