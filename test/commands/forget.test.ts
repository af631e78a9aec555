import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { listActs } from '../../src/people/audit/check-chain.ts';
import { operator } from '../../src/people/access/party.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { addClient } from '../support/arrange.ts';
import { folder, json, run } from './run-commands.ts';

const mila = 'Mila@recipients.example';

test('forget counts, asks, erases, and keeps on record what it did without the address', async () => {
  await using world = await migratedDatabase();
  const { db } = world;
  const { id: clientId } = await addClient({ ...world, now: () => world.now });
  await db.query(
    `insert into suppliers (id, name, created_at) values (501, 'Листва', $1);`.replace('$1', 'now()'),
  );
  await db.query(`insert into brands (supplier_id, id, name) values (501, 1, 'Листва')`);
  await db.query(
    `insert into products (id, supplier_id, brand_id, title, transfer_scheme) values (2001, 501, 1, 'Чай', 'pool')`,
  );
  await db.query(
    `insert into requests (client_id, id, state, testmode, product_id, supplier_id, face_kopecks, sum_kopecks, uuid, service_code,
       comment, external_id, email_from, email_to, sender_name, recipient_name, to_phone, greeting, delivery_type,
       callback_format, accepted_at, due_at, ended_at, error_code, error_text)
     values ($1, 3500001, 'failed', false, 2001, 501, 50000, 50000, 'one', 'API', '', '', '', $2, '', 'Мила', '', '', 'email',
       'form', now(), now(), now(), 1301, 'supplier failed')`,
    [clientId, mila],
  );
  const ask = ['forget', 'address', mila, '--reason', 'letter 7'];

  const counted = await json(world, ...ask, '--dry-run');
  assert.deepEqual(counted, {
    dry_run: true,
    orders: 1,
    waiting: {},
    clients: 1,
    more: false,
    asked_before: 0,
  });
  assert.equal((await run(world, ask)).code, 2, 'nothing is erased without being sure');
  const kept = await db.query<{ mail: string }>(`select email_to as mail from requests`);
  assert.equal(kept.rows[0]?.mail, mila);

  const tells = await run(world, ['forget', 'address', mila, '--reason', `wrote from ${mila}`, '--yes']);
  assert.equal(tells.code, 1);
  assert.match(tells.err, /The reason contains the address/);
  assert.equal((await run(world, ['forget', 'address', 'nobody', '--reason', 'x', '--yes'])).code, 1);
  assert.equal((await run(world, ['forget', 'order', '99', '--reason', 'x', '--yes'])).code, 1);

  const done = await json(world, ...ask, '--yes');
  assert.deepEqual([done['state'], done['orders'], done['waiting']], ['ended', 1, 0]);
  const { rows } = await db.query<{ line: string }>(
    `select r::text as line from requests r union all select e::text from erasures e union all select a::text from audit a`,
  );
  assert.ok(rows.length > 3 && rows.every(({ line }) => !line.toLowerCase().includes('mila@')));
  const proven = await json(world, 'forget', 'list', '--address', ` ${mila.toLowerCase()} `);
  assert.equal((proven['erasures'] as object[]).length, 1);
  assert.deepEqual(await json(world, 'forget', 'list', '--address', 'other@recipients.example'), {
    erasures: [],
  });
  const record = join(folder, 'erasures.jsonl');
  const recorded = await json(world, 'forget', 'record', '--to', record);
  assert.deepEqual(recorded, { added: 1, lines: 1 });
  const unguarded = await run(world, ['restored', 'erasures', record]);
  assert.match(unguarded.err, /not guarded/);
  assert.equal((await run(world, ['restored', 'erasures', folder])).code, 1);
  assert.deepEqual(await json(world, 'forget', 'days', '--from', '2026-01-01'), { days: [] });
  const acts = (await listActs(db, operator, { limit: 20 })).map(({ act }) => act);
  assert.ok(acts.includes('recipients.erasure-asked') && acts.includes('command.begun'));
});

test('forget client says what it would do, refuses what is open, and ends what it began', async () => {
  await using world = await migratedDatabase();
  const { db } = world;
  const { id: clientId } = await addClient({ ...world, now: () => world.now });
  const ask = ['forget', 'client', String(clientId), '--reason', 'letter 12'];
  const weighed = await json(world, ...ask, '--dry-run');
  assert.deepEqual([weighed['dry_run'], (weighed['client'] as { id: number }).id], [true, clientId]);
  assert.equal((await run(world, ask)).code, 2, 'nothing is forgotten without being sure');
  assert.equal((await run(world, ['forget', 'client', '99', '--reason', 'x', '--yes'])).code, 1);

  await db.query(`update accounts set balance_kopecks = 500 where client_id = $1 and name = 'held'`, [
    clientId,
  ]);
  const refused = await run(world, [...ask, '--yes', '--json']);
  assert.equal(refused.code, 1);
  assert.match(refused.out, /"held":5/);
  await db.query(`update accounts set balance_kopecks = 0 where client_id = $1 and name = 'held'`, [
    clientId,
  ]);

  const done = await json(world, ...ask, '--yes');
  assert.deepEqual([done['kind'], done['state'], done['client_id']], ['client', 'ended', clientId]);
  const shown = (await json(world, 'key', 'show')) as { clients: object };
  assert.deepEqual(shown.clients, { in_use: 0, coming: 0, destroyed: 1 });
  assert.match((await run(world, [...ask, '--yes'])).err, /was forgotten before/);
});
