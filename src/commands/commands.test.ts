import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { addClient, addProduct } from '../../test/support/arrange.ts';
import { migratedDatabase } from '../../test/support/migrated-database.ts';
import { folder, run, json } from '../../test/commands/run-commands.ts';

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

test('supplier, product, pool, client, money and verify work from the terminal', async () => {
  await using world = await migratedDatabase();
  const supplier = await json(world, 'supplier', 'add', '--name', 'Чайная');
  assert.deepEqual(supplier, { supplier: { id: 501, name: 'Чайная', brand_id: 1 } });
  const limits = await json(
    world,
    'supplier',
    'brand',
    '501',
    '--name',
    'Чайная',
    '--monthly-sum',
    '1000.50',
  );
  assert.partialDeepStrictEqual(limits, {
    brands: [{ monthly_orders: null, monthly_sum: 1000.5, used_sum: 0 }],
  });
  const described = ['--title', 'Чай', '--pool', '--face', '500,1000', '--valid-days', '365'];
  const added = await json(world, 'product', 'add', '--supplier', '501', ...described);
  assert.deepEqual(added, { product: { id: 2001, offered: false, lacks: ['test'] } });
  const codes = await file('codes.csv', 'Номер;ПИН;Номинал\nAB-1;7;500\nAB-2;8;1 000\nAB-3;9;500\n');
  const preview = await json(world, 'pool', 'import', codes, '--product', '2001', '--dry-run');
  assert.equal(preview['outcome'], 'preview');
  const report = await json(world, 'pool', 'import', codes, '--product', '2001');
  assert.partialDeepStrictEqual(report, {
    outcome: 'loaded',
    loaded: 3,
    faces: [{ face: 500, codes: 2, sum: 1000 }, {}],
  });
  const stock = await json(world, 'pool', 'stock');
  assert.partialDeepStrictEqual(stock, {
    stock: [
      { face: 500, free: 2 },
      { face: 1000, free: 1 },
    ],
  });
  await json(world, 'product', 'face', 'off', '2001', '1000');
  await json(world, 'product', 'set', '2001', '--title', 'Чай и мёд', '--off');
  const products = await json(world, 'product', 'list');
  assert.partialDeepStrictEqual(products, {
    products: [
      { title: 'Чай и мёд', switched_on: false, faces: [{ switched_on: true }, { switched_on: false }] },
    ],
  });

  const client = await json(
    world,
    'client',
    'add',
    '--name',
    'Клуб',
    '--credit',
    '100',
    '--delayed-mode',
    'on',
  );
  const { id, secret } = client['client'] as { id: number; secret: string };
  const topped = await json(world, 'client', 'top-up', String(id), '1 000', '--reference', 'payment 1');
  assert.deepEqual(topped, { client: { id, balance: 1000, credit: 100 }, booked: true });
  const repeated = await json(world, 'client', 'top-up', String(id), '1000', '--reference', 'payment 1');
  assert.deepEqual(repeated, { client: { id, balance: 1000, credit: 100 }, booked: false });
  const mistyped = await run(world, ['client', 'top-up', String(id), '10000', '--reference', 'payment 1']);
  assert.equal(mistyped.code, 1);
  assert.match(mistyped.err, /was booked on .* with 1 000 roubles: nothing was booked/);
  await json(world, 'client', 'top-up', String(id), '7', '--reference', 'payment 2');
  const why = ['--reason', 'a slip'];
  await json(world, 'client', 'reverse-top-up', String(id), '--reference', 'payment 2', ...why);
  const statement = await run(world, ['client', 'statement', String(id)]);
  assert.match(statement.out, /booked back +-7 +1 000 +payment 2: a slip\nClosing balance  1 000/);
  const csv = await run(world, ['client', 'statement', String(id), '--format', 'csv']);
  assert.match(csv.out, /top-up;;1000;1000;payment 1$/m);
  const rotated = await json(world, 'client', 'key', 'rotate', String(id));
  assert.notEqual((rotated['client'] as { secret: string }).secret, secret);
  await json(
    world,
    'client',
    'set',
    String(id),
    '--callback-url',
    'https://club.example/c',
    '--discount',
    '3.5',
  );
  const shown = await run(world, ['client', 'show', String(id)]);
  assert.match(shown.out, /Discount\s+3\.5 %/);
  assert.ok(!shown.out.includes(secret));
  assert.partialDeepStrictEqual(await json(world, 'client', 'list'), {
    clients: [{ id, available: 1100, live_keys: 2 }],
  });
  assert.partialDeepStrictEqual(await json(world, 'verify'), { ok: true, counts: { codes: 3 } });
});

