import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { askToLoadFile, type PoolFileRules } from '../../guarded-acts/load-codes.ts';
import { fromShell } from '../../people/access/principal.ts';
import { maxAttachmentBytes } from '../../people/approvals/approvals.ts';
import { notYet } from '../people/approval.ts';
import { loadPool } from '../../orders/load-pool.ts';
import { readTable } from '../../platform/spreadsheet/read-table.ts';
import { TableProblem } from '../../platform/spreadsheet/table-problem.ts';
import { poolFields, type ColumnChoice, type PoolField } from '../../vault/import-pool/columns.ts';
import type { PoolImport } from '../../vault/import-pool/import-pool.ts';
import { listStockOfAll } from '../../reports/list-stock.ts';
import { activityOf } from '../orders/activity.ts';
import { aFace, anId } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { poolReportJson, poolReportText } from './pool-report.ts';
import { Refusal } from '../shell/problems.ts';
import { startProgress } from '../shell/progress.ts';
import { withWorld, type CommandWorld } from '../shell/with-world.ts';

/** `pool`: imports codes and shows the stock. */
export function register(program: Command): void {
  const pool = program.command('pool').description('Codes loaded beforehand.');
  pool
    .command('import')
    .description('Import codes from an XLSX or CSV file; all or nothing, unless rows may be skipped.')
    .argument('<file>', 'XLSX, or CSV with ; , or tab in UTF-8 or windows-1251')
    .requiredOption('--product <id>', 'product of the codes', anId)
    .option('--face <roubles>', 'face of rows without one', aFace)
    .option('--columns <map>', 'columns by position or heading: number=2,pin=3,face=Номинал', columns)
    .option('--no-header', 'the first row is a code, not a heading')
    .option('--sheet <name>', 'sheet of the workbook (default: the first that is not hidden)')
    .option('--dry-run', 'dry run: only report')
    .option('--skip-wrong', 'skip wrong rows and load the rest')
    .option('--as-given', 'unusual numbers are meant like this (two alphabets, rare signs)')
    .option('--skip-duplicates', 'skip duplicates and load the rest')
    .option('--zeros-are-real', 'long numbers really end in zeros: compared with the supplier’s own')
    .option('--add-faces', 'add faces that the product lacks')
    .option('--all-active', 'treat every code as active, regardless of its row')
    .option('--inactive', 'treat every code as inactive, regardless of its row')
    .option(...jsonOption)
    .addHelpText('after', importHelp)
    .action(load);
  pool
    .command('stock')
    .description('Free codes of each pool product and face.')
    .option('--product <id>', 'only of this product', anId)
    .option(...jsonOption)
    .action(stock);
}

const importHelp = `
Columns are found by their headings, in Russian or English: number (Номер, Код, Number, Code …), PIN (ПИН, PIN …),
face (Номинал, Face, Denomination …), expiry (Срок действия, Действителен до, Expires …), active (Активен, Active).
Codes that a row calls inactive are sold where the product says how they are activated (product set --activation);
else they are kept aside: known, sealed and not for sale.

Examples:
  facevalue pool import codes.xlsx --product 2001 --dry-run
  facevalue pool import codes.csv --product 2001 --face 500
  facevalue pool import codes.csv --product 2001 --columns number=2,pin=3,face=Номинал --skip-duplicates`;

interface ImportOptions extends OutputOptions {
  product: number;
  face?: number;
  columns?: ColumnChoice;
  header: boolean;
  sheet?: string;
  dryRun?: boolean;
  skipWrong?: boolean;
  asGiven?: boolean;
  skipDuplicates?: boolean;
  zerosAreReal?: boolean;
  addFaces?: boolean;
  allActive?: boolean;
  inactive?: boolean;
}

