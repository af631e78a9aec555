import type { Command } from 'commander';
import { openContext } from '../../open-context.ts';
import { readConfig } from '../../platform/settings/config.ts';
import { attachDatabase } from '../../platform/database/database-server.ts';
import { runPlatform, type Roles } from '../../run-platform.ts';
import { runUntilSignal } from '../shell/run-until-signal.ts';

export function register(program: Command): void {
  program
    .command('serve')
    .description('Serve the client API and the pages. Any number of these processes may share a database.')
    .option('--json', 'print one JSON object when ready')
    .action((options: { json?: boolean }) => runRoles({ serve: true, work: false }, options));
}

/** Runs one role until it is asked to end. */
export async function runRoles(roles: Roles, options: { json?: boolean }): Promise<void> {
  const config = readConfig();
  const database = await attachDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    exclusive: false,
  });
  const name = roles.serve ? 'facevalue serve' : 'facevalue work';
  const ctx = await openContext(config, { databaseUrl: database.url, name });
  const platform = await runPlatform(ctx, roles);
  const ready = roles.serve ? `Listening on ${config.baseUrl}` : 'Working';
  console.log(
    options.json
      ? JSON.stringify({ ready: true, ...roles, base_url: config.baseUrl })
      : `${ready}. Ctrl+C ends it.`,
  );
  await runUntilSignal(async () => {
    await platform.close();
    await ctx.close();
    await database.stop();
  });
}
