import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from '../../src/platform/spreadsheet/read-table.ts';
import { tableOfBytes } from '../../src/platform/spreadsheet/table-file.ts';
import { settleAndCompare, type Comparison } from '../../src/reports/compare-settlement.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { rowReasons } from '../../src/vault/import-pool/row-reasons.ts';

const november = { from: new Date('2026-11-01T00:00:00+03:00'), to: new Date('2026-12-01T00:00:00+03:00') };

async function compared(world: TestWorld, supplierId: number, lines: string[]): Promise<Comparison> {
  const rows = readTable(tableOfBytes(Buffer.from(lines.join('\n'))), {});
  const read = await settleAndCompare(world.ctx, { supplierId, ...november, rows }, world.clock.now());
  assert.ok(read.is === 'settled' && read.comparison !== null);
  return read.comparison;
}

test('a damaged table of the supplier is said to be damaged, line by line', async () => {
  await using world = await testWorld();
  const product = await world.product({ facesRoubles: [500] });
  const shop = await world.client();
  const numbers = ['0044556601', '4455667702', '4455667703'];
  await world.pool(
    product,
    500,
    numbers.map((number) => ({ number, pin: '' })),
  );
  for (const _ of numbers) await shop.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();

  const whole = await compared(world, product.supplierId, [
    'Номер;Номинал',
    ...numbers.map((one) => `${one};500`),
  ]);
  assert.equal(whole.damaged.total, 0);
  assert.ok(Object.values(whole.differences).every(({ total }) => total === 0));

  const spoilt = ['44556601;500', '4,45566E+09;500', '4455667703;500', 'Итого: 3 шт.;1500'];
  const { damaged, theirs, differences } = await compared(world, product.supplierId, [
    'Номер;Номинал',
    ...spoilt,
  ]);
  assert.deepEqual(
    damaged.shown.map(({ line, reason }) => [line, rowReasons.text(reason, 'en').replace(/:.*/, '')]),
    [
      [2, 'the number lost its zeros in front'],
      [3, 'the number is written with an exponent, so digits are lost'],
      [5, 'the number is a total'],
    ],
  );
  assert.equal(theirs, 3, 'a total is no sale');
  assert.deepEqual([differences['ours-only'].total, differences['theirs-only'].total], [2, 2]);

  const long = ['4400112233445560', '4400112233445990', '4400998877665540'].map((one) => `${one};500`);
  const rounded = await compared(world, product.supplierId, ['Номер;Номинал', ...long]);
  assert.deepEqual(rounded.damaged.shown[0]?.reason, { is: 'numbers-rounded' });
});
