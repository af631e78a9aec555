/** A bulk order of one client is read and placed while another client orders at a steady rate. */
import { addFile } from '../../src/orders/bulk/add-file.ts';
import { findBulk, type BulkKey, type BulkOrder, type BulkState } from '../../src/orders/bulk/bulk-order.ts';
import { confirmBulk } from '../../src/orders/bulk/confirm-bulk.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { lineOf, type Line, type Section } from '../report/line.ts';
import { quantileOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { orderRecipe, signersOf } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const sizes = { whole: 100_000, quick: 10_000 };
const otherPerSecond = 20;
const connections = 16;
const roundSeconds = 3;
const aloneRounds = { whole: 9, quick: 2 };
const mostIssueP99Ms = 100;
const pollMs = 100;
const patienceMs = 1_200_000;

export async function measureBulk(run: SectionRun): Promise<Section> {
  const size = run.quick ? 'quick' : 'whole';
  const count = sizes[size];
  await using cleanUp = new AsyncDisposableStack();
  const shop = cleanUp.use(await run.world.open('bulk', count + patienceMs / otherPerSecond));
  const serve = await shop.start('serve');
  cleanUp.defer(() => serve.stop());
  const work = await shop.start('work');
  cleanUp.defer(() => work.stop());

  const round = (): Promise<Waited> => orderFor(run, shop, serve.port);
  await round();
  run.say(`${otherPerSecond} orders a second of another client, alone`);
  const alone: Waited[] = [];
  while (alone.length < aloneRounds[size]) alone.push(await round());
  run.say(`reading ${count} lines`);
  const read = await timed(() => readSheet(shop, count));
  run.say(`placing ${count} lines beside the other client`);
  await confirmBulk(shop, fromShell, { ...read.result, again: false }, new Date());
  const beside: Waited[] = [];
  const placed = await timed(async () => {
    const done = untilState(shop, read.result, 'done');
    let isDone = false;
    void done.finally(() => (isDone = true)).catch(() => {});
    while (!isDone) {
      const waited = await round();
      // Of the last round only a part was beside it.
      if (!isDone || beside.length === 0) beside.push(waited);
    }
    return done;
  });
  if (placed.result.issued !== count)
    throw new Error(`${placed.result.issued} of ${count} lines were issued.`);
  return { lines: linesOf({ count, alone, beside, readMs: read.ms, placeMs: placed.ms }), curves: [] };
}

/** The bulk order's client is the first, the other one the second. */
const bulkClient = ({ shop }: ShopDatabase): number => shop.clients[0]?.client.id ?? 0;

async function readSheet(shop: ShopDatabase, count: number): Promise<BulkKey> {
  const { id, faceKopecks } = shop.shop.product;
  const rows = Array.from({ length: count }, (_, index) => `${id};${faceKopecks / 100};link;B-${index}`);
  const bytes = Buffer.from(['product_id;face;delivery_type;external_id', ...rows].join('\r\n'));
  const clientId = bulkClient(shop);
  const ask = { clientId, name: 'orders.csv', bytes };
  const added = await addFile(shop.db, shop.keyring, fromShell, ask, new Date());
  if (added.is !== 'added') throw new Error(`The sheet was refused: ${added.why}.`);
  const key = { clientId, bulkId: added.bulkId };
  const { wrong } = await untilState(shop, key, 'preview');
  if (wrong > 0) throw new Error(`${wrong} lines are wrong.`);
  return key;
}

async function untilState({ db }: ShopDatabase, key: BulkKey, state: BulkState): Promise<BulkOrder> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const bulk = await findBulk(db, key);
    if (bulk?.state === state) return bulk;
    if (bulk === null || bulk.state === 'cancelled' || performance.now() > deadline)
      throw new Error(`The bulk order is ${bulk?.state ?? 'gone'}, not ${state}.`);
    await sleep(pollMs);
  }
}

/** Of a round; that of the issue is from acceptance to the commit. */
interface Waited {
  answersP99Ms: number;
  issueP99Ms: number;
}

async function orderFor(run: SectionRun, shop: ShopDatabase, port: number): Promise<Waited> {
  const { rows } = await shop.db.query<{ id: number }>(`select coalesce(max(id), 0) as id from requests`);
  const clients = signersOf(shop.shop).slice(1, 2);
  await run.load.ask('prepare', { ...orderRecipe(shop.shop, roundSeconds * otherPerSecond), clients });
  const report = await run.load.ask('run', { port, connections, perSecond: otherPerSecond, limitMs: 0 });
  if (report.refused > 0) throw new Error(`${report.refused} orders were refused: ${report.firstRefusal}`);
  return {
    answersP99Ms: report.p99Ms,
    issueP99Ms: quantileOf(await issueTimes(shop, clients[0]?.id ?? 0, rows[0]?.id ?? 0), 0.99),
  };
}

async function issueTimes({ db }: ShopDatabase, clientId: number, afterId: number): Promise<number[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await db.query<{ ms: number | null }>(
      `select (extract(epoch from pg_xact_commit_timestamp(c.xmin) - r.accepted_at) * 1000)::float8 as ms
       from requests r left join certificates c on c.client_id = r.client_id and c.request_id = r.id
       where r.client_id = $1 and r.id > $2`,
      [clientId, afterId],
    );
    const times = rows.flatMap(({ ms }) => ms ?? []);
    if (times.length === rows.length) return times;
    if (performance.now() > deadline) throw new Error('Orders of the other client are not issued.');
    await sleep(pollMs);
  }
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const began = performance.now();
  const result = await work();
  return { result, ms: performance.now() - began };
}

interface Measured {
  count: number;
  alone: Waited[];
  beside: Waited[];
  readMs: number;
  placeMs: number;
}

const of = (rounds: Waited[], name: keyof Waited): number[] => rounds.map((one) => one[name]);

function linesOf({ count, alone, beside, readMs, placeMs }: Measured): Line[] {
  const section = 'bulk';
  const lines = { section, unit: 'lines/s' };
  const without = 'without the bulk order';
  return [
    lineOf({ ...lines, what: `lines read and checked, of ${count}`, rounds: [(count * 1000) / readMs] }),
    lineOf({ ...lines, what: `lines placed and issued, of ${count}`, rounds: [(count * 1000) / placeMs] }),
    lineOf({
      section,
      what: "issue time of another client's orders meanwhile, p99",
      unit: 'ms',
      rounds: of(beside, 'issueP99Ms'),
      beside: { what: without, rounds: of(alone, 'issueP99Ms') },
      aim: { most: mostIssueP99Ms },
    }),
    lineOf({
      section,
      what: "answers to another client's makeOrder meanwhile, p99",
      unit: 'ms',
      rounds: of(beside, 'answersP99Ms'),
      beside: { what: without, rounds: of(alone, 'answersP99Ms') },
    }),
  ];
}
