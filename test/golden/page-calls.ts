/** Calls are noted a moment later, a few of them, with how long each took: the pages of logs show one that is told here. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCallLog } from '../../src/reports/call-log/call-log.ts';
import { clientCalls, supplierCalls, type CallTables } from '../../src/reports/call-log/call-tables.ts';
import type { Context } from '../../src/context.ts';
import type { GoldenWorld } from './golden-world.ts';

const sample = {
  ref: 'golden',
  address: '203.0.113.7',
  durationMs: 12,
  asked: 'POST asked',
  answered: '{"answered":1}',
};

/** Of the client, and of these suppliers. No call may follow. Callbacks took as long as that one. */
export async function tellCalls(place: GoldenWorld, supplierIds: readonly number[]): Promise<void> {
  const { world, client, supplier } = place;
  // Nobody has asked so before: once these are noted, so is all before them.
  await client.call('getStatus', { id: 1 });
  await supplier.check('NOBODY-HAS-IT');
  await noted(world.home, clientCalls, 'getStatus');
  await noted(world.home, supplierCalls, 'check');
  await tellOne(world.home, clientCalls, [client.id]);
  await tellOne(world.home, supplierCalls, supplierIds);
  await tellCallbackTimes(place);
}

/** Those of a busy machine took longer. */
export async function tellCallbackTimes({ world }: GoldenWorld): Promise<void> {
  await world.home.db.query('update callback_attempts set duration_ms = $1', [sample.durationMs]);
}

const patienceMs = 60_000;

async function noted({ db }: Context, { days }: CallTables, cmd: string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rowCount } = await db.query(`select from ${days} where cmd = $1 and outcome <> 'ok'`, [cmd]);
    if (rowCount !== 0) return;
    assert.ok(performance.now() < deadline, `no ${cmd} was noted`);
    await sleep(50);
  }
}

async function tellOne(ctx: Context, tables: CallTables, ownerIds: readonly number[]): Promise<void> {
  await ctx.db.query(`delete from ${tables.samples}`);
  const log = createCallLog(ctx, tables);
  for (const ownerId of ownerIds) log.note({ ownerId, kind: 'ok', cmd: 'told', outcome: 'ok' }, () => sample);
  await log.written();
}
