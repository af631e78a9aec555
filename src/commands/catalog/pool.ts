import type { Command } from 'commander';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { findProduct } from '../../catalog/find-product.ts';
import { askToLoadFile, type PoolFileRules } from '../../acts/guarded/load-codes.ts';
import { fromShell } from '../../people/access/principal.ts';
import { maxAttachmentBytes } from '../../people/approvals/approvals.ts';
import { notYet } from '../people/approval.ts';
import { loadPool } from '../../orders/load-pool.ts';
import { readTable } from '../../platform/spreadsheet/read-table.ts';
import { TableProblem } from '../../platform/spreadsheet/table-problem.ts';
import { sheetsOf, type PoolImport } from '../../vault/import-pool/import-ask.ts';
import { refusalText } from '../../vault/import-pool/import-reasons.ts';
import { compareInCells } from '../../vault/numbers/compare-numbers.ts';
import { listStockOfAll } from '../../reports/list-stock.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { addFileRules, fileRulesOf, type FileRuleOptions } from './file-rules.ts';
import { registerEqual } from './pool-equal.ts';
import { poolReportJson, poolReportText } from './pool-report.ts';
import { Refusal } from '../shell/problems.ts';
import { startProgress } from '../shell/progress.ts';
import { withWorld, type CommandWorld } from '../shell/with-world.ts';

/** `pool`: imports codes and shows the stock. */
export function register(program: Command): void {
  const pool = program.command('pool').description('Codes loaded beforehand.');
  const imports = pool
    .command('import')
    .description('Import codes from an XLSX or CSV file; all or nothing, unless rows may be skipped.')
    .argument('<file>', 'XLSX, or CSV with ; , or tab in UTF-8 or windows-1251')
    .requiredOption('--product <id>', 'product of the codes', anId)
    .option('--dry-run', 'dry run: only report');
  addFileRules(imports)
    .option(...jsonOption)
    .addHelpText('after', importHelp)
    .action(load);
  pool
    .command('stock')
    .description('Free codes of each pool product and face.')
    .option('--product <id>', 'only of this product', anId)
    .option(...jsonOption)
    .action(stock);
  registerEqual(pool);
}

const importHelp = `
Columns are found by their headings, in Russian or English: number (Номер, Код, Number, Code …), PIN (ПИН, PIN …),
face (Номинал, Face, Denomination …), expiry (Срок действия, Действителен до, Expires …), active (Активен, Active),
state (Статус, State), start (Действует с, Valid from), currency (Валюта, Currency). A column that nobody reads and that holds
dates, states, sums or something like PINs stops the file until --column says what it is; that is remembered for the supplier.
Codes that a row calls inactive are sold where the product says how they are activated (product set --activation);
else they are kept aside: known, sealed and not for sale.

Examples:
  facevalue pool import codes.xlsx --product 2001 --dry-run
  facevalue pool import codes.csv --product 2001 --face 500
  facevalue pool import codes.csv --product 2001 --columns number=2,pin=3,face=Номинал --skip-duplicates
  facevalue pool import codes.csv --product 2001 --column "Отгружено=skip" --column 4=pin`;

interface ImportOptions extends OutputOptions, FileRuleOptions {
  product: number;
  dryRun?: boolean;
}

async function load(file: string, options: ImportOptions): Promise<void> {
  const outcome = await withWorld((world) => importFile(world, file, options));
  if (outcome.is === 'refused')
    throw new Refusal(`${file}: ${refusalText(outcome, 'en')}.`, { why: outcome.why });
  if (outcome.is === 'nothing-loaded') process.exitCode = 1;
  answer(options, poolReportJson(outcome), () => poolReportText(outcome, options));
}

async function importFile(world: CommandWorld, file: string, options: ImportOptions): Promise<PoolImport> {
  const { db, keyring, clock, crashPoint } = world;
  const rules = rulesOf(file, options);
  const dryRun = options.dryRun ?? false;
  const progress = startProgress('codes');
  try {
    if (!dryRun) {
      const read = () => readWhole(file);
      const asked = await askToLoadFile({ db, keyring }, fromShell, rules, read, clock.now());
      if (asked?.is === 'not-loadable') return asked.outcome;
      if (asked !== null) throw notYet(asked);
    }
    const rows = readTable(file, { ...sheetsOf(rules), onProgress: (part) => progress.fraction(part) });
    const ask = { ...rules, rows, dryRun, onRows: (count: number) => progress.count(count) };
    const product = dryRun ? null : await findProduct(db, options.product);
    if (product !== null) await compareInCells(world, product.supplierId);
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
  ...fileRulesOf(options),
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
