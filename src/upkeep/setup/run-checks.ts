/** Looks at the installation; each check has its own time limit, and none changes anything. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import { examineConfig, type ExaminedSettings } from '../../platform/settings/config.ts';
import { maxClockErrorMs } from '../../platform/database/database-time.ts';
import { fingerprintText, mastersOf } from '../../platform/secrets/master-key.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { checkCertificates } from './check-certificates.ts';
import { checkDatabase } from './check-database.ts';
import { checkHeartbeat } from './check-heartbeat.ts';
import { checkMailDomain } from './check-mail-domain.ts';
import { checkAddress, checkMailIn, checkMailOut, checkSms } from './check-network.ts';
import { checkNodes } from './check-nodes.ts';
import { checkProducts } from './check-products.ts';
import { checkRole } from './check-role.ts';
import { checkSettings, checkNode } from './check-settings.ts';
import { checkSuppliers } from './check-suppliers.ts';
import { checkTables } from './check-tables.ts';
import { checkNames, resultOf, type CheckName, type CheckResult, type Finding } from './finding.ts';
import { keyKeptAt } from './key-backup.ts';
import { brokenOff, Lacking } from './lacking.ts';
import { countLeft } from '../../suppliers/mail/clear-mailbox.ts';

export type CheckContext = Pick<Context, 'config' | 'db' | 'keyring' | 'http' | 'clock'> & {
  /** How far this machine's clock is ahead of the database's. */
  databaseTime: Pick<Context['databaseTime'], 'aheadMs'>;
  /** Read before, if not as a start reads them. */
  settings?: ExaminedSettings;
};

export const runChecks = (
  ctx: CheckContext,
  names: readonly CheckName[] = checkNames,
): Promise<CheckResult[]> =>
  Promise.all(
    names.map(async (name) => {
      const findings = await checks[name](ctx).catch((problem: unknown) => [brokenOff(name, problem)]);
      return resultOf(name, findings);
    }),
  );

/** Each takes from the context only what it needs, for the doctor's lacks some of it. */
const checks: Record<CheckName, (ctx: CheckContext) => Promise<Finding[]>> = {
  settings: async ({ settings }) => checkSettings(settings ?? examineConfig()),
  node: async () => checkNode(),
  database: async ({ db, config }) => [
    ...(await checkDatabase(db, config.databaseUrl === null)),
    ...(await checkNodes(db)),
  ],
  tables: async ({ db }) => checkTables(db),
  role: async ({ db, config }) => checkRole(db, config.databaseUrl === null),
  'master-key': checkKey,
  'mail-out': ({ config }) => checkMailOut(config),
  'mail-domain': ({ config }) => checkMailDomain(config),
  'mail-in': (ctx) => checkMailIn(ctx.config, (days) => countMailsLeft(ctx, days)),
  sms: ({ config }) => checkSms(config),
  address: async ({ config, http, keyring, clock }) =>
    checkAddress(config, { http, keyring, now: clock.now() }),
  certificates: ({ config, clock }) => checkCertificates(config, clock.now()),
  suppliers: async ({ db, keyring, http }) => checkSuppliers(db, { keyring, http }),
  products: async ({ db }) => checkProducts(db),
  clock: checkClock,
  disk: checkDisk,
  heartbeat: (ctx) => checkHeartbeat(ctx.config, () => ctx.db, ctx.clock.now()),
  alerts: ({ config }) =>
    Promise.resolve([
      config.operatorMail === '' ? { is: 'alerts-unset' } : { is: 'alerts-ok', address: config.operatorMail },
    ]),
};

const dayMs = 24 * 60 * 60_000;

/** None are known of without a database; what is wrong with that another check tells. */
async function countMailsLeft(ctx: CheckContext, days: number): Promise<number> {
  try {
    return await countLeft(ctx.db, new Date(ctx.clock.now().getTime() - days * dayMs));
  } catch (problem) {
    if (problem instanceof Lacking) return 0;
    throw problem;
  }
}

/** What a trial is sealed for. */
const keyTrial = 'setup-check';

async function checkKey({ db, config, keyring }: CheckContext): Promise<Finding[]> {
  keyring.open(keyring.seal('', keyTrial), keyTrial);
  const [{ fingerprint }] = mastersOf(config);
  const opens: Finding = { is: 'key-opens', fingerprint: fingerprintText(fingerprint) };
  const at = await keyKeptAt(db, config);
  if (at === 'hidden') return [opens];
  return [opens, at === null ? { is: 'key-not-kept' } : { is: 'key-kept', at: moscowDateTime(at) }];
}

async function checkClock({ databaseTime }: CheckContext): Promise<Finding[]> {
  const ms = Math.round(databaseTime.aheadMs());
  return [{ is: Math.abs(ms) > maxClockErrorMs ? 'clock-wrong' : 'clock-ok', ms }];
}

/** Below this a day of orders and their backup may fill it. */
const lowGigabytes = 2;

async function checkDisk({ config }: CheckContext): Promise<Finding[]> {
  // The disk of another machine can't be seen from here.
  if (config.databaseUrl !== null) return [{ is: 'disk-elsewhere' }];
  const { bavail, bsize } = await statfs(existsSync(config.dataFolder) ? config.dataFolder : '.');
  const gigabytes = Math.floor((bavail * bsize) / 100_000_000) / 10;
  return [{ is: gigabytes < lowGigabytes ? 'disk-low' : 'disk-ok', gigabytes }];
}
