import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLimits } from '../../../src/platform/database/database-limits.ts';
import { openDatabase, type Database } from '../../../src/platform/database/database.ts';
import { openKeyring } from '../../../src/platform/secrets/keyring.ts';
import { samplesTestedBy } from '../../docs/read-samples.ts';
import { testMasterKey } from '../../crash/platform-process.ts';
import { shopWorld, untilMore } from '../../platform/database/shop-world.ts';
import { addCodes, addProduct, freshCodes, type TestCode, type TestProduct } from '../../support/arrange.ts';
import { runMain, type Ran } from '../../support/run-main.ts';
import { hasPgBackRest, pgBackRestServer } from './pgbackrest-server.ts';
import { archivedServer, type ArchivedServer } from './restored-server.ts';

const thisTest = 'test/upkeep/restores/restored.test.ts';
const lanes = 8;
/** More than is sold while a slow machine makes the backup. */
const poolSize = 20_000;
const margin = 1500;
const patienceMs = 60_000;
const lookAgainMs = 50;

/** Each machine has the first; the second needs Debian's packages. */
const servers = {
  'the embedded PostgreSQL': archivedServer,
  ...(hasPgBackRest() && { pgBackRest: pgBackRestServer }),
};

for (const [tool, serverOf] of Object.entries(servers))
  test(`restored to a moment ago (${tool}), an installation sells no code a second time and repeats no number`, () =>
    restoreAndSellOn(serverOf));

async function restoreAndSellOn(serverOf: () => Promise<ArchivedServer>): Promise<void> {
  await using running = new AsyncDisposableStack();
  const server = running.use(await serverOf());
  const past = await sellThenLose(server);
  const url = await server.restoreTo(past.instant);
  const db = openDatabase(url, { connections: 2, name: 'facevalue test', limits: commandLimits });
  running.defer(() => db.end());
  const known = new Set((await salesOf(db)).map(({ codeId }) => codeId));
  const lost = past.sales.filter(({ codeId }) => !known.has(codeId));
  assert.ok(known.size > 0 && lost.length > 50, `${known.size} sales are known, ${lost.length} lost`);

  const command = (...args: string[]): Promise<Ran> => runCommand(url, args);
  const proof = await command('verify');
  assert.equal(proof.code, 1, proof.out);
  assert.match(proof.out, /^BROKEN .*restored from a backup/m);
  assert.doesNotMatch(proof.out, /Everything adds up/);
  for (const args of [['serve'], ['work'], ['client', 'add', '--name', 'Клуб']]) {
    const ran = await command(...args);
    assert.equal(ran.code, 1, `${args.join(' ')} on a restored database`);
    assert.match(ran.err, /restored from a backup.*run facevalue restored/);
  }
  const otherKey = { FACEVALUE_MASTER_KEY: Buffer.alloc(32, 9).toString('base64') };
  const locked = await runCommand(url, ['restored', 'begin'], otherKey);
  assert.equal(locked.code, 1);
  assert.match(locked.err, /master key/i);

  await runGuide(command);
  const begin = ['restored', 'begin', '--margin', String(margin)];
  assert.equal((await json(command(...begin, '--dry-run', '--json')))['counts'], undefined);
  const { counts } = await json(command(...begin, '--json'));
  assert.equal((counts as { codes: number }).codes, margin);
  assert.equal((await command(...begin)).code, 1, 'it is guarded already');
  assert.equal((await json(command('restored', 'show', '--json')))['state'], 'guarded');

  const numbers = await sellOn(url, past.product);
  const fresh = (await salesOf(db)).filter(({ codeId }) => !known.has(codeId));
  assert.ok(fresh.length >= 50, `${fresh.length} were sold since`);
  const lostCodes = new Set(lost.map(({ codeId }) => codeId));
  const twice = fresh.filter(({ codeId }) => lostCodes.has(codeId));
  assert.equal(twice.length, 0, `${twice.length} of ${lost.length} codes were sold twice`);
  const orderIds = new Set(past.sales.map(({ orderId }) => orderId));
  assert.ok(fresh.every(({ orderId }) => !orderIds.has(orderId)));
  assert.ok(numbers.every((id) => !past.requestIds.has(id)));

  await clearAll(command, past, lost);
  assert.equal((await json(command('restored', 'show', '--json')))['state'], 'none');
  const after = await command('verify');
  assert.equal(after.code, 0, after.out);
  const { rows } = await db.query<{ free: number }>(`select free from stock`);
  assert.equal(rows[0]?.free, poolSize - known.size - lost.length - fresh.length);
}

