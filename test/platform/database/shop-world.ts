import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureOf } from '../../../src/clients/client-directory.ts';
import { openDatabase, transaction, type Database } from '../../../src/platform/database/database.ts';
import { commandLimits } from '../../../src/platform/database/database-limits.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import { openKeyring } from '../../../src/platform/secrets/keyring.ts';
import { migrate } from '../../../src/platform/migrations/migrate.ts';
import { travelOn } from '../../../src/platform/time-travel/set-time-travel.ts';
import { verify } from '../../../src/reports/verify.ts';
import { addClient, addProduct, type Place } from '../../support/arrange.ts';
import { callbackSink, type CallbackSink } from '../../support/callback-sink.ts';
import { startProcess, testMasterKey, type PlatformProcess } from '../../crash/platform-process.ts';
import { mailSink, type MailSink } from '../../support/mail-sink.ts';
import { assertInvariants } from '../../properties/invariants.ts';

/** A shop whose clients order continuously, whatever happens to the database, with a record of the answers. */
export interface ShopWorld extends AsyncDisposable {
  /** Directly to the database, not through a proxy. */
  db: Database;
  mail: MailSink;
  callbacks: CallbackSink;
  processes: PlatformProcess[];
  buyers: { id: number; secret: string }[];
  product: { id: number };
  start(
    role: 'serve' | 'work',
    settings?: Record<string, string>,
    nodeFlags?: string[],
  ): Promise<RunningRole>;
  /** Each lane orders one after another; without an answer it repeats with the same uuid. */
  placeStubbornly(serve: RunningRole, how: { lanes: number; signal: AbortSignal }): Promise<void>;
  /** Request ids by uuid. */
  accepted: Map<string, number>;
  /** When each order was accepted, from `performance.now()`, and for which client. */
  acceptances: { atMs: number; clientId: number }[];
  unanswered: { httpStatus: number | null; code: number | null }[];
  /** Otherwise the processes' own complaints are told. */
  assertAllAnswered(): void;
  /** Checks that everything is finished, and nothing is lost or duplicated. Stops the processes. */
  assertWhole(): Promise<void>;
}

export interface RunningRole {
  url: string;
  process: PlatformProcess;
}

const clients = 4;
const patienceMs = 60_000;
const callLimitMs = 60_000;
const pauseMs = 25;
const hourMs = 3_600_000;
/** Of what each process has complained of. */
const toldCharacters = 3000;

export async function shopWorld(databaseUrl: string): Promise<ShopWorld> {
  // After a long run its checks read much.
  const db = openDatabase(databaseUrl, { connections: 4, name: 'facevalue test', limits: commandLimits });
  const now = new Date();
  await migrate(db, now);
  const place: Place = { db, keyring: await openKeyring(db, testMasterKey, now), now: () => new Date() };
  const [mail, callbacks] = await Promise.all([mailSink(), callbackSink()]);
  const traits = { callbackUrl: callbacks.url, balanceRoubles: 10_000_000 };
  const buyers = await Promise.all(Array.from({ length: clients }, () => addClient(place, traits)));
  const product = await addProduct(place, { scheme: 'platform' });
  const processes: PlatformProcess[] = [];
  let ordered = 0;

  const world: ShopWorld = {
    db,
    mail,
    callbacks,
    processes,
    buyers,
    product,
    accepted: new Map(),
    acceptances: [],
    unanswered: [],
    async start(role, settings = {}, nodeFlags = []) {
      const { process, port } = await startAtFreePort((free) =>
        startProcess([...nodeFlags, 'src/main.ts', role, '--json'], {
          DATABASE_URL: databaseUrl,
          FACEVALUE_SMTP_URL: mail.url,
          [role === 'serve' ? 'PORT' : 'FACEVALUE_WORK_PORT']: String(free),
          ...settings,
        }),
      );
      processes.push(process);
      return { url: `http://127.0.0.1:${settings['PORT'] ?? port}`, process };
    },
    async placeStubbornly(serve, { lanes, signal }) {
      const lane = async (number: number): Promise<void> => {
        const buyer = buyers[number % clients];
        assert.ok(buyer !== undefined);
        while (!signal.aborted) {
          ordered += 1;
          const uuid = `order-${number}-${ordered}`;
          const order = { product_id: world.product.id, face: 500, uuid, email_to: `${uuid}@mail.example` };
          await placeOne(world, { url: serve.url, buyer, order, signal });
          await sleep(pauseMs);
        }
      };
      await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
    },
    assertAllAnswered() {
      if (world.unanswered.length === 0) return;
      assert.fail(
        `${world.unanswered.length} orders were not answered at once: ${JSON.stringify(world.unanswered[0])}\n${complaintsOf(world)}`,
      );
    },
    assertWhole: () => assertWhole(world),
    async [Symbol.asyncDispose]() {
      await Promise.all(processes.map((one) => one[Symbol.asyncDispose]()));
      await db.end();
      await Promise.all([mail.close(), callbacks.close()]);
    },
  };
  return world;
}

const mostPorts = 3;

