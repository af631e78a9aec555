import assert from 'node:assert/strict';
import { askCertify } from '../../src/suppliers/certify/runs/ask-certify.ts';
import { uploadCodes } from '../../src/acts/guarded/drafts/upload-codes.ts';
import { confirmActivation } from '../../src/orders/activate-sold-codes.ts';
import { makeLettersNow } from '../../src/suppliers/activation/make-letters.ts';
import { setSchedule } from '../../src/suppliers/activation/schedule.ts';
import type { TestProduct } from './arrange.ts';
import { supplierCaller } from './supplier-caller.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import type { TestWorld } from './test-world.ts';

/** A call to the supplier, with what was said. */
async function askedExchange(world: TestWorld, supplierId: number): Promise<number> {
  const { rows } = await world.home.db.query<{ id: number }>(
    `with asked as (
       insert into exchanges (supplier_id, id, kind, client_id, request_id, product_id, face_kopecks, call_id, state, due_at,
         deadline_at, created_at, ended_at)
       select $1::bigint, 12000001 + 100 * $1::bigint, 'issue', client_id, id, product_id, face_kopecks, gen_random_uuid(), 'done', $2::timestamptz, $2, $2, $2
       from requests order by id limit 1 returning id)
     insert into exchange_attempts (supplier_id, exchange_id, attempt, at, duration_ms, outcome)
     select $1::bigint, id, 1, $2, 5, 'done' from asked returning exchange_id as id`,
    [supplierId, world.clock.now()],
  );
  return rows[0]?.id ?? assert.fail('no exchange');
}

/** A redemption, a file with codes, a list to activate, a month: of each the id that addresses may name. */
export async function thingsOfSupplier(
  world: TestWorld,
  product: TestProduct,
  month: string,
): Promise<(string | number)[]> {
  const { db, keyring } = world.home;
  const { supplierId } = product;
  const now = world.clock.now();
  const client = await world.client();
  const number = `CODE-OF-${supplierId}`;
  await world.pool(product, 500, [{ number, pin: '', inactive: true }]);
  await client.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  await setSchedule(db, supplierId, { addresses: ['codes@supplier.example'] }, now);
  await makeLettersNow(world.ctx, supplierId, now);
  const { rows } = await db.query<{ id: number }>(`select max(id) as id from activation_letters`);
  const letterId = Number(rows[0]?.id);
  await confirmActivation(world.ctx, { supplierId, letterId, rows: null, by: 'operator' }, now);
  const caller = await supplierCaller(world, supplierId, { redeemsOwn: true });
  const redeemed = await caller.redeem({ code: number });
  const bytes = Buffer.from(`Номер;Номинал\nOTHER-${supplierId};500`);
  const file = { supplierId, fileName: 'codes.csv', bytes, rules: { productId: product.id } };
  const uploaded = await uploadCodes(db, keyring, fromShell, file, now);
  assert.ok(uploaded.is === 'added');
  await world.settle();
  await db.query(
    `insert into settlement_months (supplier_id, month, counted_at, lines) values ($1, $2, $3, '[]')`,
    [supplierId, `${month}-01`, now],
  );
  const exchangeId = await askedExchange(world, supplierId);
  const scope = { productId: null, facesKopecks: [], calls: 1, concurrency: 1, testCode: null };
  const finalTest = await askCertify(db, keyring, fromShell, { supplierId, ...scope }, now);
  assert.ok(finalTest.is === 'asked');
  return [
    String(redeemed.body['transaction']),
    letterId,
    uploaded.draftId,
    month,
    exchangeId,
    finalTest.runId,
  ];
}
