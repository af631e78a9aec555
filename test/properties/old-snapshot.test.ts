/** Somebody holds an old snapshot while orders run: what each batch changes is found as quickly as before, and races stay exact. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinNewest, newGeneration } from '../../src/platform/database/newest-version.ts';
import { isExplainable, onEachStatement, type Statement } from '../statements/gathered.ts';
import { addClient, addCodes, addProduct, freshCodes } from '../support/arrange.ts';
import { assertInvariants } from './invariants.ts';
import { orderAsk } from './order-ask.ts';
import { drain, placeAll, racePlace, type RacePlace } from './race-place.ts';

const faceKopecks = 50_000;
/** Of each row: some sixty pages of them. */
const versions = 6000;
const inStatement = 500;
/** Those of one generation, and another level of its index. */
const mostMorePages = 12;

/** A transaction that has read and stays open, as that of a dump. */
async function holdSnapshot({ db }: RacePlace): Promise<AsyncDisposable> {
  const client = await db.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from accounts');
  return {
    async [Symbol.asyncDispose]() {
      await client.query('rollback');
      client.release();
    },
  };
}

const keys: Record<string, string[]> = {
  accounts: ['client_id', 'name'],
  stock: ['product_id', 'supplier_id', 'face_kopecks', 'ends_on'],
  stock_available: ['product_id', 'supplier_id', 'face_kopecks', 'ends_on'],
  brand_usage: ['month', 'supplier_id', 'brand_id'],
};

/** As by so many batches of orders. */
async function makeVersions({ db }: RacePlace): Promise<void> {
  for (const [table, key] of Object.entries(keys)) {
    const { rows } = await db.query<{ given: string }>(
      `select format('(%s)', concat_ws(', ', ${key.map((column) => `quote_literal(${column}) || '::' || pg_typeof(${column})`).join(', ')})) as given
       from ${table}`,
    );
    const given = `(values ${rows.map((row) => row.given).join(', ')}) as w (${key.join(', ')})`;
    const newest = joinNewest(table, {
      key: Object.fromEntries(key.map((column) => [column, `w.${column}`])),
      columns: 'ctid as place',
      as: 'newest',
    });
    const some = `do $$ begin for n in 1..${inStatement} loop
      update ${table} set ${newGeneration} from ${given} ${newest} where ${table}.ctid = newest.place; commit;
    end loop; end $$`;
    for (let made = 0; made < versions; made += inStatement) await db.query(some);
  }
}

/** Pages that each statement of an order reads which is about these tables, by what it says. */
async function pagesOf(place: RacePlace, order: () => Promise<unknown>): Promise<Map<string, number>> {
  const noted: Statement[] = [];
  let isNoting = true;
  onEachStatement((statement) => {
    if (isNoting && isExplainable(statement) && changing.test(statement.text)) noted.push(statement);
  });
  await order();
  isNoting = false;
  const client = await place.db.connect();
  const pages = new Map<string, number>();
  try {
    for (const { text, values } of noted) {
      await client.query('begin');
      // What was held for the order was captured.
      await client.query(`update accounts set balance_kopecks = ${faceKopecks} where name = 'held'`);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      );
      await client.query('rollback');
      const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
      pages.set(text, (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0));
    }
  } finally {
    client.release();
  }
  return pages;
}

const changing = /\b(accounts|stock|stock_available|brand_usage)\b/;

test('what each batch of orders changes is found by as few pages after thousands of versions that nobody may remove', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  const product = await addProduct(place, { monthlyOrdersLimit: 1_000_000 });
  await addCodes(place, product, 500, freshCodes(100));
  const order = async (): Promise<void> => {
    const placed = await placeAll(place, [orderAsk({ client, productId: product.id, faceKopecks })]);
    assert.equal(placed[0]?.is, 'placed');
    await drain(place);
  };
  await order();
  await using _ = await holdSnapshot(place);
  const before = await pagesOf(place, order);
  await makeVersions(place);
  const after = await pagesOf(place, order);
  assert.ok(before.size >= 8, `${before.size} statements`);
  for (const [text, pages] of after) {
    const few = (before.get(text) ?? 0) + mostMorePages;
    assert.ok(pages <= few, `${pages} pages, ${before.get(text)} before:\n${text}`);
  }
  await assertInvariants(place.db);
});

test('under an old snapshot money, codes and limits are granted as often as there are some', async () => {
  await using place = await racePlace();
  const [funded, shortOfFunds] = [await addClient(place), await addClient(place, { balanceRoubles: 5500 })];
  const limited = await addProduct(place, { scheme: 'platform', monthlyOrdersLimit: 8 });
  const pooled = await addProduct(place);
  const ours = await addProduct(place, { scheme: 'platform' });
  await addCodes(place, pooled, 500, freshCodes(10));
  const three = () => [
    orderAsk({ client: funded, productId: limited.id, faceKopecks }),
    orderAsk({ client: funded, productId: pooled.id, faceKopecks }),
    orderAsk({ client: shortOfFunds, productId: ours.id, faceKopecks }),
  ];
  await placeAll(place, three());
  await using _ = await holdSnapshot(place);
  await makeVersions(place);
  // Each in a transaction of its own, at the same moment.
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => Promise.all(three().map((ask) => placeAll(place, [ask])))),
  );
  const granted = [0, 1, 2].map((kind) => answers.filter((of) => of[kind]?.[0]?.is === 'placed').length);
  assert.deepEqual(granted, [7, 9, 10]);
  await assertInvariants(place.db);
  await drain(place);
  await assertInvariants(place.db);
});