async function load(file: string, options: ImportOptions): Promise<void> {
  const outcome = await withWorld((world) => importFile(world, file, options));
  if (outcome.is === 'refused') throw new Refusal(`${file}: ${outcome.details}.`, { why: outcome.why });
  if (outcome.is === 'nothing-loaded') process.exitCode = 1;
  answer(options, poolReportJson(outcome), () => poolReportText(outcome, options));
}

async function importFile(world: CommandWorld, file: string, options: ImportOptions): Promise<PoolImport> {
  const { db, keyring, clock, crashPoint } = world;
  const rules = rulesOf(file, options);
  const dryRun = options.dryRun ?? false;
  if (!dryRun) {
    const sheet = options.sheet === undefined ? {} : { sheet: options.sheet };
    const read = () => readWhole(file);
    const asked = await askToLoadFile({ db, keyring }, fromShell, { ...rules, ...sheet }, read, clock.now());
    if (asked !== null) throw notYet(asked);
  }
  const progress = startProgress('codes');
  try {
    const rows = readTable(file, { sheet: options.sheet, onProgress: (part) => progress.fraction(part) });
    const ask = { ...rules, rows, dryRun, onRows: (count: number) => progress.count(count) };
    return await loadPool(db, keyring, ask, clock.now(), crashPoint);
  } catch (problem) {
    throw problem instanceof TableProblem ? new Refusal(`${file}: ${problem.message}.`) : problem;
  } finally {
    progress.stop();
  }
}

const rulesOf = (file: string, options: ImportOptions): PoolFileRules => ({
  productId: options.product,
  fileName: basename(file),
  columns: options.columns ?? {},
  hasHeadings: options.header,
  faceKopecks: options.face ?? null,
  anyFace: options.addFaces ?? false,
  activity: activityOf(options),
  skipWrong: options.skipWrong ?? false,
  asGiven: options.asGiven ?? false,
  skipDuplicates: options.skipDuplicates ?? false,
  zerosAreReal: options.zerosAreReal ?? false,
});

async function readWhole(file: string): Promise<Buffer> {
  const size = await stat(file).then(
    (found) => found.size,
    () => null,
  );
  if (size === null) throw new Refusal(`${file} can't be read.`);
  if (size > maxAttachmentBytes)
    throw new Refusal(`${file}: a file for approval has ${maxAttachmentBytes / 1_000_000} MB at the most.`);
  return readFile(file);
}

function columns(text: string): ColumnChoice {
  const choice: ColumnChoice = {};
  for (const pair of text.split(',')) {
    const [name = '', ...rest] = pair.split('=');
    const field = poolFields.find((known): known is PoolField => known === name.trim());
    const column = rest.join('=').trim();
    if (field === undefined || column === '') {
      throw new InvalidArgumentError(`It must look like number=2,pin=3; known are ${poolFields.join(', ')}.`);
    }
    choice[field] = column;
  }
  return choice;
}

async function stock(options: OutputOptions & { product?: number }): Promise<void> {
  const lines = await withWorld((world) =>
    listStockOfAll(world, { productId: options.product ?? null }, world.clock.now()),
  );
  const json = lines.map((line) => ({
    product_id: line.productId,
    supplier_id: line.supplierId,
    title: line.title,
    face: line.faceKopecks / 100,
    switched_on: line.switchedOn,
    ends_on: line.endsOn,
    ends_too_soon: line.endsTooSoon,
    free: line.free,
    promised: line.promised,
    passed: line.passed,
  }));
  answer(options, { stock: json }, () =>
    table(
      ['PRODUCT', 'TITLE', 'FACE', 'ENDS ON', 'OFFERED', 'FREE', 'PROMISED', 'PASSED'],
      lines.map((line) => [
        line.productId,
        line.title,
        roubles(line.faceKopecks),
        line.endsOn ?? '',
        line.endsTooSoon ? 'no, ends too soon' : line.switchedOn ? 'yes' : 'no',
        line.free,
        line.promised,
        line.passed,
      ]),
    ),
  );
}
