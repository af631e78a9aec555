import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  codesIn,
  load,
  productId,
  reportOf,
  supplierId,
  worldWithPool,
} from '../../../test/support/pool-import-world.ts';
import { addMissingFaces } from '../../catalog/face.ts';
import { transaction } from '../../platform/database/database.ts';
import type { Cell } from '../../platform/spreadsheet/table-row.ts';
import { listStock } from '../../reports/list-stock.ts';
import { takeCodes } from '../sell-codes.ts';
import type { PoolImportAsk } from './import-ask.ts';

const heading = ['Номер', 'PIN', 'Номинал', 'Срок действия', 'Активен'];
const good: Cell[][] = [
  heading,
  ['AA-1', '01', 500, '31.12.2027', 'да'],
  ['AA-2', '02', '1 000 ₽', null, null],
  ['AA-3', null, 500, null, 'yes'],
];

test('codes are sealed and appended to the lot of their face and expiry date, in the order of the file', async () => {
  await using world = await worldWithPool();
  const report = reportOf(await load(world, good), 'loaded');
  assert.deepEqual([report.rows, report.loaded], [3, 3]);
  assert.deepEqual(report.faces, [
    { faceKopecks: 50_000, codes: 2, sumKopecks: 100_000, inactive: 0 },
    { faceKopecks: 100_000, codes: 1, sumKopecks: 100_000, inactive: 0 },
  ]);
  reportOf(await load(world, [heading, ['AA-4', '', 500]]), 'loaded');
  const place = { state: 'free', active: true, expires_at: null };
  assert.deepEqual(await codesIn(world), [
    {
      ...place,
      face_kopecks: 50_000,
      position: 1,
      number: 'AA-1/01',
      expires_at: new Date('2027-12-31T23:59:59+03:00'),
    },
    { ...place, face_kopecks: 50_000, position: 1, number: 'AA-3/' },
    { ...place, face_kopecks: 50_000, position: 2, number: 'AA-4/' },
    { ...place, face_kopecks: 100_000, position: 1, number: 'AA-2/02' },
  ]);
  const stock = await listStock(world.db, { productId }, world.now);
  assert.deepEqual(
    stock.map(({ faceKopecks, endsOn, free, passed }) => [faceKopecks, endsOn, free, passed]),
    [
      [50_000, '2027-12-31', 1, 0],
      [50_000, null, 2, 0],
      [100_000, null, 1, 0],
    ],
  );
  const { rows } = await world.db.query(`select loaded::integer, file_name from imports order by id`);
  assert.deepEqual(rows, [
    { loaded: 3, file_name: 'codes.xlsx' },
    { loaded: 1, file_name: 'codes.xlsx' },
  ]);
});

test('one wrong row or duplicate refuses the whole file, and all are reported', async () => {
  await using world = await worldWithPool();
  await load(world, good);
  const mixed: Cell[][] = [
    heading,
    ['BB-1', '', 500],
    ['bb 1', '', 1000],
    ['ＡＡ-2', '', 500],
    ['BB-2', '', 700],
    ['BB-3', '', 500, '01.01.2020'],
    ['BB‑1', '', 500],
    [null, 'lonely pin', 500],
  ];
  const report = reportOf(await load(world, mixed), 'nothing-loaded');
  assert.deepEqual([report.rows, report.loaded], [7, 0]);
  assert.deepEqual(report.duplicatesInFile, {
    total: 2,
    shown: [
      { line: 3, firstLine: 2 },
      { line: 7, firstLine: 2 },
    ],
  });
  assert.deepEqual(report.duplicatesInVault, { total: 1, shown: [{ line: 4 }] });
  assert.deepEqual(
    report.wrong.shown.map(({ line }) => line),
    [5, 6, 8],
  );
  assert.doesNotMatch(JSON.stringify(report), /BB|lonely/);
  assert.equal((await codesIn(world)).length, 3);

  reportOf(await load(world, mixed, { skipWrong: true }), 'nothing-loaded');
  reportOf(await load(world, mixed, { skipDuplicates: true }), 'nothing-loaded');
  const rest = reportOf(await load(world, mixed, { skipWrong: true, skipDuplicates: true }), 'loaded');
  assert.equal(rest.loaded, 1);
  assert.equal((await codesIn(world)).length, 4);
});

test('a preview reports the same and writes nothing', async () => {
  await using world = await worldWithPool();
  const report = reportOf(await load(world, good, { dryRun: true }), 'preview');
  assert.equal(report.loaded, 3);
  assert.deepEqual(await codesIn(world), []);
  const { rows } = await world.db.query(`select from stock`);
  assert.equal(rows.length, 0);
});

test('inactive codes get no position, are not sold, and count as known', async () => {
  await using world = await worldWithPool();
  const rows: Cell[][] = [heading, ['CC-1', '', 500, null, 'нет'], ['CC-2', '', 500, null, 'да']];
  const report = reportOf(await load(world, rows), 'loaded');
  assert.deepEqual(report.faces, [{ faceKopecks: 50_000, codes: 2, sumKopecks: 100_000, inactive: 1 }]);
  assert.deepEqual(
    (await codesIn(world)).map(({ number, position, state, active }) => [number, position, state, active]),
    [
      ['CC-2/', 1, 'free', true],
      ['CC-1/', null, 'blocked', false],
    ],
  );
  const [line] = await listStock(world.db, { productId }, world.now);
  assert.equal(line?.free, 1);
  reportOf(await load(world, [heading, ['CC-1', '', 500]]), 'nothing-loaded');
  reportOf(
    await load(world, [heading, ['CC-3', '', 500, null, 'нет']], { activity: 'all-active' }),
    'loaded',
  );
  assert.equal((await listStock(world.db, { productId }, world.now))[0]?.free, 2);
});

