import type { Command } from 'commander';
import { readDatabaseConfig } from '../../platform/settings/config.ts';
import { attachDatabase } from '../../platform/database/database-server.ts';
import { readDatabaseTime } from '../../platform/database/database-time.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/migrations/migrate.ts';
import { answer, jsonOption, say, type OutputOptions } from '../shell/output.ts';

/** `migrate`: updates the tables of the database. */
export function register(program: Command): void {
  program
    .command('migrate')
    .description('Update the tables of the database, as the role that owns them.')
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nIt reads only the settings of the database. In production all other commands refuse a database that is not up to\ndate; elsewhere the first command that opens it updates it.',
    )
    .action(run);
}

const connections = 2;

async function run(options: OutputOptions): Promise<void> {
  const settings = readDatabaseConfig();
  const database = await attachDatabase({ ...settings, exclusive: false, onProgress: say });
  const db = openDatabase(database.url, {
    connections,
    name: 'facevalue migrate',
    prepare: settings.databasePrepare,
  });
  try {
    const applied = await migrate(db, new Date((await readDatabaseTime(db)).nowMs()));
    answer(options, { applied }, () =>
      applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`,
    );
  } finally {
    await db.end();
    await database.stop();
  }
}