/** Between the look for a free port and its use another process may take it: then the next one is tried. */
async function startAtFreePort(
  start: (port: number) => Promise<PlatformProcess>,
): Promise<{ process: PlatformProcess; port: number }> {
  for (let tries = 1; ; tries += 1) {
    const port = await lastingPort();
    try {
      return { process: await start(port), port };
    } catch (problem) {
      if (tries === mostPorts || !String(problem).includes(`Port ${port} of`)) throw problem;
    }
  }
}

interface Placing {
  url: string;
  buyer: { id: number; secret: string };
  order: { uuid: string };
  signal: AbortSignal;
}

async function placeOne(world: ShopWorld, { url, buyer, order, signal }: Placing): Promise<void> {
  while (!signal.aborted) {
    const id = await call(world, url, buyer, order);
    if (id !== null) {
      world.accepted.set(order.uuid, id);
      world.acceptances.push({ atMs: performance.now(), clientId: buyer.id });
      return;
    }
    await sleep(pauseMs);
  }
}

/** The id; null if the request was not processed. */
async function call(
  world: ShopWorld,
  url: string,
  { id, secret }: { id: number; secret: string },
  order: object,
): Promise<number | null> {
  const data = JSON.stringify(order);
  const sig = signatureOf('makeOrder', data, secret);
  const query = new URLSearchParams({ cmd: 'makeOrder', id: String(id), in: 'json', out: 'json', sig });
  try {
    const response = await fetch(`${url}/?${query.toString()}`, {
      method: 'POST',
      body: new URLSearchParams({ data }),
      signal: AbortSignal.timeout(callLimitMs),
    });
    const answer = (await response.json()) as { data?: { id: number }; error?: { code: number } };
    if (answer.data !== undefined) return answer.data.id;
    world.unanswered.push({ httpStatus: response.status, code: answer.error?.code ?? null });
  } catch {
    world.unanswered.push({ httpStatus: null, code: null });
  }
  return null;
}

async function assertWhole({ db, accepted, mail, callbacks, processes }: ShopWorld): Promise<void> {
  // Leases of a broken connection have ended by then.
  await transaction(db, (tx) => travelOn(tx, hourMs));
  let leftBefore = Infinity;
  let movedMs = performance.now();
  for (let left = 1; left > 0; await sleep(50)) {
    const { rows } = await db.query<{ left: number }>(
      `select (select count(*) from requests where ended_at is null) + (select count(*) from callbacks where state = 'due')
         + (select count(*) from deliveries where state = 'due') as left`,
    );
    left = rows[0]?.left ?? 0;
    if (left !== leftBefore) movedMs = performance.now();
    leftBefore = left;
    assert.ok(performance.now() - movedMs < patienceMs, `${left} things are left undone`);
  }
  const { rows: requests } = await db.query<{ uuid: string; id: number; state: string }>(
    `select uuid, id, state from requests`,
  );
  const ids = new Map(requests.map(({ uuid, id }) => [uuid, id]));
  assert.equal(ids.size, requests.length, 'no uuid became two orders');
  for (const [uuid, id] of accepted) assert.equal(ids.get(uuid), id, `${uuid} is what was answered`);
  assert.ok(requests.every(({ state }) => state === 'issued'));
  const told = new Set(callbacks.received.map(({ headers }) => headers['webhook-id']));
  assert.equal(told.size, requests.length, 'each outcome was told');
  assert.equal(new Set(mail.letters.map(({ messageId }) => messageId)).size, requests.length);
  // No vacuum has come by since the tables grew.
  await db.query('analyze');
  await assertInvariants(db);
  const proof = await transaction(db, (tx) => verify(tx, () => {}));
  assert.deepEqual(
    proof.checks.filter(({ ok }) => !ok),
    [],
  );
  const ends = await Promise.all(processes.filter((one) => one.isAlive()).map((one) => one.kill('SIGTERM')));
  assert.ok(ends.every((end) => end === null));
}

/** What each process wrote last, and how it ended. */
const complaintsOf = ({ processes }: ShopWorld): string =>
  processes
    .map(
      (one) =>
        `${one.isAlive() ? 'runs' : `ended with ${one.exitCode()}`}: ${one.said().slice(-toldCharacters)}`,
    )
    .join('\n');

/** Waits until this many more orders are accepted. */
export async function untilMore(world: ShopWorld, count: number): Promise<void> {
  const enough = world.accepted.size + count;
  const deadline = performance.now() + patienceMs;
  while (world.accepted.size < enough) {
    if (performance.now() > deadline)
      assert.fail(
        `only ${world.accepted.size} of ${enough} orders were accepted, last: ${JSON.stringify(world.unanswered.at(-1))}\n${complaintsOf(world)}`,
      );
    await sleep(20);
  }
}

/** The longest time between two acceptances of one client. */
export function longestPauseMs({ acceptances }: ShopWorld): number {
  const byClient = Map.groupBy(acceptances, ({ clientId }) => clientId);
  const pauses = [...byClient.values()].flatMap((ofClient) =>
    ofClient.slice(1).map(({ atMs }, index) => atMs - (ofClient[index]?.atMs ?? atMs)),
  );
  return Math.max(0, ...pauses);
}
