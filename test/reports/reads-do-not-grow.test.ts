import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fillHistory } from '../../bench/world/fill-history.ts';
import { buildShop } from '../../bench/world/shop.ts';
import { listClientPage } from '../../src/clients/list-clients.ts';
import { readDayTotals } from '../../src/ledger/day-totals.ts';
import { transaction, type Tx } from '../../src/platform/database/database.ts';
import { dayAfter, moscowDay } from '../../src/platform/time/moscow-time.ts';
import { readClientFacts } from '../../src/reports/client-onboarding.ts';
import { readWaiting } from '../../src/reports/what-waits/read-waiting.ts';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';

/** A thousand a day, half of them of one client. */
const history = { days: 40, orders: 40_000 };

interface World {
  database: MigratedDatabase;
  clientId: number;
}

async function openHistory(): Promise<World & AsyncDisposable> {
  const database = await migratedDatabase();
  const { clients, product } = await buildShop(database.db, database.keyring, database.now);
  const clientIds = clients.map(({ client }) => client.id);
  await fillHistory(database.url, { clientIds, product, ...history, until: database.now });
  const [clientId = 0] = clientIds;
  return { database, clientId, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
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

const reads: Record<string, Read> = {
  'the list of clients': {
    read: (tx) => listClientPage(tx, { wanted: '', than: null, direction: 'older', limit: 51 }),
    most: { rows: 110, scans: 1 },
  },
  'the steps of a client': {
    read: (tx, { clientId, database }) => readClientFacts(tx, [clientId], database.now),
    most: { rows: 20, scans: 3 },
  },
  'what waits': {
    read: (tx, { database }) => readWaiting(tx, ['callbacks', 'letters', 'quarantine'], database.now),
    most: { rows: 30, scans: 4 },
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
  });
  after(() => world[Symbol.asyncDispose]());

  for (const [what, { read, most }] of Object.entries(reads)) {
    test(`${what}: few rows, by few looks into each table`, async () => {
      const { rows, scans } = await takenBy(world, read);
      assert.ok(rows <= most.rows, `${rows} rows`);
      for (const [table, looks] of Object.entries(scans))
        assert.ok(looks <= most.scans, `${looks} looks into ${table}`);
    });
  }
});
