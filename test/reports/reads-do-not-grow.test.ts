import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fillHistory, firstRequestId } from '../../bench/world/fill-history.ts';
import { buildShop } from '../../bench/world/shop.ts';
import { settleAbandoned } from '../../src/callbacks/settle-abandoned.ts';
import { listClientPage } from '../../src/clients/list-clients.ts';
import { readDayTotals } from '../../src/ledger/day-totals.ts';
import { settleFailures } from '../../src/messaging/queue/settle-failures.ts';
import { clientOfRequest } from '../../src/orders/search/client-of-request.ts';
import { searchOrders } from '../../src/orders/search/search-orders.ts';
import { readWanted } from '../../src/orders/search/terms.ts';
import { transaction, type Database, type Tx } from '../../src/platform/database/database.ts';
import { dayAfter, moscowDay } from '../../src/platform/time/moscow-time.ts';
import { readClientFacts } from '../../src/reports/client-onboarding.ts';
import {
  findMembers,
  findOrdersAnywhere,
  findClients,
  findSuppliers,
  findProducts,
} from '../../src/reports/find-anything.ts';
import { findRequestKeys } from '../../src/reports/find-request-keys.ts';
import { mostQueued, readQueues } from '../../src/reports/health/queues.ts';
import { readWaiting } from '../../src/reports/what-waits/read-waiting.ts';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';

const dayMs = 86_400_000;

/** A thousand a day, half of them of one client. */
const history = { days: 40, orders: 40_000 };

interface World {
  database: MigratedDatabase;
  clientId: number;
}

