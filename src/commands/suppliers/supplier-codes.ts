/** `supplier codes`: sold codes as a file. */
import { InvalidArgumentError, type Command } from 'commander';
import { exportCodes, mostExportedCodes, type CodesExported } from '../../acts/guarded/export-codes.ts';
import { daysToExport, exportedSheet } from '../../acts/guarded/exported-sheet.ts';
import { fromShell } from '../../people/access/principal.ts';
import { sheetFile } from '../../platform/spreadsheet/sheet-file.ts';
import { notYet } from '../people/approval.ts';
import { aDay, anId } from '../shell/arguments.ts';
import { sheetFormatOf, writeNewFile } from '../shell/new-file.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

interface CodesOptions extends OutputOptions {
  from: string;
  to: string;
  output: string;
  reason: string;
}

export function registerCodes(supplier: Command): void {
  supplier
    .command('codes')
    .description('Export the codes sold in a period to a file: whoever has it can redeem them.')
    .argument('<supplier>', 'id of the supplier', anId)
    .requiredOption('--from <day>', 'first day, Moscow time', aDay)
    .requiredOption('--to <day>', 'last day, inclusive; it must be over', aDay)
    .requiredOption('--output <file>', 'a new file, .csv or .xlsx', aSheet)
    .requiredOption('--reason <why>', 'stored in the audit, and read by whoever approves')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(codes);
}

const help = `
Every code in the file is recorded as opened. While four eyes are on, the first run asks for an approval. Run it again within a
day after it was given, and the file is written, once.

Example:
  facevalue supplier codes 501 --from 2026-11-01 --to 2026-11-07 --output codes.xlsx --reason "the shop lost its list"`;

function aSheet(path: string): string {
  if (!/\.(csv|xlsx)$/i.test(path)) throw new InvalidArgumentError('Its name must end with .csv or .xlsx.');
  return path;
}

const whyNot: Record<Exclude<CodesExported['is'], 'exported'>, string> = {
  forbidden: 'This may not be done from here.',
  'step-up': 'This needs a fresh proof of who you are.',
  none: 'Nothing was sold in that period.',
  'too-many': `More than ${mostExportedCodes} codes were sold in that period: choose a shorter one.`,
  'not-over': 'That period is not over yet.',
};

async function codes(supplierId: number, options: CodesOptions): Promise<void> {
  const { from, to } = daysToExport(options.from, options.to);
  if (from >= to) throw new Misuse('The period ends before it begins.');
  const exported = await withWorld(async (world) => {
    const ask = { supplierId, from, to, reason: options.reason };
    const outcome = await exportCodes(world, fromShell, ask, world.clock.now());
    if (outcome.is === 'exported')
      await writeNewFile(
        options.output,
        sheetFile(sheetFormatOf(options.output), exportedSheet(outcome.codes)),
      );
    return outcome;
  });
  if (exported.is === 'waits' || exported.is === 'not-asked') throw notYet(exported);
  if (exported.is !== 'exported') throw new Refusal(whyNot[exported.is], { why: exported.is });
  answer(
    options,
    { file: options.output, codes: exported.codes.length },
    () => `${exported.codes.length} codes are written to ${options.output}.`,
  );
}
