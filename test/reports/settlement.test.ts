import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { readTable } from '../../src/platform/spreadsheet/read-table.ts';
import type { Cell } from '../../src/platform/spreadsheet/table-row.ts';
import { settlementCsv, settlementXlsx } from '../../src/reports/settlement-file.ts';
import { settle, totalsOf, type Settlement, type SettlementLine } from '../../src/reports/settlement.ts';
import type { TestCode, TestProduct } from '../support/arrange.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { childEnvironment } from '../support/child-environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-settlement-'));
after(() => rmSync(folder, { recursive: true }));

async function settled(world: TestWorld, supplierId: number, from: string, to: string): Promise<Settlement> {
  const ask = { supplierId, from: new Date(from), to: new Date(to) };
  const settlement = await transaction(world.home.db, (tx) => settle(tx, ask, world.clock.now()));
  assert.ok(settlement !== 'no-supplier');
  return settlement;
}

/** Without parts each redemption and each expiry is of the whole face. */
const summed = (lines: SettlementLine[]): SettlementLine[] =>
  lines.map((line) => ({
    ...line,
    redeemedKopecks: line.redeemed * line.faceKopecks,
    expiredKopecks: line.expired * line.faceKopecks,
    refundedKopecks: line.refunded * line.faceKopecks,
  }));

const november = ['2026-11-01T00:00:00+03:00', '2026-12-01T00:00:00+03:00'] as const;
const december = ['2026-12-01T00:00:00+03:00', '2027-01-01T00:00:00+03:00'] as const;

