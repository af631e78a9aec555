import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createPdfMaker } from '../../src/certificates/documents/pdf/pdf-maker.ts';
import { createGiftPages } from '../../src/http/gift-page/gift-pages.ts';
import { createServer } from '../../src/http/server.ts';
import { chargeBack, topUp } from '../../src/ledger/top-up.ts';
import { cellOf, everyCell } from '../../src/platform/cells/cell-context.ts';
import type { Context } from '../../src/context.ts';
import { openContext, type OpenedContext } from '../../src/open-context.ts';
import { spreadTables } from '../../src/platform/cells/spread-tables.ts';
import { carryRuns } from '../../src/orders/dealing/carry-runs.ts';
import { wakeDelayed } from '../../src/orders/wake-delayed.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { openDatabase, transaction, type Sql, type Tx } from '../../src/platform/database/database.ts';
import { openKeyring } from '../../src/platform/secrets/keyring.ts';
import { fullPasswordCost, type PasswordCost } from '../../src/platform/secrets/password.ts';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { noteStocked } from '../../src/vault/dealing/note-stocked.ts';
import { checkOffers } from '../../src/reports/verify-offers.ts';
import { verifyCells } from '../../src/reports/verify-cells.ts';
import { CELLS_VARIABLE } from '../cells/without-cells.ts';
import { openAllCells } from './all-cells.ts';
import {
  addClient,
  addCodes,
  addProduct,
  freshCodes,
  type ClientTraits,
  type Place,
  type ProductTraits,
  type TestCode,
  type TestProduct,
} from './arrange.ts';
import { callbackSink, type CallbackSink } from './callback-sink.ts';
import { CITUS_VARIABLE, spreadDatabase, WORLDS_VARIABLE } from './citus-database.ts';
import { mailSink, type MailSink } from './mail-sink.ts';
import { queuesOf } from './settle-queues.ts';
import { testClient, type TestClient } from './test-client.ts';
import { testClock, type TestClock } from './test-clock.ts';
import { createTestDatabase } from './test-cluster.ts';

const masterKey = Buffer.alloc(32, 7).toString('base64');

/** One whole platform with its own database: API, pages and queues, a mail server and a callback receiver. */
export interface TestWorld extends AsyncDisposable {
  ctx: OpenedContext;
  /** Where the client's orders are: `ctx` itself, unless the world has cells. */
  cellOf(client: { id: number }): Context;
  /** Where the first client's orders are; what is common to all is found there too. `ctx` itself, unless the world has cells. */
  home: Context;
  /** Reads the tables of all cells as if there were none; the database itself unless the world has cells. */
  all: Sql;
  /** Where the next client comes, or the one that is to have this id. */
  newHome(traits?: { id?: number }): Context;
  server: FastifyInstance;
  baseUrl: string;
  /** The URL of its database, for further processes. */
  databaseUrl: string;
  clock: TestClock;
  mail: MailSink;
  callbacks: CallbackSink;
  /** By default a client with 100,000 roubles that is called back at `callbacks`. */
  client(traits?: ClientTraits): Promise<TestClient>;
  /** By default a product with faces of 500 and 1000 roubles and an empty pool. */
  product(traits?: ProductTraits): Promise<TestProduct>;
  /** Loads codes, or this many new ones, into a face's pool like the operator's command; returns them. */
  pool(product: TestProduct, faceRoubles: number, codes: number | TestCode[]): Promise<TestCode[]>;
  /** Books money to a client's funds; a chargeback if negative. */
  pay(client: TestClient, roubles: number): Promise<void>;
  /** Runs every queue until nothing is due at the present time of the world's clock. */
  settle(): Promise<void>;
}

/** The least that argon2 takes: signing in is what hundreds of tests begin with. `password.test.ts` has the program's. */
const cheapPasswords: PasswordCost = { memory: 8, passes: 1, parallelism: 1 };

const usualStart = '2026-11-21T12:00:00+03:00';

/**
 * `settings` are environment variables; the clock stands at `start` until it is moved. `prepare` may change the database
 * before the platform opens it, and returns the address that the platform gets.
 */
