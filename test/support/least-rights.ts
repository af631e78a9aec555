/** A role that may do what serve and work do, and no more. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { openDatabase } from '../../src/platform/database/database.ts';
import { checkRole } from '../../src/upkeep/setup/check-role.ts';
import { runMain } from './run-main.ts';
import type { TestWorld } from './test-world.ts';

/** The address of the database for a new role, which has the rights of `facevalue grants`. */
export async function asLeast(url: string): Promise<string> {
  const role = `both_${randomBytes(6).toString('hex')}`;
  const owner = openDatabase(url, { connections: 1, name: 'facevalue test' });
  await owner.query(`create role ${role} login password 'secret'`);
  await owner.end();
  const granted = await runMain(['grants', '--serve', role, '--work', role, '--apply', '--prune'], {
    DATABASE_URL: url,
  });
  assert.equal(granted.code, 0, granted.err);
  const address = new URL(url);
  [address.username, address.password] = [role, 'secret'];
  return address.href;
}

/** Orders of all cells, from a pool, get their certificates; what nobody needs is forbidden; the doctor finds the role right. */
export async function assertLeastRights(world: TestWorld, cells: number): Promise<void> {
  assert.deepEqual(
    (await checkRole(world.ctx.db, false)).map(({ is }) => is),
    ['role-ok'],
  );
  const product = await world.product();
  const shops = [];
  for (let cell = 0; cell < cells; cell += 1) shops.push(await world.client());
  await world.pool(product, 500, cells);
  for (const shop of shops) {
    const order = await shop.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@mail.example' });
    await world.settle();
    assert.equal((await shop.getStatus(order))['status'], 'ok');
    const { db } = world.cellOf(shop);
    for (const statement of ['delete from transfers', 'delete from clients', 'delete from audit'])
      await assert.rejects(db.query(statement), /permission denied/, statement);
  }
}
