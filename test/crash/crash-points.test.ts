import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { crashPointNames, type CrashPointName } from '../../src/platform/process/crash-point.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { transaction, type Database } from '../../src/platform/database/database.ts';
import { travelOn } from '../../src/platform/time-travel/set-time-travel.ts';
import { addProduct, freshCodes, type Place } from '../support/arrange.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { assertInvariants } from '../properties/invariants.ts';
import { testClient, type TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { startPlatform, testMasterKey, type PlatformProcess } from './platform-process.ts';
import { childEnvironment } from '../support/child-environment.ts';

const patienceMs = 60_000;
const pauseMs = 25;
const hourMs = 3_600_000;

/** The orders that every run places: their uuids and expected results. */
const letters = ['letter-1', 'letter-2', 'letter-3', 'letter-4'];
const links = ['link-1', 'link-2'];
const expiring = 'expires';

/** A world, and the process that works in it until it is killed. */
interface Story extends AsyncDisposable {
  world: TestWorld;
  client: { id: number; secret: string };
  pool: { id: number };
  platform: { id: number };
  /** The running process; a killed one is replaced by a new one an hour later. */
  process(): Promise<PlatformProcess>;
  shop(): Promise<TestClient>;
  /** How the first process ended. */
  firstEnd: Promise<NodeJS.Signals | null>;
}

async function beginStory(crashAt: string): Promise<Story> {
  // The process has the time of day. At its end the world is verified.
  const world = await testWorld({}, new Date().toISOString());
  const client = await world.client({ delayedMode: true, balanceRoubles: 10_000 });
  const [pool, platform] = [await world.product(), await world.product({ scheme: 'platform' })];
  await world.pool(pool, 500, letters.length);
  const settings = { DATABASE_URL: world.databaseUrl, FACEVALUE_SMTP_URL: world.mail.url };
  let running = await startPlatform({ ...settings, FACEVALUE_CRASH_AT: crashAt });
  let starting: Promise<void> | null = null;
  const story: Story = {
    world,
    client,
    pool,
    platform,
    firstEnd: running.ended,
    async process() {
      if (running.isAlive()) return running;
      starting ??= (async () => {
        // Leases of the dead process have ended by then.
        await travel(world.ctx.db);
        running = await startPlatform(settings);
        starting = null;
      })();
      await starting;
      return running;
    },
    shop: async () => testClient((await story.process()).ready.baseUrl, client, world.callbacks),
    async [Symbol.asyncDispose]() {
      await running.kill('SIGTERM');
      await world[Symbol.asyncDispose]();
    },
  };
  return story;
}

const travel = (db: Database): Promise<unknown> => transaction(db, (tx) => travelOn(tx, hourMs));

/** Places orders as clients do: without an answer the request is repeated with the same uuid. */
async function placeStubbornly(story: Story, order: object & { uuid: string }): Promise<number> {
  for (;;) {
    const shop = await story.shop();
    try {
      return await shop.makeOrder(order);
    } catch (problem) {
      if (problem instanceof assert.AssertionError) throw problem;
      await sleep(pauseMs);
    }
  }
}

async function placeAll(story: Story): Promise<Map<string, number>> {
  const orders = [
    ...letters.map((uuid) => ({
      uuid,
      product_id: story.pool.id,
      face: 500,
      email_to: `${uuid}@mail.example`,
    })),
    ...links.map((uuid) => ({ uuid, product_id: story.platform.id, face: 1000, delivery_type: 'link' })),
    { uuid: expiring, product_id: story.pool.id, face: 1000, ttl: 60 },
  ];
  const place = async (order: (typeof orders)[number]) =>
    [order.uuid, await placeStubbornly(story, order)] as const;
  // A separate one, so that there is more than one batch to be killed in.
  const [first, ...others] = orders.toReversed();
  const placed = [first && (await place(first)), ...(await Promise.all(others.map(place)))];
  return new Map(placed.filter((one) => one !== undefined));
}

/** Waits until nothing is left to do, with a process running all the time; `until` selects the requests. */
async function work(story: Story, until: 'the ttl' | 'the end'): Promise<void> {
  const deadline = performance.now() + patienceMs;
  const waiting = until === 'the ttl' ? `state = 'queued'` : `ended_at is null`;
  for (let left = 1; left > 0; await sleep(pauseMs)) {
    await story.process();
    const { rows } = await story.world.cellOf(story.client).db.query<{ left: number }>(
      `select (select count(*) from requests where ${waiting})
         + (select count(*) from deliveries where state = 'due')
         + (select count(*) from callbacks where state = 'due') as left`,
    );
    left = rows[0]?.left ?? 0;
    assert.ok(performance.now() < deadline, `${left} things are left undone before ${until}`);
  }
}

async function assertSameEnd(story: Story, ids: Map<string, number>): Promise<void> {
  const shop = await story.shop();
  for (const uuid of [...letters, ...links]) {
    const id = ids.get(uuid) ?? 0;
    assert.equal((await shop.getStatus(id))['status'], 'ok', uuid);
    assert.ok((await shop.getCode(id)).code !== '');
  }
  const cancelled = await shop.getStatus(ids.get(expiring) ?? 0);
  assert.deepEqual(
    [cancelled['status'], cancelled['error_code'], cancelled['reason']],
    ['error', 1210, 'cancelled'],
  );
  assert.equal(await shop.getBalance(), 10_000 - letters.length * 500 - links.length * 1000);

  const { rows: requests } = await story.world.all.query(`select 1 from requests`);
  assert.equal(requests.length, ids.size, 'no order twice');
  for (const { db } of everyCell(story.world.ctx)) await assertInvariants(db);
  assertTold(shop, ids);
  assertDelivered(story);
}

/** Every callback arrived; a repeat has the same body and id. */
function assertTold(shop: TestClient, ids: Map<string, number>): void {
  for (const [uuid, id] of ids) {
    const told = shop.told(id);
    assert.ok(told.length === 1 || told.length === 2, `${uuid} was told ${told.length} times`);
    assert.equal(new Set(told.map(({ messageId, body }) => messageId + body)).size, 1);
    assert.equal(told[0]?.status, uuid === expiring ? 'error' : 'ok');
  }
}

/** Every letter arrived; a repeat has the same Message-ID. */
function assertDelivered({ world: { mail } }: Story): void {
  for (const uuid of letters) {
    const received = mail.letters.filter(({ to }) => [to].flat()[0]?.text === `${uuid}@mail.example`);
    assert.ok(received.length === 1 || received.length === 2, `${uuid} came ${received.length} times`);
    assert.equal(new Set(received.map(({ messageId, text }) => `${messageId}${text}`)).size, 1);
  }
  assert.equal(new Set(mail.letters.map(({ messageId }) => messageId)).size, letters.length);
}

async function tell(crashAt: string): Promise<void> {
  await using story = await beginStory(crashAt);
  const ids = await placeAll(story);
  await work(story, 'the ttl');
  await travel(story.world.ctx.db);
  await work(story, 'the end');
  if (crashAt !== '') {
    const end = await Promise.race([story.firstEnd, sleep(pauseMs, 'it lives' as const, { ref: false })]);
    assert.equal(end, 'SIGKILL', 'the crash point was not reached');
  }
  await assertSameEnd(story, ids);
}

/** Points at which several things are in progress are also tested the second time round. */
const repeated: CrashPointName[] = [
  'place-orders:after-commit',
  'deliver:after-send',
  'send-callbacks:after-call',
];
const ofImports: CrashPointName[] = ['import-pool:before-commit', 'import-pool:after-commit'];
const verbOf = (name: CrashPointName): string => name.split(':')[0] ?? '';
/** The crash points that every order passes; others are tested with suppliers, tills and letters. */
const storyVerbs = ['place-orders', 'issue-orders', 'end-orders', 'deliver', 'send-callbacks'];
const ofOrders = crashPointNames.filter((name) => storyVerbs.includes(verbOf(name)));

test('every crash point has a test that kills the platform there', () => {
  const root = join(import.meta.dirname, '../..');
  const others = globSync('{test,src}/**/*.test.ts', { cwd: root })
    .filter((path) => !path.startsWith('test/crash/'))
    .map((path) => readFileSync(join(root, path), 'utf8'));
  const untried = crashPointNames.filter(
    (name) =>
      ![...ofOrders, ...ofImports].includes(name) &&
      !others.some((text) => text.includes(`${verbOf(name)}:`)),
  );
  assert.deepEqual(untried, []);
});

test('without a crash the orders end as expected', () => tell(''));
for (const name of [...ofOrders, ...repeated.map((point) => `${point}#2`)]) {
  test(`killed at ${name}, the platform reaches the same result`, { timeout: 2 * patienceMs }, () =>
    tell(name),
  );
}

for (const name of ofImports) {
  test(`killed at ${name}, an import is complete or absent, and its repeat loads each code once`, async () => {
    await using world = await migratedDatabase();
    const place: Place = { ...world, now: () => world.now };
    const product = await addProduct(place);
    const folder = mkdtempSync(join(tmpdir(), 'facevalue-crash-'));
    const file = join(folder, 'codes.csv');
    const codes = freshCodes(50);
    writeFileSync(file, ['Номер;ПИН', ...codes.map(({ number, pin }) => `${number};${pin}`)].join('\n'));
    const args = ['src/main.ts', 'pool', 'import', file, '--product', String(product.id), '--face', '500'];
    assert.equal((await runCommand(args, world.url, name)).signal, 'SIGKILL');
    const loaded = await countCodes(world.db);
    assert.equal(loaded, name === 'import-pool:before-commit' ? 0 : codes.length);
    const repeat = await runCommand(args, world.url, '');
    assert.equal(repeat.code, loaded === 0 ? 0 : 1, 'what is there already is not loaded again');
    assert.equal(await countCodes(world.db), codes.length);
    await assertInvariants(world.db);
    rmSync(folder, { recursive: true });
  });
}

function runCommand(
  args: string[],
  databaseUrl: string,
  crashAt: string,
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'ignore',
    env: {
      ...childEnvironment,
      DATABASE_URL: databaseUrl,
      FACEVALUE_MASTER_KEY: testMasterKey.toString('base64'),
      FACEVALUE_CRASH_AT: crashAt,
    },
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/** In the vault, or on their way from the import to a cell. */
async function countCodes(db: Database): Promise<number> {
  const { rows } = await db.query<{ codes: number }>(
    `select (select count(*) from codes) + (select count(*) from import_codes) as codes`,
  );
  return rows[0]?.codes ?? 0;
}