/** The commands of docs/operating.md; the one that would set codes aside only tells what it would do. */
async function runGuide(command: (...args: string[]) => Promise<Ran>): Promise<void> {
  const [guide] = samplesTestedBy(thisTest, 'docs/operating.md').filter(({ language }) => language === 'sh');
  const lines = guide?.code.trim().split('\n') ?? [];
  assert.equal(lines.length, 3);
  for (const line of lines) {
    const args = line
      .replace(/"[^"]+"/, new Date().toISOString())
      .split(' ')
      .slice(1);
    const ran = await command(...args, ...(args.includes('--lost-until') ? ['--dry-run'] : []));
    // Nothing is guarded yet.
    const code = args[0] === 'verify' ? 1 : 0;
    assert.equal(ran.code, code, `${line}: ${ran.out}${ran.err}`);
  }
}

interface Sale {
  codeId: number;
  position: number;
  orderId: number;
}

interface Past {
  product: TestProduct;
  codes: TestCode[];
  /** To which is restored: sales went on for some time after it. */
  instant: Date;
  sales: Sale[];
  requestIds: Set<number>;
}

async function sellThenLose(server: ArchivedServer): Promise<Past> {
  await using world = await shopWorld(server.url);
  const keyring = await openKeyring(world.db, testMasterKey, new Date());
  const place = { db: world.db, keyring, now: () => new Date() };
  const product = await addProduct(place, { facesRoubles: [500] });
  const codes = freshCodes(poolSize);
  await addCodes(place, product, 500, codes);
  world.product = product;
  const serve = await world.start('serve');
  await world.start('work');
  const stop = new AbortController();
  const placing = world.placeStubbornly(serve, { lanes, signal: stop.signal });
  await untilMore(world, 50);
  await server.backUp();
  await untilMore(world, 50);
  const instant = new Date();
  await untilMore(world, 200);
  stop.abort();
  await placing;
  await untilIssued(world.db);
  await server.archive();
  const past = { product, codes, instant, sales: await salesOf(world.db) };
  await Promise.all(world.processes.map((one) => one.kill('SIGKILL')));
  await server.kill();
  return { ...past, requestIds: new Set(world.accepted.values()) };
}

/** Orders again until some are issued; the ids that were answered. */
async function sellOn(url: string, product: TestProduct): Promise<number[]> {
  await using world = await shopWorld(url);
  world.product = product;
  const serve = await world.start('serve');
  await world.start('work');
  const stop = new AbortController();
  const placing = world.placeStubbornly(serve, { lanes, signal: stop.signal });
  await untilMore(world, 100);
  stop.abort();
  await placing;
  await untilIssued(world.db);
  return [...world.accepted.values()];
}

async function clearAll(
  command: (...args: string[]) => Promise<Ran>,
  { product, codes }: Past,
  lost: Sale[],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-restored-'));
  try {
    const file = join(folder, 'sold.csv');
    const numbers = lost.map(({ position }) => codes[position - 1]?.number);
    writeFileSync(file, ['Номер', ...numbers].join('\n'));
    assert.match((await command('restored', 'end')).err, /still set aside/);
    const ofProduct = ['--product', String(product.id)];
    const sold = await json(command('restored', 'codes', file, ...ofProduct, '--sold', '--json'));
    assert.deepEqual(sold, { codes: lost.length, unknown: 0, sold: true });
    const rest = await json(command('restored', 'codes', '--rest', ...ofProduct, '--unsold', '--json'));
    assert.equal(rest['codes'], margin - lost.length);
    await json(command('restored', 'orders', '--issue-all', '--json'));
    await json(command('restored', 'messages', '--drop', '--json'));
    await json(command('restored', 'limits', '--keep', '--json'));
    await json(command('restored', 'end', '--json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function salesOf(db: Database): Promise<Sale[]> {
  const { rows } = await db.query<Sale>(
    `select c.id as "codeId", c.position, r.order_id as "orderId"
     from codes c join requests r on r.client_id = c.client_id and r.id = c.request_id where c.state = 'sold'`,
  );
  return rows;
}

/** Held orders stay. */
async function untilIssued(db: Database): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await db.query(
      `select from requests where state = 'queued' and due_at <= now() limit 1`,
    );
    if (rows.length === 0) return;
    assert.ok(performance.now() < deadline, 'orders are not issued');
    await sleep(lookAgainMs);
  }
}

const runCommand = (url: string, args: string[], settings: Record<string, string> = {}): Promise<Ran> =>
  runMain(args, {
    DATABASE_URL: url,
    FACEVALUE_MASTER_KEY: testMasterKey.toString('base64'),
    FACEVALUE_LOG: 'error',
    ...settings,
  });

async function json(run: Promise<Ran>): Promise<Record<string, unknown>> {
  const { code, out, err } = await run;
  assert.equal(code, 0, out + err);
  return JSON.parse(out) as Record<string, unknown>;
}
