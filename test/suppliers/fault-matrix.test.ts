import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld } from '../support/test-world.ts';
import type { Fault } from './small-supplier.ts';
import { quarantineOf, settleThrough, suppliedProduct } from './supplied-world.ts';

const ordersPerFault = 300;
/** Every n-th call fails. */
const everyNth = 3;

const faults: Fault[] = [
  'silent-after-issue',
  'cut-after-issue',
  'status-500-after-issue',
  'status-500',
  'broken-body',
  'huge',
  'wrong-face',
  'wrong-request-id',
  'duplicate',
  'expired',
  'no-stock',
];
/** Long enough for a busy machine; short if every third call waits for it. */
const timeoutMsOf = (fault: string): number => (fault.startsWith('silent') ? 2000 : 10_000);

const retries = ['1 s', '2 s', '5 s', '15 s', '30 s'];

const atOnce = 50;

/** A platform under load refuses requests that would wait too long, so only a few are sent at once. */
async function inTurns<T>(ids: number[], ask: (id: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let start = 0; start < ids.length; start += atOnce) {
    answers.push(...(await Promise.all(ids.slice(start, start + atOnce).map(ask))));
  }
  return answers;
}

for (const idempotent of [true, false]) {
  for (const fault of faults) {
    const name = `${ordersPerFault} orders, every third call ${fault}, ${idempotent ? '' : 'not '}idempotent`;
    test(`${name}: the supplier's ledger equals sold plus quarantined codes`, async () => {
      await using world = await testWorld();
      await using tea = await suppliedProduct(world, { idempotent, timeoutMs: timeoutMsOf(fault) });
      tea.supplier.next = Array.from({ length: ordersPerFault }, (_, call) =>
        call % everyNth === everyNth - 1 ? fault : null,
      );
      const shop = await world.client({ balanceRoubles: 1_000_000 });
      const ids = await Promise.all(
        Array.from({ length: ordersPerFault }, () => shop.makeOrder({ product_id: tea.id, face: 500 })),
      );
      await settleThrough(world, retries);

      const statuses = await inTurns(ids, (id) => shop.getStatus(id));
      const sold = ids.filter((_, index) => statuses[index]?.['status'] === 'ok');
      assert.ok(statuses.every(({ status }) => status === 'ok' || status === 'error'));
      const codes = await inTurns(sold, async (id) => (await shop.getCode(id)).code);
      assert.equal(new Set(codes).size, sold.length, 'no code is sold twice');
      const ledger = [...tea.supplier.ledger.values()].flat();
      assert.ok(
        codes.every((code) => ledger.includes(code)),
        'every code sold was issued',
      );
      const quarantined = await quarantineOf(world, tea.supplierId);
      // If nothing was issued, a quarantined exchange stands for a call with an unknown result.
      const issuedNothing = fault === 'status-500' && !idempotent ? quarantined : 0;
      assert.equal(ledger.length + issuedNothing, sold.length + quarantined);
      assert.equal(await shop.getBalance(), 1_000_000 - 500 * sold.length);
      assert.ok(sold.length >= ordersPerFault - Math.ceil(ordersPerFault / everyNth));
    });
  }
}