test('a refusal exits with 1, misuse with 2, and --json reports both', async () => {
  await using world = await migratedDatabase();
  const errorOf = async (...args: string[]): Promise<unknown[]> => {
    const ran = await run(world, [...args, '--json']);
    const { error } = JSON.parse(ran.out) as { error: { kind: string; text: string } };
    assert.notEqual(error.text, '');
    return [ran.code, error.kind];
  };
  assert.deepEqual(await errorOf('client', 'show', '7'), [1, 'refused']);
  assert.deepEqual(await errorOf('pool', 'import', 'nowhere.csv', '--product', '2001'), [1, 'refused']);
  assert.deepEqual(await errorOf('callback', 'replay', '1'), [1, 'refused']);
  assert.deepEqual(await errorOf('order', 'show', '1'), [1, 'refused']);
  assert.deepEqual(await errorOf('order', 'resend', '1'), [1, 'refused']);
  assert.deepEqual(await errorOf('order', 'resend', '1', '--email', 'anna@'), [2, 'usage']);
  assert.deepEqual(await errorOf('order', 'resend', '1', '--phone', '8912345'), [2, 'usage']);
  assert.deepEqual(await errorOf('client', 'show', 'x'), [2, 'usage']);
  assert.deepEqual(await errorOf('client', 'set', '7'), [2, 'usage']);
  assert.deepEqual(await errorOf('client', 'sell'), [2, 'usage']);
  assert.deepEqual(await errorOf('time', 'travel', '2x'), [2, 'usage']);
  const unreachable = await run(null, ['client', 'list']);
  assert.deepEqual([unreachable.code, unreachable.out], [1, '']);
  assert.match(unreachable.err, /^The database can't be used: .*\n$/);
});

test('a catalogue is previewed, imported, or refused with a reason', async () => {
  await using world = await migratedDatabase();
  const good = await file(
    'good.json',
    JSON.stringify([{ id: '7', title: 'x', supplier_id: 3, faces: [100] }]),
  );
  const bad = await file('bad.json', JSON.stringify([{ id: '7', title: 'x', faces: [100] }]));
  assert.partialDeepStrictEqual(await json(world, 'catalog', 'import', good, '--dry-run'), {
    products_added: 1,
  });
  assert.deepEqual(await json(world, 'product', 'list'), { products: [] });
  assert.partialDeepStrictEqual(await json(world, 'catalog', 'import', good), {
    transfer_scheme: 'platform',
  });
  const refused = await run(world, ['catalog', 'import', bad]);
  assert.deepEqual([refused.code, refused.out], [1, '']);
  assert.match(refused.err, /#1 \(id 7\) supplier_id/);
});

test('an import killed before its commit leaves nothing, one killed after it everything', async () => {
  await using world = await migratedDatabase();
  const { db, keyring, now } = world;
  const product = await addProduct({ db, keyring, now: () => now });
  const codes = await file('crash.csv', 'Number,Face\nZZ-1,500\nZZ-2,500\n');
  const args = ['pool', 'import', codes, '--product', String(product.id), '--json'];
  const codesNow = async (): Promise<number> =>
    (await db.query<{ count: number }>(`select count(*) from codes`)).rows[0]?.count ?? -1;
  const before = await run(world, args, { FACEVALUE_CRASH_AT: 'import-pool:before-commit' });
  assert.deepEqual([before.signal, await codesNow()], ['SIGKILL', 0]);
  const afterwards = await run(world, args, { FACEVALUE_CRASH_AT: 'import-pool:after-commit' });
  assert.deepEqual([afterwards.signal, await codesNow()], ['SIGKILL', 2]);
  const again = await run(world, args);
  assert.equal(again.code, 1);
  assert.partialDeepStrictEqual(JSON.parse(again.out), {
    outcome: 'nothing-loaded',
    duplicates_in_vault: { total: 2 },
  });
});

test('delayed orders are woken by the import that brings their codes', async () => {
  await using world = await migratedDatabase();
  const { db, keyring, now } = world;
  const place = { db, keyring, now: () => now };
  const product = await addProduct(place);
  const client = await addClient(place, { delayedMode: true });
  await db.query(
    `insert into requests (client_id, id, state, testmode, product_id, supplier_id, face_kopecks, sum_kopecks, uuid,
       service_code, comment, external_id, email_from, email_to, sender_name, recipient_name, to_phone, greeting,
       delivery_type, callback_format, accepted_at, due_at)
     values ($1, nextval('request_ids'), 'delayed', false, $2, $3, 50000, 50000, '', 'API', '', '', '', '', '', '', '', '',
       'link', 'form', $4, $4)`,
    [client.id, product.id, product.supplierId, now],
  );
  const codes = await file('wake.csv', 'Number,Face\nWW-1,500\n');
  await json(world, 'pool', 'import', codes, '--product', String(product.id));
  assert.partialDeepStrictEqual(await json(world, 'order', 'list'), {
    orders: [{ state: 'queued', status: 'processing' }],
  });
});
