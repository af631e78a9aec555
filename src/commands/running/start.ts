import type { Command } from 'commander';
import { readConfig } from '../../platform/settings/config.ts';
import type { ProgramWorld } from '../shell/program-world.ts';
import { jsonOption } from '../shell/output.ts';
import { beginRoles } from './serve.ts';

/** `start`: everything in one process, with the demo outside production. */
export function register(program: Command, { runDemo }: ProgramWorld): void {
  program
    .command('start')
    .description('Run everything in one process. Outside production: with the demo and a first order.')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const config = readConfig();
      return config.production ? beginRoles({ serve: true, work: true }, options) : runDemo(config, options);
    });
}
