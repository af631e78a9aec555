import { runLoad } from '../load/load.ts';
import type { PlainCalls } from '../load/plain-calls.ts';
import { issueAll } from '../peers/bare-loops.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import type { SoldProduct } from '../world/sell-codes.ts';
import { giftRequest } from './gift-pages.ts';
import { orderRecipe, signersOf } from './order-recipe.ts';
import { redeemBody, redeemPath } from './redeem.ts';
import type { SectionRun } from './section-run.ts';
import { issuedRequests } from './status.ts';

/** Accepted and issued in a round; codes redeemed in a round; answers of getStatus. */
export const ordersInRound = 4000;
export const redeemedInRound = 2000;
/** Gift pages of an installation. */
export const gifts = 1000;
const statuses = 6000;
const issueBatch = 400;
const connections = { statuses: 128, pages: 32, tills: 64 };
/** Of those who place orders: as many as are served, and as few as are served on a busy machine too. */
export const orderConnections = { many: 512, few: 64 };
const limitMs = 120_000;

/** One installation that is measured. */
export interface Installation {
  shop: ShopDatabase;
  serve: PlatformProcess;
  sold: SoldProduct;
  /** Requests for gift pages. */
  tokens: string[];
  /** The first request of this run. */
  firstId: number;
  /** So many of the sold codes are redeemed. */
  redeemed: number;
  /** Issued in this run, as getStatus asks for them. */
  issued: { client: number; id: number }[];
}

export interface Path {
  what: string;
  unit: string;
  /** Of one round. */
  operations: number;
  /** Accepts orders, or issues those that were accepted. */
  makesOrders?: true;
  /** Reads what the round needs and is no part of it. */
  prepare?(one: Installation): Promise<void>;
  /** One round. */
  rate(one: Installation): Promise<number>;
}

/** In the order of an order: what is accepted is issued next. */
export const enduringPaths = (run: SectionRun, calls: PlainCalls, placing: number): Path[] => [
  {
    what: 'makeOrder',
    unit: 'orders/s',
    operations: ordersInRound,
    makesOrders: true,
    rate: (one) => acceptRate(run, one, placing),
  },
  {
    what: 'issueOrders in a bare loop',
    unit: 'orders/s',
    operations: ordersInRound,
    makesOrders: true,
    rate: issueRate,
  },
  {
    what: 'getStatus',
    unit: 'answers/s',
    operations: statuses,
    async prepare(one) {
      one.issued = await issuedRequests(one.shop, one.firstId);
    },
    rate: (one) => statusRate(run, one),
  },
  {
    what: 'gift pages, sealed',
    unit: 'pages/s',
    operations: gifts,
    rate: (one) => giftRate(calls, one, 'GET'),
  },
  {
    what: 'gift pages, opened on record',
    unit: 'pages/s',
    operations: gifts,
    rate: (one) => giftRate(calls, one, 'POST'),
  },
  {
    what: 'redeem, durable',
    unit: 'redeems/s',
    operations: redeemedInRound,
    rate: (one) => redeemRate(calls, one),
  },
];

async function acceptRate(
  { load }: SectionRun,
  { shop, serve }: Installation,
  placing: number,
): Promise<number> {
  const recipe = orderRecipe(shop.shop, ordersInRound);
  const running = { port: serve.port, connections: placing, limitMs, perSecond: null };
  const report = await runLoad(load, recipe, running);
  return report.answered / report.seconds;
}

async function issueRate({ shop }: Installation): Promise<number> {
  const { seconds, issued } = await issueAll(shop.db, shop.keyring, issueBatch);
  if (issued !== ordersInRound) throw new Error(`${issued} of ${ordersInRound} orders were issued.`);
  return issued / seconds;
}

async function statusRate({ load }: SectionRun, { shop, serve, issued }: Installation): Promise<number> {
  const clients = signersOf(shop.shop);
  const recipe = { cmd: 'getStatus' as const, count: statuses, clients, requests: issued };
  const running = { port: serve.port, connections: connections.statuses, limitMs, perSecond: null };
  const report = await runLoad(load, recipe, running);
  return report.answered / report.seconds;
}

async function giftRate(
  calls: PlainCalls,
  { serve, tokens }: Installation,
  method: 'GET' | 'POST',
): Promise<number> {
  const requests = tokens.map((token) => giftRequest(method, token));
  const { port } = serve;
  return (
    requests.length /
    (await calls.ask('visit', { port, requests, connections: connections.pages, status: 200 }))
  );
}

async function redeemRate(calls: PlainCalls, one: Installation): Promise<number> {
  const numbers = one.sold.numbers.slice(one.redeemed, one.redeemed + redeemedInRound);
  one.redeemed += numbers.length;
  const seconds = await calls.ask('post', {
    port: one.serve.port,
    path: redeemPath,
    headers: { authorization: `Bearer ${one.sold.token}` },
    bodies: numbers.map((number, index) => redeemBody(number, index)),
    connections: connections.tills,
    status: 200,
  });
  return numbers.length / seconds;
}
