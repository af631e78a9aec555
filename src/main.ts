import { Command, CommanderError } from 'commander';
import { TableProblem } from './platform/spreadsheet/table-problem.ts';
import { StartProblem } from './platform/start-problem.ts';
import { Misuse, Refusal } from './commands/problems.ts';

/** Each file of a command registers itself; only the one asked for is loaded, or all to tell about them. */
const commands: Record<string, () => Promise<{ register(program: Command): void }>> = {
  start: () => import('./commands/start.ts'),
  serve: () => import('./commands/serve.ts'),
  work: () => import('./commands/work.ts'),
  client: () => import('./commands/client.ts'),
  supplier: () => import('./commands/supplier.ts'),
  product: () => import('./commands/product.ts'),
  catalog: () => import('./commands/catalog.ts'),
  pool: () => import('./commands/pool.ts'),
  order: () => import('./commands/order.ts'),
  callback: () => import('./commands/callback.ts'),
  time: () => import('./commands/time.ts'),
  verify: () => import('./commands/verify.ts'),
};

/** How a command ends: 0 done, 1 refused or broken, 2 asked in a way that is none. */
interface Ending {
  exitCode: number;
  kind: 'refused' | 'usage' | 'internal';
  sentence: string;
  details?: object;
}

const wantsJson = process.argv.includes('--json');

async function createProgram(asked: string): Promise<Command> {
  const program = new Command('facevalue')
    .description('Issue electronic gift certificates. Every command takes --help and --json.')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', '\nSettings come from the environment: see .env.example.');
  const names = Object.hasOwn(commands, asked) ? [asked] : Object.keys(commands);
  for (const name of names) (await commands[name]?.())?.register(program);
  return program;
}

function endingOf(problem: unknown): Ending | null {
  if (problem instanceof CommanderError) {
    if (problem.exitCode === 0) return null;
    const sentence = problem.code === 'commander.help' ? '' : problem.message.replace(/^error: /, '');
    return { exitCode: 2, kind: 'usage', sentence };
  }
  if (problem instanceof Misuse) return { exitCode: 2, kind: 'usage', sentence: problem.message };
  if (problem instanceof Refusal) {
    return { exitCode: 1, kind: 'refused', sentence: problem.message, details: problem.details };
  }
  if (problem instanceof StartProblem || problem instanceof TableProblem)
    return { exitCode: 1, kind: 'refused', sentence: problem.message };
  // Anything else is a fault of ours or of the world's; its own words are the best there are.
  const words = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  return { exitCode: 1, kind: 'internal', sentence: words };
}

function tell({ kind, sentence, details }: Ending): void {
  if (wantsJson) process.stdout.write(`${JSON.stringify({ error: { kind, text: sentence, ...details } })}\n`);
  else if (sentence !== '') process.stderr.write(`${sentence}\n`);
}

try {
  const program = await createProgram(process.argv[2] ?? '');
  await program.parseAsync();
} catch (problem) {
  const ending = endingOf(problem);
  if (ending !== null) {
    tell(ending);
    process.exitCode = ending.exitCode;
  }
}
