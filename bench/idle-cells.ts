/**
 * What `work` costs while nothing happens, with so many cells on one server; 0: without. Not part of a run of all sections.
 * `node bin/facevalue.mjs --run bench/idle-cells.ts 0 8 32`
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { spreadTables } from '../src/platform/cells/spread-tables.ts';
import { openDatabase, transaction } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/migrations/migrate.ts';
import { startBenchServer, type BenchServer } from './world/bench-server.ts';
import { startPlatform } from './world/platform-process.ts';
import { processorTime } from './world/processor-time.ts';

/** Until then what is empty has its longest pauses. */
const settleMs = 90_000;
const measureMs = 30_000;

const server = await startBenchServer(() => {}, null);
try {
  for (const cells of process.argv.slice(2).map(Number)) console.log(await measure(server, cells));
} finally {
  await server.stop();
}

/** Milliseconds of processor time a second, transactions and new connections a second, and connections. */
async function measure(bench: BenchServer, cells: number) {
  const { pid, folder } = bench;
  const databaseUrl = await bench.create(`idle_${cells}`);
  const db = openDatabase(databaseUrl, { connections: 1, name: 'facevalue bench' });
  await migrate(db, new Date());
  if (cells > 0) await transaction(db, (tx) => spreadTables(tx, cells));
  const masterKey = randomBytes(32);
  const work = await startPlatform('work', { databaseUrl, dataFolder: folder, masterKey, profile: null });
  const count = async () =>
    (
      await db.query<{ transactions: number; sessions: number; written: number; connections: number }>(
        `select xact_commit as transactions, sessions, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as written, numbackends as connections from pg_stat_database where datname = current_database()`,
      )
    ).rows[0] ?? { transactions: 0, sessions: 0, written: 0, connections: 0 };
  await sleep(settleMs);
  const before = await count();
  const used = await processorTime({ work: work.pid, postgres: pid }, () => sleep(measureMs));
  const after = await count();
  await work.stop();
  await db.end();
  const seconds = measureMs / 1000;
  return {
    cells,
    work: (used?.work ?? 0) / 1000 / seconds,
    postgres: (used?.postgres ?? 0) / 1000 / seconds,
    transactions: (after.transactions - before.transactions) / seconds,
    sessions: (after.sessions - before.sessions) / seconds,
    /** Transactions that wrote. */
    written: (after.written - before.written) / seconds,
    connections: after.connections,
  };
}
