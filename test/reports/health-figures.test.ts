/** What pages, commands and metrics say of one moment is the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMinuteRecorder } from '../../src/reports/health/record-minutes.ts';
import { queueKinds, type ListedQueue } from '../../src/reports/health/queues.ts';
import { workLabels } from '../../src/http/operator/work/labels.ts';
import { operatorWorld, type OperatorWorld } from '../support/operator-world.ts';
import { runCommand } from '../support/run-command.ts';

const minuteMs = 60_000;

/** Values of a metric by the label that is asked for. */
async function metricOf({ world }: OperatorWorld, name: string, label: string): Promise<Map<string, number>> {
  const headers = { authorization: 'Bearer operator-token' };
  const { body } = await world.server.inject({ url: '/metrics', headers });
  const lines = [...body.matchAll(new RegExp(`^facevalue_${name}\\{(.*)\\} (.+)$`, 'gm'))];
  return new Map(
    lines.map(([, labels = '', value]) => [
      new RegExp(`${label}="([^"]*)"`).exec(labels)?.[1] ?? '',
      Number(value),
    ]),
  );
}

/** Texts of the cells of each row of a page's tables. */
const rowsOf = (body: string): string[][] =>
  [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]*>/g, '').trim(),
    ),
  );

/** Of every queue something: due, leased or to be tried again. */
async function fill({ world, shop, issued, product }: OperatorWorld): Promise<void> {
  const { db } = world.home;
  const made = await world.product({ scheme: 'platform' });
  await shop.ok('makeOrder', { product_id: made.id, face: 500, uuid: 'three' });
  world.clock.forward('90 s');
  const at = (ms: number): Date => new Date(world.clock.now().getTime() + ms);
  const key = [shop.id, issued];
  await db.query(
    `update deliveries set state = 'due', sent_at = null, report = null, reported_at = null, due_at = $3
     where client_id = $1 and request_id = $2`,
    [...key, at(-7 * minuteMs)],
  );
  await db.query(
    `insert into deliveries (client_id, request_id, channel, address, testmode, state, due_at)
     values ($1, $2, 'sms', '79160000000', false, 'due', $3)`,
    [...key, at(4 * minuteMs)],
  );
  await db.query(
    `update callbacks set state = 'due', ended_at = null, tries = 3, due_at = $3 where client_id = $1 and request_id = $2`,
    [...key, at(60 * minuteMs)],
  );
  await db.query(
    `insert into exchanges (supplier_id, kind, client_id, request_id, product_id, face_kopecks, call_id, state, due_at,
       deadline_at, attempts, created_at)
     values ($1, 'issue', $2, $3, $4, 50000, gen_random_uuid(), 'due', $5, $6, 1, $7)`,
    [product.supplierId, ...key, product.id, at(-2 * minuteMs), at(60 * minuteMs), at(-20 * minuteMs)],
  );
}

const kindCount = (body: string, title: string): number =>
  Number(new RegExp(`<h2>${title}: (\\d+)</h2>`).exec(body)?.[1] ?? 0);

test('queues wait as many and as long on the page, in the recorded minutes and in the metrics', async () => {
  const o = await operatorWorld();
  await using world = o.world;
  await fill(o);
  const depths = await metricOf(o, 'queue_depth', 'queue');
  const ages = await metricOf(o, 'oldest_due_seconds', 'queue');
  const { body } = await o.get('admin', '/o');
  const rows = rowsOf(body);
  await createMinuteRecorder(world.ctx, () => [
    { worker: 'deliver', idleSeconds: 1, rounds: 1, failing: false },
  ]).round();
  const { rows: recorded } = await world.ctx.db.query<{ label: string; amount: number }>(
    `select label, amount from minute_counts where name = 'queue-age'`,
  );
  const oldest: Partial<Record<ListedQueue, [seconds: number, text: string]>> = {
    requests: [90, '1\u00a0min'],
    suppliers: [120, '2\u00a0min'],
    letters: [420, '7\u00a0min'],
  };
  const names = workLabels.en.queueNames;
  for (const name of Object.keys(names) as ListedQueue[]) {
    const { metric } = queueKinds[name];
    const [seconds, text] = oldest[name] ?? [0, '–'];
    const count = name === 'service-letters' ? (depths.get(metric) ?? -1) : 1;
    assert.equal(depths.get(metric), count, metric);
    const shown = rows.find(([queue]) => queue === names[name]);
    assert.deepEqual(shown?.slice(1), [count === 0 ? 'empty' : String(count), text], name);
    assert.equal(Math.floor(ages.get(metric) ?? -1), seconds, metric);
    assert.equal(recorded.find(({ label }) => label === name)?.amount, ages.get(metric), name);
  }
  assert.equal(depths.get('delayed'), 1);
  await world.home.db.query(`delete from exchanges where state = 'due'`);
  await world.home.db.query(`update deliveries set state = 'failed' where channel = 'sms'`);
  await world.settle();
});

