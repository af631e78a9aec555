/** How scripts of this repository are called, and end: with a sentence wherever a person can mend what is wrong. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** What keeps a script from its work, for whoever called it. */
export class Refusal extends Error {}

/** Options and words of the call; `--help` and a wrong one end the script with its usage. */
export function calledWith<Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  { words = 0 } = {},
) {
  process.once('uncaughtException', endBy);
  try {
    const called = parseArgs({
      options: { ...options, help: { type: 'boolean' } },
      allowPositionals: words > 0,
    });
    if (process.argv.includes('--help')) end(usage, 0);
    if (called.positionals.length > words) throw new Refusal(`Too much: ${called.positionals[words]}`);
    return called;
  } catch (problem) {
    const [sentence] = (problem as Error).message.split('. To specify');
    return end(`${sentence}\n\n${usage}`, 2);
  }
}

/** Files that are not there, or not to be read, are told by the system well enough; the rest is a defect. */
function endBy(problem: Error): never {
  const isTold = problem instanceof Refusal || 'errno' in problem;
  return end((isTold ? undefined : problem.stack) ?? problem.message, 1);
}

function end(said: string, code: number): never {
  (code === 0 ? process.stdout : process.stderr).write(`${said}\n`);
  return process.exit(code);
}
