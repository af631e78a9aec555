import type { Command } from 'commander';
import { readDatabaseConfig } from '../../platform/settings/config.ts';
import { attachDatabase } from '../../platform/database/database-server.ts';
import { readDatabaseTime } from '../../platform/database/database-time.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { answer, jsonOption, say, type OutputOptions } from '../shell/output.ts';

export function register(program: Command): void {
  program
    .command('migrate')
    .description('Bring the tables of the database up to date, as a role that owns them.')
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nOf the settings it reads those of the database alone. In production everything else refuses a database that is not up\nto date; elsewhere it is brought up to date by whatever opens it.',
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
