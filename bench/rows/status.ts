/** The section `status`: getStatus of issued orders. */
import { runLoad } from '../load/load.ts';
import { startBareEndpoint } from '../peers/bare-endpoint.ts';
import { issueAll, orderAsks, placeAll } from '../peers/bare-loops.ts';
import { lineOf, type Section } from '../report/line.ts';
import { interleave, roundsOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { signersOf } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const orders = 5000;
const connections = 128;
/** Of a round; no more are sent after the limit. */
const inRound = { ours: 16_000, bare: 24_000 };
const limitMs = 2000;

/** getStatus of issued orders, of all clients in turn. */
export async function measureStatus(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const shop = cleanUp.use(await run.world.open('status', orders));
  run.say('getStatus: issuing the orders');
  await placeAll(shop.db, orderAsks(shop.shop, orders), 500);
  await issueAll(shop.db, shop.keyring, 500);
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const bare = startBareEndpoint();
  cleanUp.defer(() => bare.stop());
  const barePort = await bare.ask('listen', { clients: signersOf(shop.shop) });

  const requests = await issuedRequests(shop);
  const rate = async (port: number, count: number): Promise<number> => {
    const recipe = { cmd: 'getStatus' as const, count, clients: signersOf(shop.shop), requests };
    const report = await runLoad(run.load, recipe, { port, connections, limitMs, perSecond: null });
    return report.answered / report.seconds;
  };
  const ours = (): Promise<number> => rate(serve.port, inRound.ours);
  const limit = (): Promise<number> => rate(barePort, inRound.bare);
  run.say('getStatus: ours and the bare endpoint in turn');
  await ours();
  await limit();
  const rates = await interleave(roundsOf(run), { ours, limit });
  const beside = { what: 'bare endpoint, sig only', rounds: rates.limit.rounds };
  const { rounds } = rates.ours;
  return {
    lines: [lineOf({ section: 'status', what: 'getStatus', unit: 'answers/s', rounds, beside })],
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