async function openHistory(): Promise<World & AsyncDisposable> {
  const database = await migratedDatabase();
  await withoutAutovacuum(database.db);
  const { clients, product } = await buildShop(database.db, database.keyring, database.now);
  const clientIds = clients.map(({ client }) => client.id);
  await fillHistory(database.url, { clientIds, product, ...history, until: database.now });
  const [clientId = 0] = clientIds;
  return { database, clientId, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

/** What autovacuum has counted makes the planner look into indexes too, and these looks count as those of the reads. */
async function withoutAutovacuum(db: Database): Promise<void> {
  const { rows } = await db.query<{ relname: string }>(`select relname from pg_stat_user_tables`);
  for (const { relname } of rows) await db.query(`alter table ${relname} set (autovacuum_enabled = off)`);
}

/** What failed before the last days was settled long ago. */
function settleAllBut({ database }: World, days: number): Promise<unknown> {
  const ago = new Date(database.now.getTime() - days * dayMs);
  const decision = { by: 'Mila', because: 'the client knows', at: database.now };
  return transaction(database.db, async (tx) => {
    const settled = [
      ...(await settleAbandoned(tx, { ids: null, until: ago }, decision)),
      ...(await settleFailures(tx, { ids: null, until: ago }, decision)),
    ];
    assert.ok(settled.length > 0);
  });
}

const oldest = (table: string): string =>
  `request_id in (select request_id from ${table} where client_id = $1 order by request_id limit 5000)`;

/** Long queues of one client: callbacks that are tried again later, and letters of next year. */
async function addBacklog({ database: { db, now }, clientId }: World): Promise<void> {
  const nextYear = new Date(now.getTime() + 365 * dayMs);
  await db.query(
    `update callbacks set state = 'due', ended_at = null, due_at = $2 where client_id = $1 and ${oldest('callbacks')}`,
    [clientId, now],
  );
  await db.query(
    `update deliveries set state = 'due', sent_at = null, due_at = $2 where client_id = $1 and ${oldest('deliveries')}`,
    [clientId, nextYear],
  );
}

/** What a read has taken: of each table, how often it was looked into, and how many rows were fetched. */
interface Taken {
  scans: Record<string, number>;
  rows: number;
}

function takenBy(world: World, read: Read['read']): Promise<Taken> {
  return transaction(world.database.db, async (tx) => {
    // Small tables are read from end to end, large ones by their indexes: as if these were large.
    await tx.query(`set local enable_seqscan = off`);
    const earlier = await counters(tx);
    await read(tx, world);
    const now = await counters(tx);
    const scans: Record<string, number> = {};
    let rows = 0;
    for (const [table, one] of now) {
      const was = earlier.get(table) ?? { scans: 0, rows: 0 };
      if (one.scans > was.scans) scans[table] = one.scans - was.scans;
      rows += one.rows - was.rows;
    }
    return { scans, rows };
  });
}

async function counters(tx: Tx): Promise<Map<string, { scans: number; rows: number }>> {
  const { rows } = await tx.query<{ relname: string; scans: number; rows: number }>(
    `select relname, coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans,
       coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows
     from pg_stat_xact_user_tables`,
  );
  return new Map(rows.map(({ relname, ...one }) => [relname, one]));
}

interface Read {
  read: (tx: Tx, world: World) => Promise<unknown>;
  /** Rows that may be fetched, and how often one table may be looked into. */
  most: { rows: number; scans: number };
}

/** An order in the middle of the history. */
const number = firstRequestId + history.orders / 2;

const searched = (text: string) => readWanted(text) ?? assert.fail('nothing is wanted');

const commentSearch =
  (text: string): Read['read'] =>
  (tx, { clientId, database }) => {
    const day = moscowDay(new Date(database.now.getTime() - dayMs));
    return searchOrders(tx, database.keyring, { clientId, wanted: searched(text), day, fromKey: null });
  };

const reads: Record<string, Read> = {
  'whose order a number is': {
    read: async (tx) => assert.ok((await clientOfRequest(tx, number)) !== null),
    most: { rows: 1, scans: 1 },
  },
  'orders of all by number': {
    read: (tx) => findRequestKeys(tx, number),
    most: { rows: 4, scans: 2 },
  },
  'anything by number': {
    read: (tx, { database }) =>
      findOrdersAnywhere({ pageDb: tx, keyring: database.keyring, cells: [] }, searched(String(number))),
    most: { rows: 10, scans: 2 },
  },
  'names by their words, where there are none': {
    read: (tx) =>
      Promise.all([
        findClients({ pageDb: tx, cells: [] }, searched('нигде'), 'words'),
        findSuppliers({ pageDb: tx, cells: [] }, searched('нигде'), 'words'),
        findProducts(tx, searched('нигде'), 'words'),
        findMembers({ pageDb: tx, cells: [] }, searched('нигде')),
      ]),
    most: { rows: 0, scans: 3 },
  },
  // 250 orders are looked at, and 50 of them shown.
  'comments of a day': { read: commentSearch('Бонусы'), most: { rows: 320, scans: 5 } },
  'comments of a day, in none of them': { read: commentSearch('nowhere'), most: { rows: 260, scans: 5 } },
  'the list of clients': {
    read: (tx) =>
      listClientPage({ pageDb: tx, cells: [] }, { wanted: '', fromKey: null, direction: 'older', limit: 51 }),
    most: { rows: 110, scans: 1 },
  },
  'the steps of a client': {
    read: (tx, { clientId, database }) => readClientFacts(tx, [clientId], database.now),
    most: { rows: 20, scans: 3 },
  },
  'what waits': {
    read: (tx, { database }) =>
      readWaiting({ pageDb: tx, cells: [] }, ['callbacks', 'letters', 'quarantine'], database.now),
    most: { rows: 30, scans: 4 },
  },
  'how long the queues are': {
    read: async (tx, { database }) => {
      const queues = await readQueues({ pageDb: tx, cells: [] }, database.now);
      const waiting = new Map(queues.map((one) => [one.queue, one.waiting]));
      assert.deepEqual([waiting.get('callbacks'), waiting.get('letters')], [mostQueued + 1, 0]);
    },
    most: { rows: 1100, scans: 20 },
  },
  'money of three periods': {
    read: (tx, { clientId, database }) => {
      const today = moscowDay(database.now);
      const period = (from: number, to: number) => ({ from: dayAfter(today, from), to: dayAfter(today, to) });
      return readDayTotals(tx, clientId, [period(-29, 1), period(-38, -32), period(-9, 1)]);
    },
    // Nine kinds for the totals of now; of the old period, those that there are; none of the transfers.
    most: { rows: 100, scans: 12 },
  },
};

describe('what pages read of a long history', () => {
  let world: World & AsyncDisposable;
  before(async () => {
    world = await openHistory();
    await settleAllBut(world, 7);
    await addBacklog(world);
  });
  after(() => world[Symbol.asyncDispose]());

  for (const text of ['Бонусы', 'nowhere'])
    test(`comments of a day are read on to its first order: ${text}`, async () => {
      const { database, clientId } = world;
      const day = moscowDay(new Date(database.now.getTime() - dayMs));
      const found: number[] = [];
      let fromKey: number | null = null;
      let pages = 0;
      do {
        const ask = { clientId, wanted: searched(text), day, fromKey };
        const { rows, lookedTo } = await searchOrders(database.db, database.keyring, ask);
        found.push(...rows.map(({ requestId }) => requestId));
        fromKey = lookedTo;
        pages += 1;
      } while (fromKey !== null);
      const { rows: span } = await database.db.query<{ orders: number }>(
        `select count(*) as orders from requests r join order_day_spans s on s.client_id = r.client_id
         where r.client_id = $1 and s.day = $2 and r.id between s.first_request and s.last_request`,
        [clientId, day],
      );
      const orders = span[0]?.orders ?? 0;
      assert.ok(orders > 400);
      assert.deepEqual(
        found,
        found.toSorted((one, other) => other - one),
      );
      assert.equal(new Set(found).size, text === 'nowhere' ? 0 : orders);
      assert.ok(pages >= 2);
    });

  for (const [what, { read, most }] of Object.entries(reads)) {
    test(`${what}: few rows, by few looks into each table`, async () => {
      const { rows, scans } = await takenBy(world, read);
      assert.ok(rows <= most.rows, `${rows} rows`);
      for (const [table, looks] of Object.entries(scans))
        assert.ok(looks <= most.scans, `${looks} looks into ${table}`);
    });
  }
});
