import { judgeFormerProducts } from '../../acts/catalog/judge-former-products.ts';
import type { Context } from '../../context.ts';
import { cellOf, type Celled } from '../../platform/cells/cell-context.ts';
import { answering } from '../../platform/cells/from-answering.ts';
import { ascending } from '../../platform/cells/merge.ts';
import { closeCells, openAsOne, openCells, type CellDatabases } from '../../platform/cells/open-cells.ts';
import { travellingClock, type TravellingClock } from '../../platform/time/clock.ts';
import {
  readConfig,
  readDatabaseConfig,
  readKnownConfig,
  type Config,
} from '../../platform/settings/config.ts';
import { crashPoints, type CrashPoint } from '../../platform/process/crash-point.ts';
import { attachDatabase, requireCluster } from '../../platform/database/database-server.ts';
import { commandLimits } from '../../platform/database/database-limits.ts';
import { readDatabaseTime } from '../../platform/database/database-time.ts';
import { beatOutside, noteBeatElsewhere } from '../../platform/database/heartbeat.ts';
import { refuseRestored } from '../../platform/database/history.ts';
import { DatabaseUnavailable } from '../../platform/database/database-errors.ts';
import {
  openDatabase,
  openShared,
  type DatabaseOptions,
  type Sql,
} from '../../platform/database/database.ts';
import { openKeyring, type Keyring } from '../../platform/secrets/keyring.ts';
import { migrate, prepareSchema } from '../../platform/migrations/migrate.ts';
import { followTimeTravel } from '../../platform/time-travel/time-travel.ts';
import { recordCommand } from '../../people/audit/record-command.ts';
import { changingRun } from './changing-run.ts';
import { noteUnreached, say, type Unreached } from './output.ts';

/** What a short-lived command needs: no mail, outgoing calls or queues. */
export interface CommandWorld extends Pick<Context, 'db' | 'pageDb' | 'cells' | 'cell'>, Celled {
  config: Config;
  clock: TravellingClock;
  /** The time outside the demo world, by which keys live. */
  trueNow: () => Date;
  /** How far this machine's clock is ahead of the database's. */
  databaseTime: { aheadMs: () => number };
  keyring: Keyring;
  crashPoint: CrashPoint;
}

const connections = 4;

/** Nobody waits for those that do not answer: what would be asked of them fails. */
async function withoutSilent(cells: readonly CellDatabases[]): Promise<{ db: Sql }[]> {
  const there = await answering(cells);
  return cells.map((cell) => (there.includes(cell) ? cell : { db: silent }));
}

const silent: Sql = { query: () => Promise.reject(new DatabaseUnavailable(null)) };

const byNode = (cells: readonly CellDatabases[]): Unreached[] =>
  [...Map.groupBy(cells, ({ node }) => node())].map(([node, here]) => ({
    node,
    cells: here.map(({ cell }) => cell).toSorted(ascending((cell: number) => cell)),
  }));

/** The same for what belongs to one client: in the cell in which whatever has this id lives. */
export const withCell = <Result>(
  id: number,
  work: (world: CommandWorld) => Promise<Result>,
): Promise<Result> => withWorld((world) => work(cellOf(world, id)));

/**
 * Opens the database, of a running installation or not, for one command, and closes it again. Only a command that `begins` an
 * installation makes its data folder, keys and tables, and only one that `acceptsRestored` changes a database that was
 * restored from a backup before it is guarded.
 */
export async function withWorld<Result>(
  work: (world: CommandWorld) => Promise<Result>,
  { begins = false, acceptsRestored = false } = {},
): Promise<Result> {
  if (!begins) requireCluster(readDatabaseConfig());
  const config = begins ? readConfig() : readKnownConfig();
  const database = await attachDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    exclusive: false,
    onProgress: say,
  });
  const outside = await beatOutside(config.heartbeatFile);
  const options: DatabaseOptions = {
    connections,
    name: 'facevalue command',
    prepare: config.databasePrepare,
    limits: commandLimits,
    // What only reads, as verify, may look at a restored database.
    ...(!acceptsRestored &&
      changingRun() !== null && {
        checkConnection: (connection) => refuseRestored(connection, () => outside),
      }),
  };
  const db = openDatabase(database.url, options);
  let cells: CellDatabases[] = [];
  try {
    const { nowMs, aheadMs } = await readDatabaseTime(db);
    const clock = travellingClock(nowMs);
    // So that a command that only reads, as verify, says it; a role that may not write has it said by the next process.
    if (outside !== null) await noteBeatElsewhere(db, outside).catch(() => {});
    if (begins) await migrate(db, clock.now());
    else await prepareSchema(db, config.production, clock.now());
    if (!config.production) (await followTimeTravel(db, clock)).stop();
    cells = await openCells(
      db,
      openAsOne((way) => openShared(database.url, { ...options, way })),
    );
    const keyring = await openKeyring(db, config, new Date(nowMs()), await withoutSilent(cells));
    const run = changingRun();
    if (run !== null) await recordCommand(db, keyring, run, clock.now());
    // What changes something needs all that it asks.
    const leftOut = run === null ? new Set<CellDatabases>() : undefined;
    noteUnreached(() => byNode([...(leftOut ?? [])]));
    const former = run === null ? null : await judgeFormerProducts({ db, cells, keyring, clock });
    if (former !== null)
      say(
        `Products of a version before: ${former.vouched.length} go on sale on the word of the upgrade, ${former.takenOut.length} wait for a final test (facevalue product list).`,
      );
    return await work({
      config,
      db,
      pageDb: db,
      cells,
      ...(leftOut !== undefined && { leftOut }),
      cell: null,
      clock,
      trueNow: () => new Date(nowMs()),
      databaseTime: { aheadMs },
      keyring,
      crashPoint: crashPoints(config.crashAt),
    });
  } finally {
    await closeCells(cells);
    await db.end();
    await database.stop();
  }
}