export async function testWorld(
  settings: Record<string, string> = {},
  start: string = usualStart,
  prepare: (url: string) => Promise<string> = (url) => Promise.resolve(url),
  passwordCost = cheapPasswords,
): Promise<TestWorld> {
  const ofRun = { ...process.env, ...settings };
  const onCluster = ofRun[WORLDS_VARIABLE] === 'citus';
  const cells = Number(ofRun[CELLS_VARIABLE] ?? (onCluster ? 3 : 0));
  const clock = testClock(start);
  const [database, mail, callbacks] = await Promise.all([
    onCluster
      ? spreadDatabase({ cells, at: ofRun[CITUS_VARIABLE] ?? '' })
      : migratedDatabase(clock.now(), cells),
    mailSink(),
    callbackSink(),
  ]);
  const databaseUrl = await prepare(database.url);
  const dataFolder = mkdtempSync(join(tmpdir(), 'facevalue-world-'));
  const config = readConfig({
    FACEVALUE_MASTER_KEY: masterKey,
    FACEVALUE_DATA: dataFolder,
    FACEVALUE_SMTP_URL: mail.url,
    FACEVALUE_LOG: 'silent',
    // No test queries real name servers.
    FACEVALUE_DNS_SERVERS: '127.0.0.1:9',
    FACEVALUE_OPERATOR_TOKEN: 'operator-token',
    PORT: '0',
    ...settings,
  });
  const ctx = await openContext(config, {
    databaseUrl,
    name: 'facevalue test',
    clock,
    passwordCost,
  });
  const pdf = createPdfMaker();
  const server = await createServer(ctx, {
    giftPages: createGiftPages(ctx, pdf),
    makePdf: (view, code) => pdf.make(view, code, null, view.language),
    makePaper: (paper) => pdf.paper(paper),
    onPlaced: () => {},
  });
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
  config.baseUrl = baseUrl;
  const queues = queuesOf(ctx);
  const all = openAllCells(ctx, databaseUrl);

  let clientsMade = 0;
  function newHome({ id }: { id?: number } = {}): Context {
    if (id !== undefined) return cellOf(ctx, id);
    // One cell after the other, as an installation fills them.
    const cell = everyCell(ctx)[clientsMade % Math.max(cells, 1)] ?? ctx;
    clientsMade += 1;
    return cell;
  }
  const place: Place = { db: ctx.db, keyring: ctx.keyring, now: () => clock.now() };

  return {
    ctx,
    server,
    baseUrl,
    databaseUrl,
    clock,
    mail,
    callbacks,
    cellOf: ({ id }) => cellOf(ctx, id),
    newHome,
    home: everyCell(ctx)[0] ?? ctx,
    all,
    async client(traits) {
      const { db } = newHome(traits);
      const added = await addClient({ ...place, db }, { callbackUrl: callbacks.url, ...traits });
      return testClient(baseUrl, added, callbacks, { repeats: onCluster });
    },
    product: (traits) => addProduct(place, traits),
    async pool(product, faceRoubles, codes) {
      const loaded = typeof codes === 'number' ? freshCodes(codes) : codes;
      const woken = async (tx: Tx) => cells === 0 && wakeDelayed(tx, clock.now(), product.id);
      await addCodes(place, product, faceRoubles, loaded, woken);
      await carryRuns(ctx);
      if (cells > 0) await noteStocked(ctx.db, ctx.cells);
      return loaded;
    },
    pay: (client, roubles) =>
      transaction(cellOf(ctx, client.id).db, async (tx) => {
        const amountKopecks = Math.abs(roubles) * 100;
        const money = { clientId: client.id, amountKopecks, reference: randomUUID(), note: 'test' };
        if (roubles > 0) await topUp(tx, money, clock.now());
        else await chargeBack(tx, money, clock.now());
      }),
    settle: () => queues.settle(),
    async [Symbol.asyncDispose]() {
      const each = everyCell(ctx);
      const left = (await Promise.all(each.map(unfinishedWork))).join('');
      const overlooked = await queues.overlooked();
      const broken = await brokenPromises(ctx);
      await server.close();
      await pdf.close();
      await Promise.all([all.end(), ctx.close()]);
      await Promise.all([database.drop(), mail.close(), callbacks.close()]);
      rmSync(dataFolder, { recursive: true, force: true });
      if (broken !== '') throw new Error(`The world was left with broken promises: ${broken}.`);
      if (overlooked.length > 0)
        throw new Error(
          `Queues found work that the look at all of them does not see: ${overlooked.join(', ')}.`,
        );
      if (left !== '') throw new Error(`The world was left with unfinished work: ${left}.`);
    },
  };
}

/** Passwords cost what they do in the program: for tests of what signing in costs. */
export const worldWithFullPasswords = (settings: Record<string, string> = {}): Promise<TestWorld> =>
  testWorld(settings, undefined, undefined, fullPasswordCost);

/** Due work that was not done: a test that leaves some has not looked at all its effects. */
async function unfinishedWork(ctx: Context): Promise<string> {
  const { rows } = await ctx.db.query<{ queue: string; due: number }>(
    `select 'requests' as queue, count(*) as due from requests where state = 'queued' and due_at <= $1
     union all select 'deliveries', count(*) from deliveries where state = 'due' and due_at <= $1
     union all select 'callbacks', count(*) from callbacks where state = 'due' and due_at <= $1`,
    [ctx.clock.now()],
  );
  return rows
    .filter((row) => row.due > 0)
    .map((row) => `${row.due} ${row.queue}`)
    .join(', ');
}

/** `verify`, at the end of every test. */
async function brokenPromises(ctx: Context): Promise<string> {
  const { checks } = await verifyCells(ctx, () => {});
  return [...checks, await checkOffers(ctx.db)]
    .filter(({ ok }) => !ok)
    .map(({ promise, rows }) => `${promise} ${JSON.stringify(rows)}`)
    .join('; ');
}

function migratedDatabase(now: Date, cells: number) {
  return createTestDatabase(async (url) => {
    const db = openDatabase(url, { connections: 2, name: 'facevalue test template' });
    await migrate(db, now);
    await openKeyring(db, Buffer.from(masterKey, 'base64'), now);
    if (cells > 0) await transaction(db, (tx) => spreadTables(tx, cells));
    await db.end();
  }, `migrated-database-${cells}`);
}
