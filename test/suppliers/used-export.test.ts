import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { XMLParser } from 'fast-xml-parser';
import type { Context } from '../../src/context.ts';
import { issueOrders } from '../../src/orders/issue-orders.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { fromCells, gathered } from '../../src/platform/cells/merge.ts';
import { allowTime, transaction } from '../../src/platform/database/database.ts';
import { moscowDateTime } from '../../src/platform/time/moscow-time.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const codesOf = async (answer: Response): Promise<string[]> => {
  assert.equal(answer.status, 200, await answer.clone().text());
  return ((await answer.json()) as { code: string }[]).map(({ code }) => code);
};

test('a supplier fetches the sold codes in its format and with its fields', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ title: 'Чай & «Кофе»' });
  await world.pool(product, 500, [
    { number: '=1+1', pin: '@7', expiry: '2027-03-31' },
    { number: 'A"B<C', pin: '' },
  ]);
  const ids = [];
  for (let order = 0; order < 2; order += 1) {
    ids.push(await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' }));
    await world.settle();
  }
  world.clock.forward('1 h');
  const fields = ['code', 'pin', 'face', 'expire_at', 'sold_at', 'product_id', 'product'] as const;
  const ask = async (format: 'json' | 'xml' | 'csv') => {
    const caller = await supplierCaller(world, product.supplierId, { format, fields: [...fields] });
    return caller.used('2026-11-21 12:00:00', '2026-11-21 13:00:00');
  };
  const first = {
    code: '=1+1',
    pin: '@7',
    face: 500,
    expire_at: '2027-03-31 23:59:59',
    sold_at: '2026-11-21 12:00:00',
    product_id: product.id,
    product: 'Чай & «Кофе»',
  };
  const json = await ask('json');
  assert.equal(json.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(json.headers.get('cache-control'), 'no-store');
  assert.deepEqual(await json.json(), [first, { ...first, code: 'A"B<C', pin: '', expire_at: null }]);

  const xml = await ask('xml');
  assert.match(xml.headers.get('content-type') ?? '', /^application\/xml/);
  const read = new XMLParser({ parseTagValue: false }).parse(await xml.text()) as {
    used: { item: Record<string, string>[] };
  };
  assert.equal(read.used.item.length, 2);
  assert.equal(read.used.item[1]?.['code'], 'A"B<C');
  assert.equal(read.used.item[0]?.['product'], 'Чай & «Кофе»');

  const csv = await (await ask('csv')).text();
  assert.deepEqual(csv.split('\r\n').slice(0, 3), [
    fields.join(','),
    // Programs read it: a code is unchanged, even if a spreadsheet would misread it.
    `=1+1,@7,500,2027-03-31 23:59:59,2026-11-21 12:00:00,${product.id},Чай & «Кофе»`,
    `"A""B<C",,500,,2026-11-21 12:00:00,${product.id},Чай & «Кофе»`,
  ]);

  // Every export is recorded, and other suppliers see nothing of it.
  const { rows } = await world.ctx.db.query<{ rows: number; fields: string[] }>(
    `select rows, fields from used_exports where supplier_id = $1 and ended_at is not null and address <> ''`,
    [product.supplierId],
  );
  assert.deepEqual(
    rows.map((row) => row.rows),
    [2, 2, 2],
  );
  assert.deepEqual(rows[0]?.fields, fields);
  const other = await world.product();
  const stranger = await supplierCaller(world, other.supplierId);
  assert.deepEqual(await codesOf(await stranger.used('2026-11-21 12:00:00', '2026-11-21 13:00:00')), []);
});

test('from is inclusive, to exclusive, and times are Moscow times', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const caller = await supplierCaller(world, product.supplierId);
  await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
  await world.settle();
  world.clock.forward('1 min');
  const count = async (from: string, to: string) => (await codesOf(await caller.used(from, to))).length;
  assert.equal(await count('2026-11-21 11:00:00', '2026-11-21 12:00:00'), 0);
  assert.equal(await count('2026-11-21 12:00:00', '2026-11-21 12:00:01'), 1);
  assert.equal(await count('2026-11-21 12:00:01', '2026-11-21 12:01:00'), 0);
});

