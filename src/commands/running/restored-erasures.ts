/** `restored erasures`: repeats the erasures of the lost time. */
import type { Command } from 'commander';
import { readRecord, RecordProblem } from '../../upkeep/erasure/record-file.ts';
import { fromShell } from '../../people/access/principal.ts';
import { repeatErasures, type Repeated } from '../../upkeep/restores/repeat-erasures.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

export function registerErasures(restored: Command): void {
  restored
    .command('erasures')
    .description('Ask again for the erasures of the lost time, by the file that "forget record" has written.')
    .argument('<file>', 'the newest copy of it')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(erasures);
}

const help = `
Addresses are found in the restored copy by their keyed hashes: ten million orders take a few minutes. Workers erase as soon as nothing
hinders them. Clients that left are forgotten again, too; those it names are not over yet: clear what is set aside and run it again.
What is erased because its time is over needs no file.

Example:
  facevalue restored erasures /srv/facevalue-erasures.jsonl`;

async function erasures(file: string, options: OutputOptions): Promise<void> {
  const repeated = await withWorld(async ({ db, cells, keyring, clock }) =>
    repeatErasures({ db, cells, keyring }, fromShell, await readRecord(file), clock.now()),
  ).catch((problem: unknown) => {
    throw problem instanceof RecordProblem ? new Refusal(problem.message) : problem;
  });
  if (repeated.is !== 'repeated')
    throw new Refusal('The installation is not guarded: facevalue restored begin.', { why: repeated.is });
  answer(options, repeatedJson(repeated), () => repeatedText(repeated));
}

const repeatedJson = ({ asked, known, gone, left }: Repeated): object => ({
  asked,
  known,
  gone,
  left: left.map(({ clientId, problem }) => ({ client_id: clientId, why: problem.is })),
});

const repeatedText = ({ asked, known, gone, left }: Repeated): string =>
  [
    `${asked} erasures are asked for again, ${known} are known here, ${gone} are of what this copy does not have.`,
    ...left.map(
      ({ clientId, problem }) => `Client ${clientId} can't be forgotten yet (${problem.is}): run it again.`,
    ),
  ].join('\n');
