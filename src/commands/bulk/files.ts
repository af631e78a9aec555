/** The subcommands of `bulk` that make files. */
import { Option, type Command } from 'commander';
import { findBulk } from '../../orders/bulk/bulk-order.ts';
import { emptySheetNow } from '../../orders/bulk/empty-sheet.ts';
import { resultFile, wrongLinesFile } from '../../orders/bulk/result-file.ts';
import type { Language } from '../../platform/text/language.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { sheetFormatOf, writeNewFile } from '../shell/new-file.ts';
import { withCell, withWorld } from '../shell/with-world.ts';

interface FileOptions extends OutputOptions {
  language: Language;
  wrong?: boolean;
}

const languageOption = (): Option =>
  new Option('--language <language>', 'of the headings').choices(['ru', 'en']).default('ru');

export function registerFiles(bulk: Command): void {
  bulk
    .command('result')
    .description('Write what became of each line, with links, to a file: whoever has it can open the gifts.')
    .argument('<client>', 'id of the client', anId)
    .argument('<bulk>', 'id of the bulk order', anId)
    .argument('<file>', 'a new file, .csv or .xlsx')
    .option('--wrong', 'instead, the lines that brought no certificate, to be corrected and added again')
    .addOption(languageOption())
    .option(...jsonOption)
    .action(result);
  bulk
    .command('template')
    .description('Write an empty sheet to fill in; a workbook also lists the products that can be ordered.')
    .argument('<file>', 'a new file, .csv or .xlsx')
    .addOption(languageOption())
    .option(...jsonOption)
    .action(template);
}

async function result(clientId: number, bulkId: number, path: string, options: FileOptions): Promise<void> {
  const { language } = options;
  const ask = { clientId, bulkId, language, format: sheetFormatOf(path) };
  await withCell(clientId, async ({ db, keyring, config }) => {
    if ((await findBulk(db, ask)) === null)
      throw new Refusal(`Client ${clientId} has no bulk order ${bulkId}.`);
    const { baseUrl } = config;
    await writeNewFile(
      path,
      options.wrong === true ? wrongLinesFile(db, ask) : resultFile(db, keyring, { ...ask, baseUrl }),
    );
  });
  answer(options, { file: path }, () => `Written to ${path}.`);
}

async function template(path: string, options: FileOptions): Promise<void> {
  const format = sheetFormatOf(path);
  await withWorld(async (world) => writeNewFile(path, await emptySheetNow(world, format, options.language)));
  answer(options, { file: path }, () => `Written to ${path}.`);
}
