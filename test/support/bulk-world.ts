import assert from 'node:assert/strict';
import { addFile } from '../../src/orders/bulk/add-file.ts';
import { findBulk, type BulkOrder } from '../../src/orders/bulk/bulk-order.ts';
import { confirmBulk } from '../../src/orders/bulk/confirm-bulk.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import type { TestWorld } from './test-world.ts';

export type SheetLine = readonly (string | number)[];

/** A sheet as people save it. */
export const csvSheet = (headings: readonly string[], lines: readonly SheetLine[]): Buffer =>
  Buffer.from([headings, ...lines].map((cells) => cells.join(';')).join('\r\n'));

/** Uploads a sheet and has it read; its id. */
export async function upload(world: TestWorld, clientId: number, bytes: Buffer): Promise<number> {
  const added = await addFile(
    world.cellOf({ id: clientId }).db,
    world.ctx.keyring,
    fromShell,
    { clientId, name: 'orders.csv', bytes },
    world.clock.now(),
  );
  assert.ok(added.is === 'added', JSON.stringify(added));
  await world.settle();
  return added.bulkId;
}

export async function bulkOf(world: TestWorld, clientId: number, bulkId: number): Promise<BulkOrder> {
  return (
    (await findBulk(world.cellOf({ id: clientId }).db, { clientId, bulkId })) ??
    assert.fail('There is no such bulk order.')
  );
}

export async function confirm(
  world: TestWorld,
  clientId: number,
  bulkId: number,
  again = false,
): Promise<void> {
  const decided = await confirmBulk(
    world.cellOf({ id: clientId }),
    fromShell,
    { clientId, bulkId, again },
    world.clock.now(),
  );
  assert.equal(decided.is, 'done', JSON.stringify(decided));
}
