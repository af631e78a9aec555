import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transaction } from '../../src/platform/database/database.ts';
import { settle, totalsOf } from '../../src/reports/settlement.ts';
import { settlementCsv } from '../../src/reports/settlement-file.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { listQuarantine, settleQuarantined } from '../../src/suppliers/quarantine.ts';
import { testWorld } from '../support/test-world.ts';
import { suppliedProduct } from './supplied-world.ts';

const november = { from: new Date('2026-11-01T00:00:00+03:00'), to: new Date('2026-12-01T00:00:00+03:00') };

test('an unclear call is listed in quarantine and settlement until a person settles it', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  const { db } = world.cellOf(shop);
  const inSight = async (): Promise<[string | undefined, number, number]> => {
    const ask = { supplierId: tea.supplierId, ...november };
    const settlement = await transaction(db, (tx) => settle(tx, ask, world.clock.now()));
    assert.ok(settlement !== 'no-supplier');
    const { unclear } = totalsOf(settlement.lines);
    const [listed] = await listQuarantine(db, { supplierId: tea.supplierId, settled: false, limit: 10 });
    return [listed?.state, unclear.certificates, unclear.kopecks];
  };
  await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  assert.deepEqual(await inSight(), [undefined, 0, 0]);

  tea.supplier.always = 'status-502-after-issue';
  const id = await shop.makeOrder({ product_id: tea.id, face: 1000 });
  await world.settle();
  assert.deepEqual(await inSight(), ['due', 1, 100_000]);
  const [open] = await listQuarantine(db, { supplierId: tea.supplierId, settled: false, limit: 10 });
  assert.equal(open?.requestId, id);
  assert.equal(
    await settleQuarantined(
      db,
      world.ctx.keyring,
      fromShell,
      { exchangeId: open?.exchangeId ?? 0, note: 'too early' },
      world.clock.now(),
    ),
    'not-open',
  );

  world.clock.forward('1 d');
  await world.settle();
  assert.deepEqual(await inSight(), ['quarantined', 1, 100_000]);
  const settlement = await transaction(db, (tx) =>
    settle(tx, { supplierId: tea.supplierId, ...november }, world.clock.now()),
  );
  assert.ok(settlement !== 'no-supplier');
  assert.match(settlementCsv(settlement, 'ru'), /Неясно;"?Неясно, руб[^]*;1;1000\r\n$/);

  assert.equal(
    await settleQuarantined(
      db,
      world.ctx.keyring,
      fromShell,
      { exchangeId: open?.exchangeId ?? 0, note: 'cancelled there' },
      world.clock.now(),
    ),
    'settled',
  );
  assert.deepEqual(await inSight(), [undefined, 0, 0]);
});
