/** The section `endures`: hot paths over a long history, beside an empty installation. */
import { startPlainCalls, type PlainCalls } from '../load/plain-calls.ts';
import type { Curve, Line, Section } from '../report/line.ts';
import { figuresOf } from '../rounds.ts';
import { addGiftLinks } from '../world/due-deliveries.ts';
import { fillHistory } from '../world/fill-history.ts';
import { addSoldProduct } from '../world/sell-codes.ts';
import { hotSizes, sizesCurve, type HotSize } from './hot-sizes.ts';
import { enduringPaths, ordersInRound, redeemedInRound, type Installation } from './enduring-paths.ts';
import type { SectionRun } from './section-run.ts';

const sizes = { whole: 10_000_000, quick: 200_000 };
const days = 365;
const gifts = 2000;
const leastShare = 0.95;
/** Rounds that are not measured: code is compiled and caches fill. */
const warmUps = 1;

/**
 * The hot paths of an installation with a long history and a large vault, beside an empty one: in each round both pass each path,
 * the one directly after the other. A round is divided by the one beside it in time.
 */
export async function measureEndures(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const rounds = run.quick ? 6 : 12;
  const orders = run.orders ?? (run.quick ? sizes.quick : sizes.whole);
  const needed = (rounds + warmUps) * ordersInRound;
  const full = await open(run, cleanUp, { orders, codes: Math.max(needed, run.codes ?? orders), rounds });
  const empty = await open(run, cleanUp, { orders: 0, codes: needed, rounds });
  const calls = startPlainCalls();
  cleanUp.defer(() => calls.stop());
  await run.world.server.checkpoint();
  const { rates, grown } = await passRounds(run, { full, empty, calls }, rounds);
  const what = `${grouped(orders)} orders`;
  return { lines: rates.map((rate) => lineOf(rate, what)), curves: sizesCurves(grown, what) };
}

interface Size {
  orders: number;
  codes: number;
  rounds: number;
}

async function open(
  run: SectionRun,
  cleanUp: AsyncDisposableStack,
  { orders, codes, rounds }: Size,
): Promise<Installation> {
  const say = (done: number): void => run.say(`${grouped(orders)} orders: ${grouped(done)} codes loaded`);
  const shop = cleanUp.use(await run.world.open(orders > 0 ? 'endures' : 'endures-empty', codes, say));
  const { clients, product } = shop.shop;
  const clientIds = clients.map(({ client }) => client.id);
  if (orders > 0)
    await fillHistory(shop.url, { clientIds, product, orders, days, until: new Date() }, (done, doing) =>
      run.say(`history: ${grouped(done)} of ${grouped(orders)} orders, ${doing}`),
    );
  const sold = await addSoldProduct(shop, (rounds + warmUps) * redeemedInRound);
  const tokens = await addGiftLinks(shop, sold.id, gifts);
  const { rows } = await shop.db.query<{ next: number }>(`select last_value + 1 as next from request_ids`);
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  return { shop, serve, sold, tokens, firstId: rows[0]?.next ?? 0, redeemed: 0 };
}

interface Rate {
  what: string;
  unit: string;
  full: number[];
  empty: number[];
}

type Grown = Record<'full' | 'empty', HotSize[][]>;

async function passRounds(
  run: SectionRun,
  { full, empty, calls }: { full: Installation; empty: Installation; calls: PlainCalls },
  rounds: number,
): Promise<{ rates: Rate[]; grown: Grown }> {
  const paths = enduringPaths(run, calls);
  const rates: Rate[] = paths.map(({ what, unit }) => ({ what, unit, full: [], empty: [] }));
  const both = { full, empty };
  const grown: Grown = { full: [], empty: [] };
  for (let round = -warmUps; round < rounds; round += 1) {
    run.say(`hot paths beside an empty installation, round ${round + warmUps + 1} of ${rounds + warmUps}`);
    const names = round % 2 === 0 ? (['full', 'empty'] as const) : (['empty', 'full'] as const);
    for (const [index, path] of paths.entries()) {
      for (const name of names) {
        const rate = await path.rate(both[name]);
        if (round >= 0) rates[index]?.[name].push(rate);
      }
    }
    for (const name of names) grown[name].push(await hotSizes(both[name].shop.db));
  }
  return { rates, grown };
}

function lineOf({ what, unit, full, empty }: Rate, size: string): Line {
  const [ours, beside] = [figuresOf(full), figuresOf(empty)];
  const ratio = figuresOf(full.map((rate, round) => rate / (empty[round] ?? rate))).median;
  return {
    section: 'endures',
    what: `${what}, after ${size}`,
    unit,
    value: ours.median,
    rounds: full,
    beside: { what: 'empty installation', value: beside.median, rounds: empty },
    ratio,
    aim: { details: `≥ ${leastShare}×`, met: ratio >= leastShare },
  };
}

const sizesCurves = (grown: Grown, size: string): Curve[] => [
  sizesCurve('endures-sizes', `Hot tables over orders passed, after ${size}`, grown.full, ordersInRound),
  sizesCurve(
    'endures-sizes-empty',
    'Hot tables over orders passed, without history',
    grown.empty,
    ordersInRound,
  ),
];

const grouped = (count: number): string => count.toLocaleString('en-US');
