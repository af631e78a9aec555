/** Opens the context: database with migrations, keys, mail and outgoing calls. */
import manifest from '../package.json' with { type: 'json' };
import { formerWereJudged, judgeFormerProducts } from './acts/catalog/judge-former-products.ts';
import type { Context } from './context.ts';
import {
  closeCells,
  openCells,
  type CellDatabases,
  type DatabaseKind,
  type OpenNode,
} from './platform/cells/open-cells.ts';
import { travellingClock, type Clock } from './platform/time/clock.ts';
import type { Config } from './platform/settings/config.ts';
import { crashPoints } from './platform/process/crash-point.ts';
import { followDatabaseTime } from './platform/database/database-time.ts';
import { openDatabase, openShared, type DatabaseOptions } from './platform/database/database.ts';
import { pageLimits } from './platform/database/database-limits.ts';
import { historyGuard } from './platform/database/follow-history.ts';
import { followVersions } from './platform/database/follow-versions.ts';
import { openHeartbeat } from './platform/database/heartbeat.ts';
import { createHttpClient } from './platform/network/http-client.ts';
import { followKeys } from './platform/secrets/follow-keys.ts';
import { openKeyring } from './platform/secrets/keyring.ts';
import { fullPasswordCost, type PasswordCost } from './platform/secrets/password.ts';
import { createLog } from './platform/process/log.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { createMetrics, watchHeartbeat } from './platform/process/metrics.ts';
import { prepareSchema } from './platform/migrations/migrate.ts';
import { createTexter } from './platform/texter/texter.ts';
import { openTracing } from './platform/tracing/tracing.ts';
import { followTimeTravel } from './platform/time-travel/time-travel.ts';

export interface OpenedContext extends Context {
  close(): Promise<void>;
}

/** One for each batch of orders in progress. */
const acceptConnections = 2;

/** Besides those of the settings; opened only by a process whose pages are visited. */
const pageConnections = 4;
/** What queues ask together is costly to plan, so it is always asked over the same one; opened only by `work`. */
const lookConnections = 1;
/**
 * A new connection reads the database's catalog and plans each statement again, which costs more than what it is
 * asked for now and then.
 */
const keptIdleMs = 120_000;

type KindOptions = Pick<DatabaseOptions, 'connections' | 'limits' | 'keptIdleMs' | 'planOnce'>;

/** Connections of a process to one server, by kind. */
const kindsOf = (connections: number): Record<DatabaseKind, KindOptions> => ({
  db: { connections: connections - acceptConnections },
  acceptDb: { connections: acceptConnections },
  pageDb: { connections: pageConnections, limits: pageLimits, keptIdleMs },
  lookDb: { connections: lookConnections, planOnce: true },
});

/** With cells, each has its own rounds and batches, and what a cell lacks is dealt while the next batch is accepted. */
const connectionsFactorOfNode = 2;

/**
 * With cells, of a process at each node, for all cells there. Orders are accepted by statements that would be planned
 * five times a cell and connection.
 */
function kindsOfNode(connections: number): Record<DatabaseKind, KindOptions> {
  const { db, acceptDb, ...others } = kindsOf(connections);
  return {
    db: { connections: connectionsFactorOfNode * db.connections },
    acceptDb: { connections: connectionsFactorOfNode * acceptDb.connections, planOnce: true },
    ...others,
  };
}

export async function openContext(
  config: Config,
  options: { databaseUrl: string; name: string; clock?: Clock; passwordCost?: PasswordCost },
): Promise<OpenedContext> {
  const common = { name: options.name, prepare: config.databasePrepare };
  const log = createLog(config.logLevel);
  const crashPoint = crashPoints(config.crashAt);
  const heartbeat = await openHeartbeat(config.heartbeatFile, log, crashPoint);
  // So that no process goes on with a database that was restored at the old address.
  const guard = historyGuard(heartbeat, () => process.exit(1));
  const guarded = { ...common, checkConnection: guard.check };
  const ofKind = kindsOf(config.databaseConnections);
  const ofNode = kindsOfNode(config.databaseConnections);
  const open = (kind: DatabaseKind) => openDatabase(options.databaseUrl, { ...guarded, ...ofKind[kind] });
  const databases = {
    db: open('db'),
    acceptDb: open('acceptDb'),
    pageDb: open('pageDb'),
    lookDb: open('lookDb'),
  };
  /** A node is not asked whether it was restored: it would ask the coordinator, without which orders go on. */
  const openNode: OpenNode = (way) => {
    const settings = { ...(way === null ? guarded : common), way };
    const share = (kind: DatabaseKind) =>
      openShared(options.databaseUrl, { ...settings, ...ofNode[kind], keptIdleMs });
    return { db: share('db'), acceptDb: share('acceptDb'), pageDb: share('pageDb'), lookDb: share('lookDb') };
  };
  const { db } = databases;
  let cells: CellDatabases[] = [];
  const endAll = () => closeCells([...cells, databases]);
  try {
    for (const warning of config.warnings) log.warn(warning);
    const databaseTime = await followDatabaseTime(db, log);
    const travelling = travellingClock(databaseTime.nowMs);
    const clock = options.clock ?? travelling;
    await prepareSchema(db, config.production, clock.now());
    cells = await openCells(db, openNode);
    const travel = config.production || options.clock ? null : await followTimeTravel(db, travelling);
    const passwordCost = options.passwordCost ?? fullPasswordCost;
    const keyring = await openKeyring(db, config, new Date(databaseTime.nowMs()), cells, passwordCost);
    const former = await judgeFormerProducts({ db, cells, keyring, clock });
    if (former !== null) log.warn(former, formerWereJudged);
    const history = guard.follow(db, log);
    const versions = followVersions(cells.length === 0 ? [databases] : cells, () => clock.now());
    const following = followKeys(db, keyring, databaseTime.nowMs, log);
    const metrics = createMetrics();
    watchHeartbeat(metrics, heartbeat?.ageSeconds ?? (() => 0));
    const { nowMs } = databaseTime;
    const { version } = manifest;
    const { name } = options;
    const tracing = await openTracing(config.tracing, { keyring, nowMs, log, metrics, name, version });
    const mailer = createMailer(config.smtp);
    const http = createHttpClient({ allowPrivateAddresses: config.privateAddresses });
    const texter = createTexter(config.sms, http);
    return {
      config,
      ...databases,
      cells,
      cell: null,
      clock,
      databaseTime,
      keyring,
      keys: keyring,
      mailer,
      texter,
      http,
      log,
      metrics,
      tracing,
      crashPoint,
      async close() {
        travel?.stop();
        following.stop();
        history.stop();
        versions.stop();
        databaseTime.stop();
        await tracing?.close();
        await mailer.close();
        await texter.close();
        await http.close();
        await endAll();
      },
    };
  } catch (problem) {
    await endAll();
    throw problem;
  }
}
