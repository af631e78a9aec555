/** `serve`; what a process of any role does is in run-roles.ts. */
import type { Command } from 'commander';
import { askDatabase } from './ask-database.ts';
import { readConfig } from '../../platform/settings/config.ts';
import type { Roles } from '../../run-platform.ts';

export function register(program: Command): void {
  program
    .command('serve')
    .description('Serve the client API and the pages. Any number of these processes may share a database.')
    .option('--json', 'print one JSON object when ready')
    .action((options: { json?: boolean }) => beginRoles({ serve: true, work: false }, options));
}

/** A database that refuses us is told at once: the rest of the program takes seconds to load on a busy machine. */
export async function beginRoles(roles: Roles, options: { json?: boolean }): Promise<void> {
  const config = readConfig();
  await askDatabase(config);
  const { runRoles } = await import('./run-roles.ts');
  await runRoles(config, roles, options);
}
