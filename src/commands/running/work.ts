import type { Command } from 'commander';
import { beginRoles } from './serve.ts';

/** `work`: runs the queues. */
export function register(program: Command): void {
  program
    .command('work')
    .description('Issue, deliver and send callbacks. Any number of these processes may share a database.')
    .option('--json', 'print one JSON object when ready')
    .action((options: { json?: boolean }) => beginRoles({ serve: false, work: true }, options));
}
