/** Asks whether what cannot be undone is to be done. */
import { createInterface } from 'node:readline/promises';
import { say } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';

export async function confirm(what: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Misuse('Nothing was erased: add --yes, or --dry-run to see what would be.');
  say(what);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question('Erase it? It cannot be undone. [y/N] ');
  prompt.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Refusal('Nothing was erased.');
}
