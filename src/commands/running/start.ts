import type { Command } from 'commander';
import { readConfig } from '../../platform/settings/config.ts';
import { jsonOption } from '../shell/output.ts';
import { runRoles } from './serve.ts';

/** `start`: everything in one process, with the demo outside production. */
export function register(program: Command): void {
  program
    .command('start')
    .description('Run everything in one process. Outside production: with the demo and a first order.')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const config = readConfig();
      if (config.production) return runRoles({ serve: true, work: true }, options);
      // Loaded only here, so that production processes contain nothing of the demo.
      const { runDemo } = await import('../../../seeds/run-demo.ts');
      return runDemo(config, options);
    });
}
