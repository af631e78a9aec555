import type { Command } from 'commander';
import { runRoles } from './serve.ts';

/** `work`: runs the queues. */
export function register(program: Command): void {
  program
    .command('work')
    .description('Issue, deliver and send callbacks. Any number of these processes may share a database.')
    .option('--json', 'print one JSON object when ready')
    .action((options: { json?: boolean }) => runRoles({ serve: false, work: true }, options));
}
