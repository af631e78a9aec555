/** The checks on an installation of which parts may be missing: `facevalue doctor`. */
import { DatabaseUnavailable } from '../../platform/database/database-errors.ts';
import { commandLimits } from '../../platform/database/database-limits.ts';
import { attachDatabase, requireCluster } from '../../platform/database/database-server.ts';
import { readDatabaseTime, type DatabaseTime } from '../../platform/database/database-time.ts';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { appliedMigrations } from '../../platform/database/applied-migrations.ts';
import { createHttpClient } from '../../platform/network/http-client.ts';
import { readSealedKeys } from '../../platform/secrets/data-keys.ts';
import { openKeyring, type Keyring } from '../../platform/secrets/keyring.ts';
import type { ExaminedSettings } from '../../platform/settings/config.ts';
import { systemClock } from '../../platform/time/clock.ts';
import type { CheckResult } from './finding.ts';
import { Lacking } from './lacking.ts';
import { runChecks, type CheckContext } from './run-checks.ts';

const connections = 2;

/** A part of the context, or why it is not there. */
type Part<Value> = { value: Value } | { lacking: Lacking };

interface OpenedParts {
  db: Part<Database>;
  databaseTime: Part<DatabaseTime>;
  keyring: Part<Keyring>;
  close(): Promise<void>;
}

/**
 * Every check of an installation in whatever state it is: with wrong settings, without its database, before its tables.
 * What lacks a part says so; the rest is looked at. Changes nothing.
 */
export async function examine(settings: ExaminedSettings): Promise<CheckResult[]> {
  const { config } = settings;
  const http = createHttpClient({ allowPrivateAddresses: config.privateAddresses });
  const parts = await openParts(settings);
  const ctx: CheckContext = {
    config,
    settings,
    http,
    clock: systemClock,
    get db() {
      return take(parts.db);
    },
    get databaseTime() {
      return take(parts.databaseTime);
    },
    get keyring() {
      return take(parts.keyring);
    },
  };
  try {
    return await runChecks(ctx);
  } finally {
    await http.close();
    await parts.close();
  }
}

function take<Value>(part: Part<Value>): Value {
  if ('lacking' in part) throw part.lacking;
  return part.value;
}

async function openParts(settings: ExaminedSettings): Promise<OpenedParts> {
  const { config, missing } = settings;
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closing.toReversed()) await end();
  };
  try {
    if (missing.has('DATABASE_URL')) throw new Error('DATABASE_URL is not set');
    requireCluster(config);
    const { databaseUrl, dataFolder, databasePrepare: prepare } = config;
    const database = await attachDatabase({ databaseUrl, dataFolder, exclusive: false });
    closing.push(() => database.stop());
    const name = 'facevalue doctor';
    const db = openDatabase(database.url, { connections, name, prepare, limits: commandLimits });
    closing.push(() => db.end());
    const databaseTime = await readDatabaseTime(db);
    const keyring = await openKnownKeyring(db, settings);
    return { db: { value: db }, databaseTime: { value: databaseTime }, keyring, close };
  } catch (problem) {
    const lacking = new Lacking('database', reasonOf(problem));
    return { db: { lacking }, databaseTime: { lacking }, keyring: { lacking }, close };
  }
}

const lack = (what: 'tables' | 'master-key', why: string): Part<Keyring> => ({
  lacking: new Lacking(what, why),
});

/** Makes no keys: an installation that has none has not begun. */
async function openKnownKeyring(db: Database, { config, missing }: ExaminedSettings): Promise<Part<Keyring>> {
  if (missing.has('FACEVALUE_MASTER_KEY')) return lack('master-key', 'FACEVALUE_MASTER_KEY is not set');
  try {
    const isBegun = (await appliedMigrations(db)).size > 0 && (await readSealedKeys(db)).length > 0;
    if (!isBegun) return lack('tables', 'the installation has not begun: run facevalue setup');
    return { value: await openKeyring(db, config, systemClock.now(), null) };
  } catch (problem) {
    return lack('master-key', reasonOf(problem));
  }
}

/** The text of the driver: the server's own words, or the kind of failure. */
function reasonOf(problem: unknown): string {
  const cause = problem instanceof DatabaseUnavailable ? problem.cause : problem;
  if (!(cause instanceof Error)) return String(cause);
  const { code } = cause as NodeJS.ErrnoException;
  return cause.message || code || cause.name;
}