test('bad intervals get a clear error', async () => {
  await using world = await testWorld();
  const product = await world.product();
  const caller = await supplierCaller(world, product.supplierId);
  const ask = async (query: string, language = 'en') => {
    const answer = await fetch(`${world.baseUrl}/integration/v1/used${query}`, {
      headers: { authorization: `Bearer ${caller.token}`, 'accept-language': language },
    });
    assert.equal(answer.status, 400, query);
    return ((await answer.json()) as { error: { code: string; text: string } }).error;
  };
  const day = '2026-11-20%2010:00:00';
  const later = '2026-11-20+11%3A00%3A00';
  assert.deepEqual(await ask(''), { code: 'interval_missing', text: 'parameter from is missing' });
  assert.equal((await ask(`?from=${day}`)).text, 'parameter to is missing');
  assert.equal((await ask(`?from=&to=${day}`)).code, 'interval_missing');
  for (const wrong of ['2026-11-20', '2026-02-30%2010:00:00', '2026-11-20T10:00:00', '1', day + '%00']) {
    const error = await ask(`?from=${wrong}&to=${later}`);
    assert.equal(error.code, 'interval_malformed', wrong);
    assert.match(error.text, /from must look like/);
  }
  assert.equal((await ask(`?from=${day}&from=${day}&to=${later}`)).code, 'interval_malformed');
  assert.equal((await ask(`?from=${day}&to=${day}`)).code, 'interval_empty');
  assert.equal((await ask(`?from=${later}&to=${day}`)).code, 'interval_empty');
  const future = await ask(`?from=${day}&to=2026-11-21%2012:02:01`);
  assert.equal(future.code, 'interval_future');
  assert.match(future.text, /2026-11-21 12:00:00/);
  assert.equal((await ask('?from=2026-10-01%2000:00:00&to=2026-11-02%2000:00:00')).code, 'interval_too_long');
  assert.match((await ask('', 'ru')).text, /не указан/);
});

test('a supplier whose clock is two minutes ahead gets the rest in its next interval', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const caller = await supplierCaller(world, product.supplierId);
  const buy = async (): Promise<string> => {
    const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
    await world.settle();
    return (await client.getCode(id)).code;
  };
  const ask = async (from: string, to: string) =>
    codesOf(await caller.used(`2026-11-21 ${from}`, `2026-11-21 ${to}`));
  const early = await buy();
  assert.deepEqual(await ask('11:00:00', '12:02:00'), [early]);
  world.clock.forward('1 min');
  const between = await buy();
  assert.deepEqual(await ask('11:00:00', '12:02:00'), [early], 'what was told does not change');
  assert.deepEqual(await ask('12:02:00', '12:03:00'), [between]);
  world.clock.forward('10 min');
  assert.deepEqual(await ask('12:02:00', '12:11:00'), [between]);
});

const writers = 32;
const orders = 384;
const patienceMs = 120_000;

test('adjacent intervals have each sale exactly once, while 32 writers commit late', async () => {
  await using world = await testWorld({ FACEVALUE_DATABASE_CONNECTIONS: '48' });
  let from = moscowDateTime(world.clock.now());
  const began = from;
  // One client per writer, otherwise they would wait for each other's accounts.
  const clients = await Promise.all(
    Array.from({ length: writers }, () => world.client({ balanceRoubles: 10_000, callbackUrl: null })),
  );
  const product = await world.product({ scheme: 'platform' });
  const caller = await supplierCaller(world, product.supplierId);
  await Promise.all(
    clients.flatMap((client) =>
      Array.from({ length: orders / writers }, () =>
        client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' }),
      ),
    ),
  );
  world.clock.forward('1 min');
  const told = new Map<string, string[]>();
  let nextTold = Promise.withResolvers<void>();
  const fetchNext = async () => {
    const to = moscowDateTime(world.clock.now());
    if (to === from) return;
    told.set(`${from}|${to}`, await codesOf(await caller.used(from, to)));
    from = to;
    nextTold.resolve();
    nextTold = Promise.withResolvers();
  };

  // A second of the world passes in a few real milliseconds, so commits are seconds late.
  const ticking = setInterval(() => world.clock.forward('250 ms'), 5);
  let writing = true;
  const written = Promise.all(
    // However slow the machine is, a writer's orders are spread over many intervals.
    Array.from({ length: writers }, (_, nth) => writeLate(world, nth, () => nextTold.promise)),
  ).finally(() => {
    writing = false;
  });
  while (writing) {
    await fetchNext();
    await sleep(Math.random() * 40);
  }
  await written;
  clearInterval(ticking);
  await world.settle();
  world.clock.forward('1 min');
  await fetchNext();

  const all = [...told.values()].flat();
  const late = await gathered(world.ctx, async ({ db }) => {
    const { rows } = await db.query<{ isLate: boolean }>(
      `select listed_at > sold_at as "isLate" from codes where state = 'sold'`,
    );
    return rows.map(({ isLate }) => isLate);
  });
  assert.equal(late.length, orders);
  assert.ok(late.includes(true), 'no order committed around a border: the test shows nothing');
  assert.ok(told.size > 10, `only ${told.size} intervals`);
  assert.equal(all.length, orders, 'nothing missed, nothing twice');
  assert.equal(new Set(all).size, orders);

  // Answered intervals stay the same: each one again, and all of them as one.
  for (const [interval, codes] of [...told].slice(0, 20)) {
    const [begin = '', end = ''] = interval.split('|');
    assert.deepEqual(await codesOf(await caller.used(begin, end)), codes);
  }
  assert.deepEqual(await codesOf(await caller.used(began, from)), all);
});

