import type { CellDatabases } from './platform/cells/open-cells.ts';
import type { Clock } from './platform/time/clock.ts';
import type { Config } from './platform/settings/config.ts';
import type { CrashPoint } from './platform/process/crash-point.ts';
import type { DatabaseTime } from './platform/database/database-time.ts';
import type { Database } from './platform/database/database.ts';
import type { HttpClient } from './platform/network/http-client.ts';
import type { FollowedKeyring, Keyring } from './platform/secrets/keyring.ts';
import type { Log } from './platform/process/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { Metrics } from './platform/process/metrics.ts';
import type { Texter } from './platform/texter/texter.ts';
import type { Tracing } from './platform/tracing/tracing.ts';

/** Everything with side effects, in one plain object that is passed down. */
export interface Context {
  config: Config;
  db: Database;
  /** Database connections for batches of orders only, so that orders and other requests do not take each other's. */
  acceptDb: Database;
  /** Database connections of the pages for people, so that a slow page never holds up an order. */
  pageDb: Database;
  /** The connection over which all queues ask together whether something is due. */
  lookDb: Database;
  /** Empty on one server: then `db` has all tables. With cells, `cellOf` and `everyCell` (platform/cells) lead to those of clients. */
  cells: readonly CellDatabases[];
  /** The cell whose tables `db` has; null if it has those of no cell in particular. */
  cell: number | null;
  clock: Clock;
  /** Difference between this machine's clock and the one that all processes share. */
  databaseTime: Pick<DatabaseTime, 'aheadMs'>;
  keyring: Keyring;
  /** Whether the keyring keeps up with rotations. */
  keys: Pick<FollowedKeyring, 'problem'>;
  mailer: Mailer;
  texter: Texter;
  http: HttpClient;
  log: Log;
  metrics: Metrics;
  /** Null: off. */
  tracing: Tracing | null;
  crashPoint: CrashPoint;
}
