/** History moves out into files and is read again; killed in the middle nothing is lost. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createOldEraser } from '../../../src/upkeep/erasure/erase-old.ts';
import { everyCell } from '../../../src/platform/cells/cell-context.ts';
import { gathered, joined } from '../../../src/platform/cells/merge.ts';
import { findClientOrder } from '../../../src/reports/client-order.ts';
import { addCaller, type Caller } from '../../support/client-api-caller.ts';
import { runMain, type Ran } from '../../support/run-main.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-history-'));
after(() => rmSync(folder, { recursive: true }));

/** Long ago, as commands see it by the time of the database. */
const longAgo = '2020-01-10T12:00:00+03:00';
const mila = 'mila@recipients.example';

interface World extends TestWorld {
  shops: Caller[];
  /** Of each shop: expired in 2021. */
  expired: number[];
  /** Never ends by itself. */
  unlimited: number;
  gift: string;
  order: (uuid: string) => object;
}

async function oldWorld(stack: AsyncDisposableStack, shopCount: number): Promise<World> {
  const world = stack.use(await testWorld({}, longAgo));
  const limited = await world.product({ scheme: 'platform', validity: { is: 'days', days: 365 } });
  const other = await world.product({ scheme: 'platform' });
  const order = (uuid: string) => ({
    product_id: limited.id,
    face: 500,
    uuid,
    email_to: mila,
    external_id: `shop-${uuid}`,
  });
  const shops: Caller[] = [];
  const expired: number[] = [];
  for (let count = 0; count < shopCount; count += 1) {
    const shop = await addCaller(world, { callbackUrl: world.callbacks.url });
    shops.push(shop);
    expired.push(Number((await shop.ok('makeOrder', order('old')))['id']));
  }
  const [shop] = shops;
  assert.ok(shop);
  const unlimited = Number((await shop.ok('makeOrder', { ...order('kept'), product_id: other.id }))['id']);
  await world.settle();
  const told = await shop.ok('getStatus', { id: expired[0] });
  assert.equal((told['delivery'] as object[]).length, 1);
  await fetch(String(told['link']), { method: 'POST' });
  // Only the eraser: months of other queues take long.
  world.clock.forward('1000 d');
  for (const cell of everyCell(world.ctx)) {
    const eraser = createOldEraser(cell);
    while ((await eraser.round()) > 0);
  }
  return Object.assign(world, { shops, expired, unlimited, gift: String(told['link']), order });
}

const history = (world: TestWorld, args: string[], crashAt = ''): Promise<Ran> =>
  runMain(['history', ...args], {
    FACEVALUE_DATA: world.ctx.config.dataFolder,
    FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: world.databaseUrl,
    FACEVALUE_CRASH_AT: crashAt,
  });

async function answered(world: TestWorld, ...args: string[]): Promise<Record<string, unknown>> {
  const ran = await history(world, [...args, '--json']);
  assert.equal(ran.code, 0, ran.out + ran.err);
  return JSON.parse(ran.out);
}

interface HistoryIds {
  name: string;
  ids: number[] | null;
}

const both = (some: number[] | null, others: number[] | null): number[] => [
  ...(some ?? []),
  ...(others ?? []),
];

async function historyRows(world: TestWorld): Promise<Record<string, number[]>> {
  const rows = await gathered(world.ctx, async ({ db }) => {
    const found = await db.query<HistoryIds>(
      `select 'deliveries' as name, array_agg(request_id::float8 order by request_id) as ids from deliveries
     union all select 'callbacks', array_agg(request_id::float8 order by request_id) from callbacks
     union all select 'callback_attempts', array_agg(request_id::float8 order by request_id) from callback_attempts
     union all select 'gift_events', array_agg(request_id::float8 order by request_id) from gift_events`,
    );
    return found.rows;
  });
  return Object.fromEntries(
    joined(rows, ({ name }) => name, { ids: both }).map((row) => [row.name, row.ids ?? []]),
  );
}