/** Issues an order at a time with its own clock, and commits late or not at all. */
async function writeLate(world: TestWorld, nth: number, between: () => Promise<void>): Promise<void> {
  const { clock } = world;
  const cells = everyCell(world.ctx);
  const ctx = cells[nth % cells.length] as Context;
  const skewMs = Math.random() * 3000;
  for (;;) {
    try {
      const { taken } = await transaction(ctx.db, async (tx) => {
        // A late writer delays the others, on a busy machine for longer than a worker would wait.
        await allowTime(tx, { statementMs: patienceMs });
        const now = new Date(clock.now().getTime() - skewMs);
        const settings = { keyring: ctx.keyring, baseUrl: ctx.config.baseUrl, limit: 1 };
        const batch = await issueOrders(tx, settings, now);
        await sleep(Math.random() * 150);
        if (batch.taken > 0 && Math.random() < 0.1) throw new Error('rolled back on purpose');
        return batch;
      });
      if (taken === 0) return;
      await between();
    } catch (problem) {
      assert.match(String(problem), /on purpose/);
    }
  }
}

test('concurrent fetches and a clock set back lose no sale', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const caller = await supplierCaller(world, product.supplierId);
  const buy = async () => {
    await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
    await world.settle();
  };
  await buy();
  world.clock.forward('1 h');
  const hour = ['2026-11-21 12:00:00', '2026-11-21 13:00:00'] as const;
  const [one, two] = await Promise.all([caller.used(...hour), caller.used(...hour)]);
  const told = await codesOf(one);
  assert.equal(told.length, 1);
  assert.deepEqual(await codesOf(two), told);
  // The clock is set back by half an hour: new sales are in the interval that was not answered yet.
  world.clock.forward('-1800000 ms');
  await buy();
  assert.deepEqual(await codesOf(await caller.used(hour[0], '2026-11-21 12:30:00')), told);
  world.clock.forward('3 h');
  assert.deepEqual(await codesOf(await caller.used(...hour)), told);
  assert.equal((await codesOf(await caller.used(hour[1], '2026-11-21 14:00:00'))).length, 1);
});

test('the export activates codes of products with the scheme pull and releases their letters', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product();
  const [code] = await world.pool(product, 500, 1);
  await world.ctx.db.query(`update products set activation_scheme = 'pull' where id = $1`, [product.id]);
  await fromCells(world.ctx, ({ db }) => db.query(`update codes set active = false`));
  const caller = await supplierCaller(world, product.supplierId, { redeemsOwn: true });
  await client.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@example.com' });
  await world.settle();
  world.clock.forward('1 h');
  await world.settle();
  assert.equal(world.mail.letters.length, 0, 'delivered only after activation');
  assert.equal((await caller.check(code?.number ?? '')).body['state'], 'inactive');
  const fetchHour = () => caller.used('2026-11-21 12:00:00', '2026-11-21 13:00:00');
  assert.deepEqual(await codesOf(await fetchHour()), [code?.number]);
  await world.settle();
  assert.equal(world.mail.letters.length, 1);
  assert.equal((await caller.check(code?.number ?? '')).body['state'], 'active');
  assert.deepEqual(await codesOf(await fetchHour()), [code?.number]);
  await world.settle();
  assert.equal(world.mail.letters.length, 1, 'once');
});