test('inactive codes of a product with an activation scheme join the pool', async () => {
  await using world = await worldWithPool();
  await world.db.query(`update products set activation_scheme = 'letter' where id = $1`, [productId]);
  const rows: Cell[][] = [heading, ['CC-1', '', 500, null, 'нет'], ['CC-2', '', 500, null, 'да']];
  const report = reportOf(await load(world, rows), 'loaded');
  assert.deepEqual(report.faces, [{ faceKopecks: 50_000, codes: 2, sumKopecks: 100_000, inactive: 1 }]);
  reportOf(
    await load(world, [heading, ['CC-3', '', 500, null, 'да']], { activity: 'all-inactive' }),
    'loaded',
  );
  assert.deepEqual(
    (await codesIn(world)).map(({ number, position, state, active }) => [number, position, state, active]),
    [
      ['CC-1/', 1, 'free', false],
      ['CC-2/', 2, 'free', true],
      ['CC-3/', 3, 'free', false],
    ],
  );
  assert.equal((await listStock(world.db, { productId }, world.now))[0]?.free, 3);
});

test('the face can come from the option and be new to the product', async () => {
  await using world = await worldWithPool();
  const numbers: Cell[][] = [['Code'], ['DD-1'], ['DD-2']];
  const refused = await load(world, numbers);
  assert.equal(refused.is, 'refused');
  reportOf(await load(world, numbers, { faceKopecks: 70_000 }), 'nothing-loaded');
  reportOf(await load(world, numbers, { faceKopecks: 70_000, anyFace: true }), 'loaded');
  await transaction(world.db, (tx) => addMissingFaces(tx, productId, [50_000, 70_000]));
  assert.deepEqual(
    (await listStock(world.db, { productId }, world.now)).map(({ faceKopecks, free }) => [faceKopecks, free]),
    [
      [50_000, 0],
      [70_000, 2],
      [100_000, 0],
    ],
  );
  const bare = { hasHeadings: false, columns: { number: '2' }, faceKopecks: 50_000 };
  assert.equal(reportOf(await load(world, [['x', 'DD-3']], bare), 'loaded').loaded, 1);
});

test('a file that cannot be imported is refused with a reason', async () => {
  await using world = await worldWithPool();
  const why = async (rows: Cell[][], options: Partial<PoolImportAsk> = {}): Promise<string> => {
    const outcome = await load(world, rows, options);
    return outcome.is === 'refused' ? outcome.why : outcome.is;
  };
  assert.equal(await why(good, { productId: 9 }), 'no-product');
  assert.equal(await why([]), 'no-rows');
  assert.equal(await why([heading]), 'no-rows');
  assert.equal(await why([['EE-1', 'EE-2']]), 'no-columns');
  await world.db.query(`update products set transfer_scheme = 'platform' where id = $1`, [productId]);
  assert.equal(await why(good), 'no-pool');
});

test('of two imports of the same codes at once, one finds duplicates', async () => {
  await using world = await worldWithPool();
  const rows: Cell[][] = [
    ['Code', 'Face'],
    ...Array.from({ length: 300 }, (_, index) => [`FF${index}`, 500]),
  ];
  const outcomes = await Promise.all([
    load(world, rows),
    load(world, rows, { productId: 2112 }),
    load(world, rows.toReversed().with(0, ['Code', 'Face']).slice(0, 300)),
  ]);
  assert.deepEqual(outcomes.map((outcome) => outcome.is).toSorted(), [
    'loaded',
    'nothing-loaded',
    'nothing-loaded',
  ]);
  const { rows: counted } = await world.db.query<{ codes: number; free: number; highest: number }>(
    `select count(*) as codes, max(position) as highest, (select sum(free)::bigint from stock) as free from codes`,
  );
  const codes = counted[0]?.codes ?? 0;
  assert.ok(codes === 300 || codes === 299);
  assert.deepEqual(counted[0], { codes, highest: codes, free: codes });
});

test('codes sold during an import are neither doubled nor lost', async () => {
  await using world = await worldWithPool();
  const imports = Array.from({ length: 6 }, (_, file) =>
    load(world, [
      ['Code', 'Face'],
      ...Array.from({ length: 200 }, (__, index) => [`GG${file}x${index}`, 500]),
    ]),
  );
  let sold = 0;
  const sell = async (clientId: number): Promise<void> => {
    for (let requestId = 1; requestId <= 40; requestId += 1) {
      const sale = { supplierId, productId, faceKopecks: 50_000, endsOn: 'infinity', clientId, requestId };
      const [taken] = await transaction(world.db, (tx) => takeCodes(tx, [sale], world.now));
      if (typeof taken === 'object') sold += 1;
    }
  };
  await Promise.all([...imports, sell(1), sell(2)]);
  assert.ok(sold > 0);
  const { rows } = await world.db.query<Record<string, number>>(
    `select (select free::integer from stock) as free, (select last_position::integer from stock) as last,
       (select next_position::integer from stock) as next, count(*) filter (where state = 'free')::integer as unsold,
       count(distinct position)::integer as positions, max(position)::integer as highest,
       max(position) filter (where state = 'sold')::integer as highest_sold from codes`,
  );
  assert.deepEqual(rows[0], {
    free: 1200 - sold,
    last: 1200,
    next: sold + 1,
    unsold: 1200 - sold,
    positions: 1200,
    highest: 1200,
    highest_sold: sold,
  });
});
