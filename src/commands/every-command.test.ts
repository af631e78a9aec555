import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Command } from 'commander';
import { addCodes, addProduct, freshCodes } from '../../test/support/arrange.ts';
import { migratedDatabase } from '../../test/support/migrated-database.ts';
import { operator } from '../people/access/party.ts';
import { listActs } from '../people/audit/check-chain.ts';
import { findProof, listProofs } from '../reports/proof/verdict.ts';
import { createProgram, createWholeProgram } from './program.ts';
import { nameOf, readingCommands } from './shell/changing-run.ts';
import { run, json } from '../../test/commands/run-commands.ts';

test('verify exits with 1 and lists the rows that do not add up', async () => {
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
  const last = await findProof(db, null);
  assert.ok(last?.verdict !== null && last !== null, 'kept for the page of proofs');
  assert.equal(last.ok, false);
  assert.equal(last.verdict.counts.codes, 2);
  assert.ok(last.verdict.checks.some(({ ok, rows }) => !ok && rows.length > 0));
  assert.equal((await listProofs(db)).length, 2);
  const [act] = await listActs(db, operator, { limit: 1 });
  assert.deepEqual([act?.act, act?.after], ['proof.ended', '{"ok":false}']);
});

test('a supplier gets API access and till users', async () => {
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
    pull_hours: 24,
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

test('the clock can be moved in the demo only, and moves add up', async () => {
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

test('every command has a help text and accepts --json', async () => {
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

test('no help names an operation of the client API that does not exist', async () => {
  const document = new URL('../../docs/openapi.json', import.meta.url);
  const { 'x-operations': operations } = JSON.parse(readFileSync(document, 'utf8')) as {
    'x-operations': { cmd: string }[];
  };
  const known = new Set(operations.map(({ cmd }) => cmd));
  const unknown: string[] = [];
  const check = (command: Command): void => {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    for (const [name] of help.matchAll(/\b(?:get|make)[A-Z]\w+/g))
      if (!known.has(name)) unknown.push(`${nameOf(command)}: ${name}`);
    command.commands.forEach(check);
  };
  check(await createWholeProgram());
  assert.deepEqual(unknown, []);
});

test('the first owner of a client and manager of a supplier are invited by a short form', async () => {
  await using world = await migratedDatabase();
  const { client } = await json(world, 'client', 'add', '--name', 'Клуб');
  await json(world, 'supplier', 'add', '--name', 'Чайная');
  const clientId = String((client as { id: number }).id);
  for (const [side, id, role] of [
    ['client', clientId, 'owner'],
    ['supplier', '501', 'manager'],
  ] as const) {
    const { invitation } = await json(world, side, 'invite', id, `${side}@people.example`);
    const invited = invitation as { role: string; link: string };
    assert.equal(invited.role, role);
    assert.match(invited.link, /\/invite\/[cs]/);
    assert.equal((await run(world, [side, 'invite', id, `${side}@people.example`])).code, 1, 'twice');
    assert.equal((await run(world, [side, 'invite', '99', `${side}@people.example`])).code, 1, 'nowhere');
  }
});

test('every command is known to read or to change', async () => {
  const leaves = (command: Command): string[] =>
    command.commands.length === 0 ? [nameOf(command)] : command.commands.flatMap(leaves);
  const all = new Set(leaves(await createWholeProgram()));
  assert.deepEqual(
    [...readingCommands].filter((name) => !all.has(name)),
    [],
  );
  const looksLikeReading = [...all].filter((name) => / (?:list|show|stock|statement)$/.test(name));
  assert.deepEqual(
    looksLikeReading.filter((name) => !readingCommands.has(name)),
    [],
  );
});
