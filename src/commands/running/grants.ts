/** `grants`: the least rights of the roles that serve and work. */
import { InvalidArgumentError, type Command } from 'commander';
import { attachDatabase, requireCluster } from '../../platform/database/database-server.ts';
import { commandLimits } from '../../platform/database/database-limits.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { isSpread } from '../../platform/cells/spread-cluster.ts';
import { prepareNodes } from '../../platform/cells/prepare-nodes.ts';
import { readDatabaseConfig } from '../../platform/settings/config.ts';
import { grantRights, grantStatements, roleForm, type RoleNames } from '../../upkeep/setup/grants.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';

interface GrantOptions extends OutputOptions, RoleNames {
  apply?: boolean;
  prune?: boolean;
}

export function register(program: Command): void {
  program
    .command('grants')
    .description('Print the rights that serve and work need in the database, or grant them.')
    .option('--serve <role>', 'the role of serve', aRole, 'facevalue_serve')
    .option('--work <role>', 'the role of work', aRole, 'facevalue_work')
    .option('--apply', 'grant them, as the owner of the tables; the roles must exist')
    .option('--prune', 'take away what this version does not need; once no other version runs')
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
The rights follow from the statements of this version: run it after each upgrade, with the DATABASE_URL of the owner. What
the former version needs stays until --prune. Neither role can change or drop tables, nor delete orders, codes, money or the audit.`,
    )
    .action(run);
}

const connections = 2;

async function run({ serve, work, apply = false, prune = false, ...options }: GrantOptions): Promise<void> {
  const settings = readDatabaseConfig();
  requireCluster(settings);
  const database = await attachDatabase({ ...settings, exclusive: false });
  const { databasePrepare: prepare } = settings;
  const opened = { connections, name: 'facevalue grants', prepare, limits: commandLimits };
  const db = openDatabase(database.url, opened);
  try {
    const statements = await (apply ? grantRights : grantStatements)(db, { serve, work }, prune);
    if (apply && (await isSpread(db))) await prepareNodes(db);
    answer(options, { applied: apply, statements }, () =>
      apply ? `Granted to ${serve} and ${work}.` : ['begin', ...statements, 'commit'].join(';\n').concat(';'),
    );
  } finally {
    await db.end();
    await database.stop();
  }
}

function aRole(name: string): string {
  if (!roleForm.test(name)) throw new InvalidArgumentError('It must be a name such as facevalue_serve.');
  return name;
}
