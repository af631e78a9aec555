import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migratedDatabase } from '../../test/support/migrated-database.ts';
import { transaction } from '../platform/database/database.ts';
import { keepIssuedCodes, type IssuedForSale } from './sell-codes.ts';

const orders = 300;
const numbers = 7;

/** Many orders with few codes: what a faulty supplier's simultaneous answers can look like. */
function fewCodesForAll(): IssuedForSale[] {
  return Array.from({ length: orders }, (_, index) => ({
    sale: { supplierId: 501, productId: 2001, faceKopecks: 50_000, clientId: 1, requestId: orders - index },
    code: { number: `SAME-${(index * 5) % numbers}`, pin: '' },
    expiresAt: null,
    sold: true,
  }));
}

test('of equal codes in one batch, the first is stored and the others are reported as known', async () => {
  await using world = await migratedDatabase();
  const issued = fewCodesForAll();
  const ids = await transaction(world.db, (tx) => keepIssuedCodes(tx, world.keyring, issued, world.now));
  const { rows } = await world.db.query<{ id: number; request_id: number }>(
    `select id, request_id from codes`,
  );
  const sold = new Map(rows.map((row) => [row.id, row.request_id]));
  assert.equal(sold.size, numbers);
  issued.forEach(({ sale }, index) => {
    const id = ids[index];
    if (index < numbers) assert.equal(sold.get(Number(id)), sale.requestId);
    else assert.equal(id, 'known');
  });
});