test('issued, redeemed and expired are counted in the Moscow period in which they happened', async () => {
  await using world = await testWorld({}, '2026-11-30T23:59:58+03:00');
  const product = await world.product({
    title: '=Чай',
    scheme: 'platform',
    validity: { is: 'days', days: 10 },
  });
  const shop = await world.client();
  const caller = await supplierCaller(world, product.supplierId);
  const buy = async (face: number): Promise<string> => {
    const id = await shop.makeOrder({ product_id: product.id, face });
    await world.settle();
    return (await shop.getCode(id)).code;
  };
  const early = await buy(500);
  await buy(1000);
  world.clock.forward('2 s');
  await buy(500);
  assert.equal((await caller.redeem({ code: early })).status, 200);
  world.clock.forward('20 d');

  const before = await settled(world, product.supplierId, ...november);
  const line = {
    productId: product.id,
    title: '=Чай',
    activated: 1,
    redeemed: 0,
    expired: 0,
    refunded: 0,
    takenBack: 0,
    unclear: 0,
  };
  assert.deepEqual(
    before.lines,
    summed([
      { ...line, faceKopecks: 50_000, issued: 1 },
      { ...line, faceKopecks: 100_000, issued: 1 },
    ]),
  );
  const later = await settled(world, product.supplierId, ...december);
  assert.deepEqual(
    later.lines,
    summed([
      { ...line, faceKopecks: 50_000, issued: 1, redeemed: 1, expired: 1 },
      { ...line, faceKopecks: 100_000, issued: 0, activated: 0, expired: 1 },
    ]),
  );
  assert.deepEqual(totalsOf(later.lines), {
    issued: { certificates: 1, kopecks: 50_000 },
    activated: { certificates: 1, kopecks: 50_000 },
    redeemed: { certificates: 1, kopecks: 50_000 },
    expired: { certificates: 2, kopecks: 150_000 },
    refunded: { certificates: 0, kopecks: 0 },
    takenBack: { certificates: 0, kopecks: 0 },
    unclear: { certificates: 0, kopecks: 0 },
  });

  const csv = settlementCsv(later, 'ru');
  assert.match(csv, /^\uFEFF/);
  assert.match(csv, /\r\n2001;'=Чай;500;1;500;1;500;1;500;1;500;0;0;0;0;0;0\r\n/);
  assert.match(csv, /Итого;;;1;500;1;500;1;500;2;1500;0;0;0;0;0;0\r\n$/);
  const file = join(folder, 'december.xlsx');
  writeFileSync(file, await settlementXlsx(later, 'en'));
  const rows: Cell[][] = [];
  for await (const batch of readTable(file, {})) rows.push(...batch.map(({ cells }) => cells));
  assert.equal(rows.length, 5);
  assert.deepEqual(rows[4]?.slice(3), [1, 500, 1, 500, 1, 500, 2, 1500, 0, 0, 0, 0, 0, 0]);
});

test('a settlement reads what happened in its period, not the history', async () => {
  await using world = await testWorld({}, '2026-11-30T12:00:00+03:00');
  const product = await world.product({ scheme: 'platform', validity: { is: 'days', days: 365 } });
  const shop = await world.client();
  const caller = await supplierCaller(world, product.supplierId);
  const id = await shop.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  assert.equal((await caller.redeem({ code: (await shop.getCode(id)).code })).status, 200);
  const history = 1000;
  await world.home.db.query(
    `with sold as (
       insert into codes (supplier_id, product_id, face_kopecks, state, sealed, fingerprint, client_id, request_id, sold_at)
       select c.supplier_id, c.product_id, c.face_kopecks, 'sold', c.sealed, sha256(i::text::bytea), c.client_id, i,
         c.sold_at - interval '200 days'
       from codes c cross join generate_series(1, $1::bigint) i
       returning supplier_id, id, client_id, request_id, sold_at, product_id, face_kopecks)
     insert into certificates (client_id, request_id, order_id, product_id, supplier_id, code_id, face_kopecks, issued_at,
       expires_at, token_hash, sender_email, sender_name, recipient_name, greeting)
     select client_id, request_id, request_id, product_id, supplier_id, id, face_kopecks, sold_at, sold_at + interval '1 year',
       sha256(request_id::text::bytea), '', '', '', '' from sold`,
    [history],
  );
  await world.home.db.query(`analyze certificates, codes, redemptions, requests`);
  const tables = ['certificates', 'codes', 'redemptions', 'requests'];
  const read = await transaction(world.home.db, async (tx) => {
    // Of so few rows the planner would read all.
    await tx.query(`set local enable_seqscan = off`);
    const ask = { supplierId: product.supplierId, from: new Date(november[0]), to: new Date(november[1]) };
    const settlement = await settle(tx, ask, world.clock.now());
    assert.ok(settlement !== 'no-supplier');
    assert.deepEqual(
      settlement.lines.map(({ issued, activated, redeemed }) => ({ issued, activated, redeemed })),
      [{ issued: 1, activated: 1, redeemed: 1 }],
    );
    const { rows } = await tx.query<{ read: number }>(
      `select sum(seq_tup_read + idx_tup_fetch)::bigint as read from pg_stat_xact_user_tables where relname = any($1)`,
      [tables],
    );
    return rows[0]?.read ?? 0;
  });
  // The world proves itself at its end.
  await world.home.db.query(`delete from certificates where request_id <= $1`, [history]);
  await world.home.db.query(`delete from codes where request_id <= $1`, [history]);
  assert.ok(read < history / 10, `${read} rows were read`);
});

test('later activations and refunds count when they happen, and a refunded certificate never expires', async () => {
  await using world = await testWorld({}, '2026-11-30T23:00:00+03:00');
  const product = await world.product({
    title: 'Чай',
    activationScheme: 'pull',
    validity: { is: 'days', days: 10 },
  });
  await world.pool(product, 500, 3);
  await world.home.db.query(`update codes set active = false`);
  const shop = await world.client();
  const caller = await supplierCaller(world, product.supplierId);
  const ids: number[] = [];
  for (let index = 0; index < 3; index += 1)
    ids.push(await shop.makeOrder({ product_id: product.id, face: 500 }));
  await world.settle();
  world.clock.forward('2 h');
  const refund = (requestId = 0) =>
    transaction(world.home.db, (tx) =>
      refundOrder(tx, { clientId: shop.id, requestId, note: 'test' }, world.clock.now()),
    );
  assert.equal((await refund(ids[0])).is, 'refunded');
  const answer = await caller.used('2026-11-30 00:00:00', '2026-12-01 00:30:00');
  assert.equal(
    ((await answer.json()) as object[]).length,
    2,
    'the supplier is not told of what was taken back',
  );
  await world.settle();
  assert.equal((await refund(ids[1])).is, 'refunded');
  world.clock.forward('20 d');

  const line = { productId: product.id, title: 'Чай', faceKopecks: 50_000 };
  const before = await settled(world, product.supplierId, ...november);
  assert.deepEqual(
    before.lines,
    summed([
      { ...line, issued: 3, activated: 0, redeemed: 0, expired: 0, refunded: 0, takenBack: 0, unclear: 0 },
    ]),
  );
  const later = await settled(world, product.supplierId, ...december);
  assert.deepEqual(
    later.lines,
    summed([
      { ...line, issued: 0, activated: 2, redeemed: 0, expired: 1, refunded: 2, takenBack: 0, unclear: 0 },
    ]),
  );
});

interface Shop {
  product: TestProduct;
  codes: TestCode[];
  orders: string[];
}

async function soldInNovember(world: TestWorld): Promise<Shop> {
  const product = await world.product();
  const codes = await world.pool(product, 500, 3);
  const shop = await world.client();
  const orders: string[] = [];
  for (const _ of codes) {
    const id = await shop.makeOrder({ product_id: product.id, face: 500 });
    await world.settle();
    orders.push(`${String((await shop.getStatus(id))['order_id'])}-${id}`);
  }
  return { product, codes, orders };
}

/** Runs the command as an operator would. */
function command(world: TestWorld, supplierId: number, table: string): { code: number | null; out: string } {
  const file = join(folder, `theirs-${supplierId}.csv`);
  writeFileSync(file, table);
  const args = ['settlement', '--supplier', String(supplierId), '--from', '2026-11-01', '--to', '2026-11-30'];
  const ran = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../src/main.ts'), ...args, '--compare', file, '--json'],
    {
      env: {
        ...childEnvironment,
        FACEVALUE_DATA: folder,
        FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        DATABASE_URL: world.databaseUrl,
      },
      encoding: 'utf8',
    },
  );
  assert.ok(ran.stdout !== '', ran.stderr);
  return { code: ran.status, out: ran.stdout };
}

