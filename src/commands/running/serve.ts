/** `serve`; what a process of any role does is in run-roles.ts. */
import type { Command } from 'commander';
import { readConfig, type Config } from '../../platform/settings/config.ts';
import type { Roles } from '../../run-platform.ts';
import { commandLimits } from '../../platform/database/database-limits.ts';
import { openDatabase } from '../../platform/database/database.ts';

export function register(program: Command): void {
  program
    .command('serve')
    .description('Serve the client API and the pages. Any number of these processes may share a database.')
    .option('--json', 'print one JSON object when ready')
    .action((options: { json?: boolean }) => beginRoles({ serve: true, work: false }, options));
}

/** Asks the database first, as the rest of the program takes seconds to load on a busy machine: a refusal is reported at once. */
export async function beginRoles(roles: Roles, options: { json?: boolean }): Promise<void> {
  const config = readConfig();
  await askDatabase(config);
  const { runRoles } = await import('./run-roles.ts');
  await runRoles(config, roles, options);
}

/** Throws if the named database refuses us; the embedded one is not started for it. */
async function askDatabase({ databaseUrl, databasePrepare: prepare }: Config): Promise<void> {
  if (databaseUrl === null) return;
  const name = 'facevalue start';
  const db = openDatabase(databaseUrl, { connections: 1, name, prepare, limits: commandLimits });
  try {
    await db.query('select 1');
  } finally {
    await db.end();
  }
}
