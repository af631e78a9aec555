import type { Command } from 'commander';
import type { CommandRun } from '../../people/audit/record-command.ts';

/** Commands that only read, or change nothing of the installation's own; every other one is recorded. */
export const readingCommands: ReadonlySet<string> = new Set([
  'key show',
  'client list',
  'client show',
  'client statement',
  'client look list',
  'client look show',
  'client top-ups',
  'supplier list',
  'supplier limits',
  'supplier show',
  'supplier user list',
  'certify-server',
  'person list',
  'person removed',
  'approval list',
  'product list',
  'template check',
  'template preview',
  'template show',
  'template list',
  'catalog category list',
  'catalog address list',
  'catalog address export',
  'product exchange list',
  'pool stock',
  'draft list',
  'draft show',
  'draft senders',
  'activation list',
  'order show',
  'order list',
  'bulk list',
  'bulk show',
  'bulk lines',
  'bulk template',
  'quarantine list',
  'quarantine show',
  'forget list',
  'forget days',
  'history list',
  'history read',
  'history check',
  'callback list',
  'mail dkim-record',
  'settlement',
  'outstanding',
  'setup check',
  'doctor',
  'grants',
  'upgrade',
  // Before it there is nothing to record.
  'cluster spread',
  'cluster show',
  'setup key-sheet',
  'restored show',
  'verify',
]);

let running: CommandRun | null = null;

/** Notes which command this process runs, before its action begins. */
export function noteRun(command: Command): void {
  const name = nameOf(command);
  const options = Object.keys(command.opts()).filter(
    (option) => command.getOptionValueSource(option) === 'cli' && option !== 'json',
  );
  const changes = !readingCommands.has(name) && !options.includes('dryRun');
  running = changes ? { name, ids: command.args.filter(isId).map(Number), options } : null;
}

/** The running command, if it can change something. */
export const changingRun = (): CommandRun | null => running;

/** `client key rotate`, without the name of the program. */
export function nameOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${nameOf(parent)} ${command.name()}`;
}

/** Longer numbers are codes or phones. */
const isId = (text: string): boolean => /^\d{1,10}$/.test(text);
