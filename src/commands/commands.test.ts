import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Command } from 'commander';
import { addClient, addCodes, addProduct, freshCodes } from '../../test/support/arrange.ts';
import { migratedDatabase, type MigratedDatabase } from '../../test/support/migrated-database.ts';
import { createProgram, createWholeProgram } from './program.ts';

const main = join(import.meta.dirname, '../main.ts');
const folder = mkdtempSync(join(tmpdir(), 'facevalue-commands-'));
after(() => rmSync(folder, { recursive: true }));

interface Ran {
  code: number | null;
  signal: string | null;
  out: string;
  err: string;
}

/** Runs the program on the world's database, as an operator would. */
function run(world: MigratedDatabase | null, args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      FACEVALUE_DATA: folder,
      FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      DATABASE_URL: world?.url ?? 'postgres://127.0.0.1:1/nowhere',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ran: Ran = { code: null, signal: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ran.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ran.err += text));
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ ...ran, code, signal }));
  });
}

/** The answer of a command that must succeed. */
async function json(world: MigratedDatabase, ...args: string[]): Promise<Record<string, unknown>> {
  const ran = await run(world, [...args, '--json']);
  assert.equal(ran.code, 0, ran.out + ran.err);
  return JSON.parse(ran.out);
}

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

test('a platform is run from the terminal: supplier, product, pool, client, money, proof', async () => {
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
  assert.deepEqual(added, { product: { id: 2001 } });
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

test('refusals end with 1, misuse with 2, and --json tells either', async () => {
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
  assert.deepEqual(await errorOf('order', 'resend', '1', '--phone', '89123456789'), [2, 'usage']);
  assert.deepEqual(await errorOf('client', 'show', 'x'), [2, 'usage']);
  assert.deepEqual(await errorOf('client', 'set', '7'), [2, 'usage']);
  assert.deepEqual(await errorOf('client', 'sell'), [2, 'usage']);
  assert.deepEqual(await errorOf('time', 'travel', '2x'), [2, 'usage']);
  const unreachable = await run(null, ['client', 'list']);
  assert.deepEqual([unreachable.code, unreachable.out], [1, '']);
  assert.match(unreachable.err, /^The database can't be used: .*\n$/);
});

test('verify ends with 1 and tells the rows when something does not add up', async () => {
  await using world = await migratedDatabase();
  const { db, keyring, now } = world;
  const place = { db, keyring, now: () => now };
  const product = await addProduct(place);
  await addCodes(place, product, 500, freshCodes(2));
  await world.db.query(`update stock set free = 5`);
  const ran = await run(world, ['verify']);
  assert.equal(ran.code, 1);
  assert.match(ran.out, /BROKEN\s+the counters of every pool/);
  assert.match(ran.out, /free_counter\s+free_codes/);
  assert.equal((await run(world, ['verify', '--json'])).code, 1);
});

test('a catalogue is imported, previewed and refused with a reason', async () => {
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

test('a supplier is given access, and its tills users', async () => {
  await using world = await migratedDatabase();
  const access = async (...args: string[]): Promise<Record<string, unknown>> =>
    (await json(world, 'supplier', 'access', ...args))['access'] as Record<string, unknown>;
  for (const name of ['Чайная', 'Другая']) await json(world, 'supplier', 'add', '--name', name);
  const settings = ['--format', 'csv', '--fields', 'pin', '--networks', '10.1.2.3/8,::1'];
  const first = await access('Чайная', '--new-token', '--basic', 'chai', ...settings, '--redeem-own', 'on');
  assert.match(String(first['token']), /^fv_501_/);
  assert.ok(typeof first['password'] === 'string');
  const { token, password: _password, ...kept } = first;
  assert.deepEqual(kept, {
    supplier_id: 501,
    has_token: true,
    basic_user: 'chai',
    networks: ['10.0.0.0/8', '::1/128'],
    format: 'csv',
    fields: ['code', 'pin'],
    redeem_own: true,
  });
  assert.deepEqual(await access('501'), kept, 'shown again, without what is told once');
  assert.ok(
    !JSON.stringify(await world.db.query(`select * from integration_access`)).includes(String(token)),
  );
  assert.equal((await run(world, ['supplier', 'access', 'Другая', '--basic', 'chai'])).code, 1);
  assert.deepEqual(await access('501', '--no-basic', '--networks', 'any'), {
    ...kept,
    basic_user: null,
    networks: [],
  });
  for (const [name = '', value = ''] of [
    ['--networks', 'nowhere'],
    ['--basic', 'a:b'],
    ['--basic', ''],
    ['--fields', 'pan'],
    ['--format', 'yaml'],
  ]) {
    const refused = await run(world, ['supplier', 'access', '501', name, value]);
    assert.deepEqual([refused.code, refused.out], [2, ''], `${name} ${value}`);
  }

  const user = (verb: string, ...args: string[]) => json(world, 'supplier', 'user', verb, '501', ...args);
  const added = (await user('add', 'kassa-1'))['user'] as { login: string; password: string };
  assert.equal(added.login, 'kassa-1@501');
  assert.equal((await run(world, ['supplier', 'user', 'add', '501', 'kassa-1'])).code, 1);
  const reset = (await user('reset', 'kassa-1'))['user'] as typeof added;
  assert.ok(reset.login === added.login && reset.password !== added.password);
  assert.deepEqual(await user('list'), {
    users: [{ name: 'kassa-1', one_time: true, redeemed: 0 }],
  });
  assert.deepEqual(await user('remove', 'kassa-1'), { removed: 'kassa-1' });
  assert.deepEqual(await user('list'), { users: [] });
  const gone = await run(world, ['supplier', 'user', 'reset', '501', 'kassa-1']);
  assert.deepEqual([gone.code, gone.err.trim()], [1, 'There is no such user: kassa-1.']);
});

test('time is travelled in the demo world only, and spans add up', async () => {
  await using world = await migratedDatabase();
  assert.partialDeepStrictEqual(await json(world, 'time', 'travel', '2h'), { offset_seconds: 7200 });
  assert.partialDeepStrictEqual(await json(world, 'time', 'travel', '+1d30m'), {
    offset_seconds: 7200 + 88_200,
  });
  assert.partialDeepStrictEqual(await json(world, 'time', 'travel', 'reset'), { offset_seconds: 0 });
  const production = {
    NODE_ENV: 'production',
    FACEVALUE_TRUSTED_PROXIES: 'none',
    FACEVALUE_BASE_URL: 'https://gifts.example',
    FACEVALUE_SMTP_URL: 'smtp://mail.example',
  };
  const refused = await run(world, ['time', 'travel', '2h'], production);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /no time travel in production/);
});

test('every command tells how it is used, and takes --json', async () => {
  const program = await createWholeProgram();
  const listed = (await createProgram(['--help'])).commands;
  assert.deepEqual(
    listed.map((command) => [command.name(), command.description(), command.options.length]),
    program.commands.map((command) => [command.name(), command.description(), 0]),
    'the list of all commands is made without loading any',
  );
  const check = (command: Command): void => {
    assert.notEqual(command.description(), '', command.name());
    if (command.commands.length > 0) command.commands.forEach(check);
    else
      assert.ok(
        command.options.some((option) => option.long === '--json'),
        command.name(),
      );
  };
  check(program);
  const help = await run(null, ['pool', 'import', '--help']);
  assert.deepEqual([help.code, help.err], [0, '']);
  assert.match(help.out, /Examples:\n {2}facevalue pool import/);
  assert.deepEqual((await run(null, ['pool'])).code, 2);
});
