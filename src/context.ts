import type { Clock } from './platform/time/clock.ts';
import type { Config } from './platform/settings/config.ts';
import type { CrashPoint } from './platform/process/crash-point.ts';
import type { DatabaseTime } from './platform/database/database-time.ts';
import type { Database } from './platform/database/database.ts';
import type { HttpClient } from './platform/network/http-client.ts';
import type { Keyring } from './platform/secrets/keyring.ts';
import type { Log } from './platform/process/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { Metrics } from './platform/process/metrics.ts';
import type { Texter } from './platform/texter/texter.ts';

/** All that touches the world, in one plain object that is handed down. */
export interface Context {
  config: Config;
  db: Database;
  /** Connections for batches of orders alone: neither takes those of the other, however many ask. */
  acceptDb: Database;
  clock: Clock;
  /** How far this machine's own clock is from the one that all processes share. */
  databaseTime: Pick<DatabaseTime, 'aheadMs'>;
  keyring: Keyring;
  mailer: Mailer;
  texter: Texter;
  http: HttpClient;
  log: Log;
  metrics: Metrics;
  crashPoint: CrashPoint;
}