test('history of what ended long ago leaves for files; the API, the gift page and verify answer as before', async () => {
  await using stack = new AsyncDisposableStack();
  const world = await oldWorld(stack, 1);
  const { expired, unlimited } = world;
  const [shop] = world.shops;
  const [id] = expired;
  assert.ok(shop && id);
  const statusBefore = await shop.ok('getStatus', { id });
  const pageBefore = await fetch(world.gift);
  assert.equal((await answered(world, 'move-out', '--older-than', '9y', '--dry-run'))['orders'], 0);
  assert.equal((await answered(world, 'move-out', '--older-than', '3y', '--dry-run'))['orders'], 1);
  assert.ok((await historyRows(world))['callbacks']?.includes(id), 'nothing has moved yet');
  const home = world.cellOf({ id }).db;
  const settle = (table: string) =>
    home.query(`update ${table} set settled_at = now() where request_id = $1`, [id]);
  await home.query(
    `update deliveries set report = 'undelivered', reported_at = sent_at where request_id = $1`,
    [id],
  );
  assert.equal(
    (await answered(world, 'move-out', '--older-than', '3y', '--dry-run'))['orders'],
    0,
    'it waits',
  );
  await settle('deliveries');
  assert.equal((await answered(world, 'move-out', '--older-than', '3y', '--dry-run'))['orders'], 1);
  await home.query(`update callbacks set state = 'abandoned' where request_id = $1`, [id]);
  assert.equal(
    (await answered(world, 'move-out', '--older-than', '3y', '--dry-run'))['orders'],
    0,
    'it waits',
  );
  await settle('callbacks');

  const moved = await answered(world, 'move-out', '--older-than', '3y', '--to', folder);
  assert.equal(moved['orders'], 1);
  const left = await historyRows(world);
  assert.deepEqual([left['deliveries'], left['callbacks']], [[unlimited], [unlimited]]);
  assert.equal((await answered(world, 'move-out', '--older-than', '3y', '--to', folder))['orders'], 0);

  const { delivery: _, ...status } = statusBefore;
  assert.deepEqual(await shop.ok('getStatus', { id }), { ...status, delivery: [] });
  assert.equal((await shop.ok('makeOrder', world.order('old')))['id'], id, 'its uuid still leads to it');
  const page = await fetch(world.gift);
  assert.equal(page.status, pageBefore.status);
  assert.equal(await textOf(page), await textOf(pageBefore));

  const files = readdirSync(folder).filter((name) => name.endsWith('.gz'));
  assert.deepEqual(files, ['2020-01.jsonl.gz']);
  const file = join(folder, '2020-01.jsonl.gz');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const text = gunzipSync(readFileSync(file)).toString();
  assert.ok(!text.includes('mila') && !text.includes('body'), 'neither persons nor sealed values');
  const line = JSON.parse(text.trim());
  assert.deepEqual([line.format, line.request_id, line.order.uuid], [1, id, 'old']);
  assert.deepEqual(
    ['deliveries', 'callbacks', 'callback_attempts', 'gift_events'].map((table) => line[table].length > 0),
    [true, true, true, true],
  );
  const { db } = world.cellOf(shop);
  const told = await findClientOrder(db, { clientId: shop.id, requestId: id });
  assert.equal(told?.moved?.file, files[0], 'its page says where');
  assert.equal((await findClientOrder(db, { clientId: shop.id, requestId: unlimited }))?.moved, null);
  const read = await answered(world, 'read', '--from', folder, '--request', String(id));
  assert.deepEqual(read['orders'], [line]);
  assert.equal((await history(world, ['read', '--from', folder])).out, text);
  const none = await history(world, ['read', '--from', folder, '--request', String(unlimited)]);
  assert.match(none.err, /Nothing of this order has been moved out/);
  assert.deepEqual(await answered(world, 'list'), {
    months: [{ month: '2020-01-01', orders: 1, rows: moved['rows'], bytes: moved['bytes'] }],
  });
});

const textOf = async (response: Response): Promise<string> =>
  (await response.text()).replaceAll(/nonce="[^"]*"|'nonce-[^']*'/g, '');

test('killed in the middle it goes on, and no order is lost or moved twice; a changed file is refused', async () => {
  await using stack = new AsyncDisposableStack();
  const world = await oldWorld(stack, 3);
  const to = join(folder, 'killed');
  const move = ['move-out', '--older-than', '3y', '--to', to];
  assert.equal((await history(world, move, 'move-history:before-commit')).signal, 'SIGKILL');
  assert.equal((await historyRows(world))['callbacks']?.length, 4, 'nothing is missing from the tables');
  assert.equal((await history(world, move, 'move-history:after-commit')).signal, 'SIGKILL');
  assert.equal((await history(world, move, 'move-history:before-commit')).signal, 'SIGKILL');
  const wrong = await history(world, [...move.slice(0, -1), join(folder, 'wrong')]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /is this the folder/);
  assert.equal((await answered(world, ...move))['orders'], 2);
  assert.deepEqual((await historyRows(world))['callbacks'], [world.unlimited]);
  const lines = gunzipSync(readFileSync(join(to, '2020-01.jsonl.gz')))
    .toString()
    .trim()
    .split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).request_id).toSorted((one, two) => one - two),
    world.expired,
  );
  assert.deepEqual(await answered(world, 'check', '--from', to), {
    ok: true,
    pieces: 3,
    orders: 3,
    problems: [],
  });

  const elsewhere = await history(world, ['check', '--from', folder]);
  assert.equal(elsewhere.code, 1, 'another folder');
  // What a killed run left behind the last piece does no harm, a changed piece does.
  const file = join(to, '2020-01.jsonl.gz');
  appendFileSync(file, 'left by a killed run');
  assert.equal((await answered(world, 'check', '--from', to))['ok'], true);
  const bytes = readFileSync(file);
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const changed = await history(world, ['check', '--from', to]);
  assert.equal(changed.code, 1);
  assert.match(changed.out, /is not what was written/);
});