interface Compared {
  comparison: {
    ours: number;
    theirs: number;
    differences: Record<string, { total: number; examples: Record<string, unknown>[] }>;
  };
}

test('an equal table agrees, by number in any notation or by order number', async () => {
  await using world = await testWorld();
  const { product, codes, orders } = await soldInNovember(world);
  const spaced = codes.map(({ number }) => `${number.slice(0, 4)} ${number.slice(4)};500`);
  const byNumber = command(world, product.supplierId, ['Номер;Номинал', ...spaced].join('\n'));
  assert.equal(byNumber.code, 0, byNumber.out);
  const byOrder = command(world, product.supplierId, ['Номер заказа', ...orders].join('\n'));
  assert.equal(byOrder.code, 0, byOrder.out);
});

test('each difference is listed without numbers, and the exit code is 1', async () => {
  await using world = await testWorld();
  const { product, codes, orders } = await soldInNovember(world);
  const [first, second] = codes.map(({ number }) => number);
  const stranger = '9999000011112222';
  const lines = ['Number;Face', `${first};500`, `${second};700`, `${stranger};500`, `${first};500`];
  const { code, out } = command(world, product.supplierId, lines.join('\n'));
  assert.equal(code, 1);
  const { comparison } = JSON.parse(out) as Compared;
  assert.deepEqual([comparison.ours, comparison.theirs], [3, 4]);
  const { differences } = comparison;
  assert.deepEqual(
    Object.fromEntries(Object.entries(differences).map(([kind, { total }]) => [kind, total])),
    { 'ours-only': 1, 'theirs-only': 1, 'other-period': 0, 'other-face': 1, twice: 1 },
  );
  assert.equal(differences['ours-only']?.examples[0]?.['order_number'], orders[2]);
  assert.deepEqual(differences['theirs-only']?.examples[0], {
    line: 4,
    number: '…2222',
    order_number: null,
    our_face: null,
    their_face: 500,
  });
  assert.equal(differences['other-face']?.examples[0]?.['their_face'], 700);
  for (const number of [...codes.map((one) => one.number), stranger]) assert.ok(!out.includes(number));
});
