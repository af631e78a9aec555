/** Looks at the installation; each check has its own time limit, and none changes anything. */
import { statfs } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { maxClockErrorMs } from '../platform/database/database-time.ts';
import { fingerprintText, mastersOf } from '../platform/secrets/master-key.ts';
import { moscowDateTime } from '../platform/time/moscow-time.ts';
import { checkDatabase } from './check-database.ts';
import { checkAddress, checkMailIn, checkMailOut, checkSms } from './check-network.ts';
import { checkNames, resultOf, type CheckName, type CheckResult, type Finding } from './finding.ts';
import { keyKeptAt } from './key-backup.ts';

export type CheckContext = Pick<Context, 'config' | 'db' | 'keyring' | 'http' | 'clock'> & {
  /** How far this machine's clock is ahead of the database's. */
  databaseTime: Pick<Context['databaseTime'], 'aheadMs'>;
};

export const runChecks = (
  ctx: CheckContext,
  names: readonly CheckName[] = checkNames,
): Promise<CheckResult[]> => Promise.all(names.map(async (name) => resultOf(name, await checks[name](ctx))));

const checks: Record<CheckName, (ctx: CheckContext) => Promise<Finding[]>> = {
  database: ({ db, config }) => checkDatabase(db, config.databaseUrl === null),
  'master-key': checkKey,
  'mail-out': ({ config }) => checkMailOut(config),
  'mail-in': ({ config }) => checkMailIn(config),
  sms: ({ config }) => checkSms(config),
  address: ({ config, http, keyring, clock }) => checkAddress(config, { http, keyring, now: clock.now() }),
  clock: checkClock,
  disk: checkDisk,
  alerts: ({ config }) =>
    Promise.resolve([
      config.operatorMail === '' ? { is: 'alerts-unset' } : { is: 'alerts-ok', address: config.operatorMail },
    ]),
};

async function checkKey({ db, config }: CheckContext): Promise<Finding[]> {
  const [{ fingerprint }] = mastersOf(config);
  const at = await keyKeptAt(db, config);
  return [
    { is: 'key-opens', fingerprint: fingerprintText(fingerprint) },
    at === null ? { is: 'key-not-kept' } : { is: 'key-kept', at: moscowDateTime(at) },
  ];
}

function checkClock({ databaseTime }: CheckContext): Promise<Finding[]> {
  const ms = Math.round(databaseTime.aheadMs());
  return Promise.resolve([{ is: Math.abs(ms) > maxClockErrorMs ? 'clock-wrong' : 'clock-ok', ms }]);
}

/** Below this a day of orders and their backup may fill it. */
const lowGigabytes = 2;

async function checkDisk({ config }: CheckContext): Promise<Finding[]> {
  // The disk of another machine can't be seen from here.
  if (config.databaseUrl !== null) return [{ is: 'disk-elsewhere' }];
  const { bavail, bsize } = await statfs(config.dataFolder);
  const gigabytes = Math.floor((bavail * bsize) / 100_000_000) / 10;
  return [{ is: gigabytes < lowGigabytes ? 'disk-low' : 'disk-ok', gigabytes }];
}