test('stock, silent suppliers, failed tests and activation letters are the same everywhere', async () => {
  const o = await operatorWorld();
  await using world = o.world;
  await fill(o);
  const { db } = world.home;
  const { supplierId } = o.product;
  const sold = await world.product({ title: 'Чай' });
  await world.pool(sold, 500, 3);
  await o.shop.ok('makeOrder', { product_id: sold.id, face: 500, uuid: 'four' });
  const free = await metricOf(o, 'stock_free', 'product');
  assert.equal(free.get(String(sold.id)), 2);
  const { body: pool } = await o.get('admin', `/o/pools?q=${encodeURIComponent('Чай')}`);
  assert.ok(rowsOf(pool).some(([, face = '', left]) => face.startsWith('500') && left === '2'));
  const { out } = await runCommand(world, ['pool', 'stock', '--product', String(sold.id), '--json']);
  const { stock } = JSON.parse(out) as { stock: { face: number; free: number; promised: number }[] };
  const left = stock.filter(({ face }) => face === 500).map(({ free: codes, promised }) => codes - promised);
  assert.equal(
    left.reduce((sum, one) => sum + one, 0),
    2,
  );

  const { rows } = await db.query<{ id: number }>(
    `insert into activation_letters (supplier_id, language, token_hash, made_at, expires_at, reminders)
     values ($1, 'ru', '\\x77', $2::timestamptz, $2::timestamptz + interval '30 days', 1) returning id`,
    [supplierId, new Date(world.clock.now().getTime() - 72 * 60 * minuteMs)],
  );
  await db.query(
    `insert into activation_rows (supplier_id, letter_id, row, code_id, order_number, face_kopecks, number_tail)
     select supplier_id, $2, 1, id, '1', face_kopecks, '77' from codes where supplier_id = $1 and state = 'sold' limit 1`,
    [supplierId, rows[0]?.id],
  );
  const failures = () => metricOf(o, 'failures', 'kind');
  const work = async () => (await o.get('admin', '/o')).body;
  const unanswered = async () => [
    (await failures()).get('activation-unanswered'),
    kindCount(await work(), workLabels.en.kinds.activation),
  ];
  assert.deepEqual(await unanswered(), [1, 1]);
  assert.equal((await failures()).get('suppliers-silent'), 1);
  assert.equal(kindCount(await work(), workLabels.en.kinds.suppliers), 1);
  await db.query(
    `update activation_letters set settled_at = made_at, settled_by = 'Ирина', settled_because = 'by phone'`,
  );
  assert.deepEqual(await unanswered(), [0, 0], 'what somebody has settled is no problem any more');

  const { rows: before } = await world.ctx.db.query<{ tested_at: Date | null; test_green: boolean | null }>(
    `select tested_at, test_green from suppliers where id = $1`,
    [supplierId],
  );
  await world.ctx.db.query(`update suppliers set tested_at = $2, test_green = false where id = $1`, [
    supplierId,
    world.clock.now(),
  ]);
  assert.equal((await metricOf(o, 'supplier_test_green', 'supplier')).get(String(supplierId)), 0);
  assert.equal(kindCount(await work(), workLabels.en.kinds.suppliers), 2);
  await world.ctx.db.query(`update suppliers set tested_at = $2, test_green = $3 where id = $1`, [
    supplierId,
    before[0]?.tested_at,
    before[0]?.test_green,
  ]);
  await db.query(`delete from exchanges where state = 'due'`);
  await db.query(`update deliveries set state = 'failed' where channel = 'sms'`);
  await world.settle();
});
