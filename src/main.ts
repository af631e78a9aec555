/** The program: runs a command and ends with its exit code. */
import { CommanderError } from 'commander';
import { createProgram } from './commands/program.ts';
import { printable, printableJson } from './commands/shell/printable.ts';
import { DatabaseUnavailable } from './platform/database/database-errors.ts';
import { certificateProblemOf } from './platform/network/certificate-problem.ts';
import { StartProblem } from './platform/process/start-problem.ts';
import { Misuse, Refusal } from './commands/shell/problems.ts';
import { findingText } from './upkeep/setup/labels.ts';

/** Exit codes: 0 done, 1 refused or failed, 2 wrong usage. */
interface Ending {
  exitCode: number;
  kind: 'refused' | 'usage' | 'internal';
  sentence: string;
  details?: object;
}

/** How long a failed command may take to release what it opened. */
const lingerMs = 3000;

const wantsJson = process.argv.includes('--json');

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
  if (problem instanceof StartProblem) return { exitCode: 1, kind: 'refused', sentence: problem.message };
  if (problem instanceof DatabaseUnavailable)
    return { exitCode: 1, kind: 'refused', sentence: whyUnusable(problem) };
  // Anything else is a defect or a failure outside; its own message says most.
  const sentence = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  return { exitCode: 1, kind: 'internal', sentence: sentence };
}

function whyUnusable({ cause }: DatabaseUnavailable): string {
  const why = certificateProblemOf(cause);
  if (why !== null) {
    const { says, todo } = findingText({ is: 'certificate-refused', of: 'DATABASE_URL', why }, 'en');
    return `The database can't be used. ${says} ${todo}`;
  }
  return `The database can't be used: ${reasonOf(cause).replace(/\.$/, '')}.`;
}

/** A place ends with a colon, and what is wrong there is its cause. */
function reasonOf(problem: unknown): string {
  if (!(problem instanceof Error)) return 'it does not answer';
  const reason = problem.message || problem.name;
  return reason.endsWith(':') ? `${reason} ${reasonOf(problem.cause)}` : reason;
}

function tell({ kind, sentence, details }: Ending): void {
  if (wantsJson) process.stdout.write(`${printableJson({ error: { kind, text: sentence, ...details } })}\n`);
  else if (sentence !== '') process.stderr.write(`${printable(sentence)}\n`);
}

/** The reader has enough, as in `facevalue client list | head`: the command ends its work without it. */
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (problem: NodeJS.ErrnoException) => {
    if (problem.code !== 'EPIPE') throw problem;
  });

try {
  const program = await createProgram(process.argv.slice(2), {
    // The one place that knows the demo; loaded only here, so that nothing of it is in a production process.
    runDemo: async (config, options) => (await import('../seeds/run-demo.ts')).runDemo(config, options),
  });
  await program.parseAsync();
} catch (problem) {
  const ending = endingOf(problem);
  if (ending !== null) {
    tell(ending);
    process.exitCode = ending.exitCode;
    // A connection left open by a failed start must not keep the process alive.
    setTimeout(() => process.exit(), lingerMs).unref();
  }
}
