/** `upgrade`: what a new version does to the database, and doing it while the platform runs. */
import type { Command } from 'commander';
import { stoppedText } from '../../platform/database/applied-migrations.ts';
import { attachDatabase, requireCluster } from '../../platform/database/database-server.ts';
import { readDatabaseTime } from '../../platform/database/database-time.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/migrations/migrate.ts';
import {
  planUpgrade,
  type PlannedMigration,
  type Refusal as Objection,
  type UpgradePlan,
} from '../../platform/migrations/plan-upgrade.ts';
import { readDatabaseConfig } from '../../platform/settings/config.ts';
import { answer, jsonOption, say, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';

interface UpgradeOptions extends OutputOptions {
  dryRun?: boolean;
  nothingRuns?: boolean;
}

export function register(program: Command): void {
  program
    .command('upgrade')
    .description('Tell what this version changes in the database and how long it locks, then change it.')
    .option('--dry-run', 'only tell')
    .option('--nothing-runs', 'no process works on the database, so tables may be held up for long')
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
It reads only the settings of the database, which must name the owner of the tables. A migration never waits for a busy table for
longer than a second; it is tried again. What would hold up a large table, or take away what the former version needs, is refused
unless nothing runs. A database that a newer version has changed, or that was restored and is not guarded, is refused always.`,
    )
    .action(run);
}

const connections = 2;

async function run({ dryRun = false, nothingRuns = false, ...options }: UpgradeOptions): Promise<void> {
  const settings = readDatabaseConfig();
  requireCluster(settings);
  const database = await attachDatabase({ ...settings, exclusive: false, onProgress: say });
  const { databasePrepare: prepare } = settings;
  const db = openDatabase(database.url, { connections, name: 'facevalue upgrade', prepare });
  try {
    const plan = await planUpgrade(db);
    const standing = plan.refusals.filter(({ is }) => !(nothingRuns && is === 'unsafe'));
    const refusals = standing.map((one) => ({ ...one, text: sentenceOf(one) }));
    if (dryRun || plan.migrations.length === 0 || refusals.length > 0) {
      if (refusals.length > 0 && !dryRun)
        throw new Refusal(refusals.map(({ text }) => text).join('\n'), { refusals });
      if (refusals.length > 0) process.exitCode = 1;
      answer(options, { applied: [], planned: plan.migrations, refusals }, () =>
        [planText(plan), ...refusals.map(({ text }) => text)].join('\n'),
      );
      return;
    }
    const now = new Date((await readDatabaseTime(db)).nowMs());
    const applied = await migrate(db, now, { onWait: tellWait });
    answer(options, { applied, planned: plan.migrations, refusals }, () =>
      plan.isFirst
        ? `The tables are made, by ${applied.length} migrations.\n${firstNext}`
        : `Applied: ${applied.join(', ')}.\n${next}`,
    );
  } finally {
    await db.end();
    await database.stop();
  }
}

const tellWait = (name: string): void => say(`${name} waits for a busy table…`);

const next =
  'Now facevalue grants --apply, then replace the processes one after another (docs/operating.md).';

const firstNext = 'Now facevalue grants --apply, then start serve and work (docs/installing.md).';

function planText({ isFirst, migrations }: UpgradePlan): string {
  if (isFirst) return `The database is empty: its tables are to be made, by ${migrations.length} migrations.`;
  return migrations.length === 0 ? 'The database is up to date.' : migrations.map(migrationText).join('\n');
}

function migrationText({ name, alone, statements }: PlannedMigration): string {
  const lines = statements.map(({ table, effect, rows, megabytes, seconds }) => {
    const held = effect === 'blocking' ? `, holds it up for about ${seconds} s` : '';
    return `  ${table} (about ${rows} rows, ${megabytes} MB): ${effect}${held}`;
  });
  const nothing = statements.length === 0 ? ': only new tables' : '';
  return [`${name}${nothing}${alone ? ' (without a transaction)' : ''}`, ...new Set(lines)].join('\n');
}

function sentenceOf(objection: Objection): string {
  switch (objection.is) {
    case 'newer':
      return `A newer version has changed this database (${objection.last}): take that version.`;
    case 'older':
      return stoppedText(objection.last);
    case 'not-owner':
      return `${objection.role} does not own ${objection.tables.join(', ')}: take the DATABASE_URL of their owner.`;
    case 'restored':
      return 'The database was restored from a backup and is not guarded: facevalue restored begin comes first, with the version that ran before.';
    case 'unsafe':
      return `${objection.migration} would hold up or break ${objection.table} while the former version runs: end all processes, then facevalue upgrade --nothing-runs.`;
  }
}
