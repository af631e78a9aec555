/** Somebody holds an old snapshot while orders run: what each batch changes is found as quickly as before, and races stay exact. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { lookAtVersions } from '../../src/platform/database/follow-versions.ts';
import { keepsMany, versionsOf, type KeptVersions } from '../../src/platform/database/kept-versions.ts';
import { joinNewest } from '../../src/platform/database/newest-version.ts';
import { isExplainable, onEachStatement, type Statement } from '../statements/gathered.ts';
import { addClient, addCodes, addProduct, freshCodes } from '../support/arrange.ts';
import { holdSnapshot } from '../support/hold-snapshot.ts';
import { assertInvariants } from './invariants.ts';
import { orderAsk } from './order-ask.ts';
import { drain, placeAll, racePlace, type RacePlace } from './race-place.ts';

const faceKopecks = 50_000;
/** Of each row: some thirty pages of them. */
const versions = 3000;
/** From then on a process knows of them. */
const fewVersions = 1500;
const inStatement = 100;
/** Of each kind at once; more than there is of it. */
const tries = 12;
/** A lookup reads two or three pages for each row. */
const fewPages = 30;
const manyPages = 40;

/** Their keys, and something that an update may leave as it is. */
const hotTables: Record<string, { key: string[]; value: string }> = {
  accounts: { key: ['client_id', 'name'], value: 'balance_kopecks' },
  stock: { key: ['supplier_id', 'product_id', 'face_kopecks', 'ends_on'], value: 'free' },
  stock_available: { key: ['supplier_id', 'product_id', 'face_kopecks', 'ends_on'], value: 'available' },
  brand_usage: { key: ['supplier_id', 'brand_id', 'month'], value: 'orders' },
};

/** As by so many batches of orders. */
async function makeVersions({ db }: RacePlace, count: number): Promise<void> {
  for (const [table, { key, value }] of Object.entries(hotTables)) {
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
      update ${table} set ${value} = ${value} from ${given} ${newest} where ${table}.ctid = newest.place; commit;
    end loop; end $$`;
    for (let made = 0; made < count; made += inStatement) await db.query(some);
  }
}

/** The process learns of them, as it does every few seconds. */
async function learnOfVersions({ db, now }: RacePlace): Promise<KeptVersions> {
  const known = versionsOf(db);
  assert.ok(known !== undefined);
  for (let looks = 0; looks < 300 && !keepsMany(db); looks += 1) {
    await lookAtVersions(db, known, now());
    await sleep(100);
  }
  assert.ok(keepsMany(db), 'the process does not see that versions are kept');
  return known;
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

test('what each batch of orders changes is found by few pages after thousands of versions that nobody may remove', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  const product = await addProduct(place, { monthlyOrdersLimit: 1_000_000 });
  await addCodes(place, product, 500, freshCodes(100));
  const order = async (): Promise<void> => {
    const placed = await placeAll(place, [orderAsk({ client, productId: product.id, faceKopecks })]);
    assert.equal(placed[0]?.is, 'placed');
    await drain(place);
  };
  // What a vacuum removes from the first pages makes place for a new version there: it is then the last one to be found.
  for (const table of Object.keys(hotTables))
    await place.db.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await order();
  await using _ = await holdSnapshot(place.db);
  await makeVersions(place, versions);
  const before = await pagesOf(place, order);
  const slow = [...before.values()].filter((pages) => pages > manyPages);
  assert.ok(slow.length >= 6, `${slow.length} of ${before.size} statements read many pages`);
  await learnOfVersions(place);
  const after = await pagesOf(place, order);
  assert.ok(after.size >= before.size, `${after.size} statements, ${before.size} before`);
  for (const [text, pages] of after) assert.ok(pages <= fewPages, `${pages} pages:\n${text}`);
  await assertInvariants(place.db);
});

for (const { name, changes } of [
  { name: 'money, codes and limits are granted as often as there are some', changes: false },
  { name: 'so they are while some processes know of it and others do not', changes: true },
])
  test(`under an old snapshot ${name}`, async () => {
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
    await using _ = await holdSnapshot(place.db);
    await makeVersions(place, fewVersions);
    const known = await learnOfVersions(place);
    // Each in a transaction of its own, at the same moment.
    const answers = await Promise.all(
      Array.from({ length: tries }, () =>
        Promise.all(
          three().map((ask) => {
            if (changes) known.many = !known.many;
            return placeAll(place, [ask]);
          }),
        ),
      ),
    );
    const granted = [0, 1, 2].map((kind) => answers.filter((of) => of[kind]?.[0]?.is === 'placed').length);
    assert.deepEqual(granted, [7, 9, 10]);
    await assertInvariants(place.db);
    await drain(place);
    await assertInvariants(place.db);
  });
