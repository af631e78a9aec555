/** Claims of rows that fell due in one commit: what was taken before costs them nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../../src/platform/database/database.ts';
import { claimFairly } from '../../../src/platform/database/fair-share.ts';
import { issueGifts } from '../../support/text-world.ts';
import { until } from '../../commands/started-boot.ts';
import { workerWorld } from '../../support/worker-world.ts';

const owners = [101, 102, 103];
const ofEach = 2000;
const limit = 60;
/**
 * What the last few claims took of an owner may not be cleared yet: an entry is only marked while its page stays as it is.
 * With lists of equal entries in the index (`deduplicate_items`) it is nearly all that was taken: about 680 of them.
 */
const mostRead = 1 + (5 * limit) / owners.length;

test('a claim does not read what was taken before, even if all fell due in one commit', async () => {
  await using world = await workerWorld();
  const { db, clock } = world;
  await stopAutovacuum(db);
  await issueGifts(
    world,
    owners.flatMap((clientId) =>
      Array.from({ length: ofEach }, (_, index) => ({ clientId, requestId: clientId * 1000 + index })),
    ),
    clock.now(),
  );
  await db.query(`vacuum (analyze) deliveries`);
  const places = { ownerIds: [], capacities: [], capacityOfOthers: limit };
  const ask = {
    ...places,
    limit,
    now: clock.now(),
    columns: 'client_id',
    owner: 'client_id',
    channel: 'sms',
  } as const;
  const table = { name: 'deliveries', leaseSeconds: 60 } as const;
  const claims = (ofEach * owners.length) / limit / 3;
  for (let claim = 0; claim < claims; claim += 1) {
    const { rows } = await claimFairly<{ client_id: number }>(db, table, ask);
    const taken = owners.map((id) => rows.filter(({ client_id }) => client_id === id).length);
    assert.deepEqual(taken, [20, 20, 20]);
  }
  const oldest = `select due_at from deliveries where channel = 'sms' and state = 'due' and client_id = 101
    order by due_at limit 1`;
  const planOfOldest = async (): Promise<string> => {
    await nobodyReads(db);
    await db.query(oldest);
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${oldest}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  // How far nobody looks back any more is known to a server a moment later; what lists of equal entries keep stays for good.
  let plan = '';
  await until(async () => {
    plan = await planOfOldest();
    return Number(/Heap Fetches: (\d+)/.exec(plan)?.[1]) <= mostRead;
  }).catch(() => assert.fail(plan));
});

/** While another transaction might still see what was taken, no entry of it can be marked, and autovacuum counts rows in one. */
async function stopAutovacuum(db: Database): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await db.query(`alter table ${name} set (autovacuum_enabled = false)`);
  await nobodyReads(db);
}

/** Of the catalogues autovacuum cannot be kept away: the next read marks what was kept because of it. */
function nobodyReads(db: Database): Promise<void> {
  return until(async () => {
    const others = await db.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and (backend_type = 'autovacuum worker' or backend_xmin is not null)`,
    );
    return others.rows.length === 0;
  });
}
