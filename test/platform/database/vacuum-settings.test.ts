/** Tables have vacuum settings of their own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migratedDatabase } from '../../support/migrated-database.ts';

/** Share of a table that may be dead, or new, before it is vacuumed; PostgreSQL's own is 0.2. */
const mostShare = 0.02;

test('large and often written tables have vacuum settings of their own, whatever the server has', async () => {
  await using world = await migratedDatabase();
  const { rows } = await world.db.query<{ name: string; options: string[] | null }>(
    `select c.relname as name, c.reloptions as options from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  const settings = new Map(rows.map(({ name, options }) => [name, settingsOf(options)]));
  const share = (name: string, setting: string): number => Number(settings.get(name)?.get(setting) ?? NaN);
  for (const name of ['requests', 'deliveries', 'callbacks', 'exchanges', 'codes', 'accounts', 'stock'])
    assert.ok(share(name, 'autovacuum_vacuum_scale_factor') <= mostShare, name);
  for (const name of ['transfers', 'idempotency', 'certificates', 'callback_attempts', 'code_readings'])
    assert.ok(share(name, 'autovacuum_vacuum_insert_scale_factor') <= mostShare, name);
  // What is written with each batch is vacuumed without waiting, and keeps space for updates on its pages.
  for (const name of ['accounts', 'stock', 'stock_available', 'brand_usage']) {
    assert.equal(share(name, 'autovacuum_vacuum_cost_delay'), 0, name);
    assert.equal(share(name, 'fillfactor'), 50, name);
  }
});

const settingsOf = (options: string[] | null): Map<string, string> =>
  new Map(
    (options ?? []).map((option) => {
      const [name = '', value = ''] = option.split('=');
      return [name, value];
    }),
  );
