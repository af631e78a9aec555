import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase, transaction } from '../../src/platform/database/database.ts';
import { migrationNames } from '../../src/platform/database/applied-migrations.ts';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { verify } from '../../src/reports/verify.ts';
import { createTestDatabase } from '../support/test-cluster.ts';

const folder = join(import.meta.dirname, '../../migrations');
const now = new Date('2026-11-21T12:00:00+03:00');

/** Pools from before lots: one row per face, with codes of various expiry dates. */
const poolsOfBefore = `
  insert into suppliers (id, name, created_at) values (501, 'Поставщик', now());
  insert into brands (supplier_id, id, name) values (501, 1, 'Марка');
  insert into products (id, supplier_id, brand_id, title, transfer_scheme) values (2001, 501, 1, 'Кофейня', 'pool');
  insert into faces (product_id, face_kopecks) values (2001, 50000), (2001, 100000);
  insert into clients (id, name, registered_at, callback_secret) values (20001, 'Клиент', now(), '');
  insert into accounts (client_id, name) select 20001, unnest(array['outside', 'funds', 'held', 'sales']);
  insert into stock (supplier_id, product_id, face_kopecks, next_position, last_position, free)
  values (501, 2001, 50000, 4, 9, 5), (501, 2001, 100000, 2, 4, 3);
  -- Position 2 is a hole: its code went back to the end of the pool. Position 6 is blocked.
  insert into codes (supplier_id, product_id, face_kopecks, position, state, sealed, fingerprint, expires_at)
  select 501, 2001, 50000, place, case when place < 4 then 'expired' when place = 6 then 'blocked' else 'free' end, '',
    int4send(place::integer), case place % 3 when 0 then '2027-12-31 23:59:59+03'::timestamptz when 1 then '2027-06-30 12:00:00+03' end
  from generate_series(1, 9) as place where place <> 2;
  insert into codes (supplier_id, product_id, face_kopecks, position, state, sealed, fingerprint)
  select 501, 2001, 100000, place, case when place = 1 then 'expired' else 'free' end, '', int4send((100 + place)::integer)
  from generate_series(1, 4) as place;`;

test('earlier pools become lots by the last whole day of their codes', async () => {
  const database = await createTestDatabase(() => Promise.resolve(), 'before-migrations');
  const db = openDatabase(database.url, { connections: 2, name: 'facevalue migrations' });
  try {
    await transaction(db, async (tx) => {
      await tx.query(`create table migrations (name text primary key, applied_at timestamptz not null)`);
      for (const name of (await migrationNames()).filter((one) => one < '0030')) {
        await tx.query(await readFile(join(folder, name), 'utf8'));
        await tx.query(`insert into migrations values ($1, $2)`, [name, now]);
      }
      await tx.query(poolsOfBefore);
    });
    assert.ok((await migrate(db, now)).includes('0030-lots-and-promises.sql'));
    const { rows } = await db.query<Record<string, unknown>>(
      `select face_kopecks::integer, ends_on, next_position::integer, last_position::integer, free::integer, available::integer
       from stock join stock_available using (supplier_id, product_id, face_kopecks, ends_on) order by 1, 2`,
    );
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        [50_000, '2027-06-29', 2, 3, 2, 2],
        [50_000, '2027-12-31', 2, 3, 1, 1],
        [50_000, 'infinity', 1, 2, 2, 2],
        [100_000, 'infinity', 2, 4, 3, 3],
      ],
    );
    const { checks } = await transaction(db, (tx) => verify(tx, () => {}));
    assert.deepEqual(
      checks.filter(({ ok }) => !ok),
      [],
    );
  } finally {
    await db.end();
    await database.drop();
  }
});
