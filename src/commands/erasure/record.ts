/** `forget record`: what was asked to be erased, kept outside the database. */
import type { Command } from 'commander';
import { RecordProblem, writeRecord } from '../../upkeep/erasure/record-file.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

export function registerRecord(forget: Command): void {
  forget
    .command('record')
    .description('Add what was asked to be erased to a file outside the database, for the day of a restore.')
    .requiredOption('--to <file>', 'the same one each time; kept where backups are not')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(record);
}

const help = `
A backup from before an erasure still has what was erased. After its restore "restored erasures FILE" asks for it again. The file has no
address, only keyed hashes, and what was said as reasons. Run it by a timer, every minute: what was asked since the last run is not in it.

Example:
  facevalue forget record --to /srv/facevalue-erasures.jsonl`;

async function record(options: OutputOptions & { to: string }): Promise<void> {
  const written = await withWorld(({ db }) => writeRecord(db, options.to)).catch((problem: unknown) => {
    throw problem instanceof RecordProblem ? new Refusal(problem.message) : problem;
  });
  answer(options, written, () => `${written.added} added, ${written.lines} in all.`);
}
