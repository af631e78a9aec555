import type { Command } from 'commander';
import { clearAddresses, importAddresses } from '../../acts/catalog/address-acts.ts';
import { addressFile } from '../../catalog/addresses/address-file.ts';
import { readAddresses, type AddressesRead } from '../../catalog/addresses/read-addresses.ts';
import { countAddresses, findAddresses, type AddressChange } from '../../catalog/addresses/set-addresses.ts';
import { fromShell } from '../../people/access/principal.ts';
import { readTable } from '../../platform/spreadsheet/read-table.ts';
import { tableAt } from '../../platform/spreadsheet/table-file.ts';
import { TableProblem } from '../../platform/spreadsheet/table-problem.ts';
import { anId } from '../shell/arguments.ts';
import { sheetFormatOf, writeNewFile } from '../shell/new-file.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

/** Adds `address` to `catalog`. */
export function registerAddresses(catalog: Command): void {
  const address = catalog
    .command('address')
    .description('Shops where products are accepted, as in getAddress.');
  address
    .command('list')
    .description('How many addresses each product has.')
    .option(...jsonOption)
    .action(list);
  address
    .command('import')
    .description(
      'Import a table; the products that it names have its addresses afterwards, others keep theirs.',
    )
    .argument('<file>', 'CSV or XLSX with the columns product_id, area, locality, address, lat, lon')
    .option('--add', 'only add: addresses that are not in the file stay')
    .option('--dry-run', 'dry run: only report')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  facevalue catalog address import shops.xlsx --dry-run')
    .action(load);
  address
    .command('export')
    .description('Write the addresses into a new file that can be imported again.')
    .argument('<file>', 'ends with .csv or .xlsx')
    .option('--product <product>', 'only those of this product', anId)
    .option(...jsonOption)
    .action(write);
  address
    .command('clear')
    .description('Take all addresses of a product away.')
    .argument('<product>', 'id of the product', anId)
    .option(...jsonOption)
    .action(clear);
}

async function list(options: OutputOptions): Promise<void> {
  const products = await withWorld(({ db }) => countAddresses(db));
  const json = products.map(({ productId, title, addresses }) => ({
    product_id: String(productId),
    title,
    addresses,
  }));
  answer(options, { products: json }, () =>
    table(
      ['PRODUCT', 'TITLE', 'ADDRESSES'],
      products.map(({ productId, title, addresses }) => [productId, title, addresses]),
    ),
  );
}

interface ImportOptions extends OutputOptions {
  add?: boolean;
  dryRun?: boolean;
}

async function load(file: string, options: ImportOptions): Promise<void> {
  const dryRun = options.dryRun === true;
  const read = await readFileAt(file);
  const outcome = await withWorld(({ db, keyring, clock }) =>
    importAddresses(
      { db, keyring },
      fromShell,
      { addresses: read.addresses, adds: options.add === true, dryRun },
      clock.now(),
    ),
  );
  if (outcome.is === 'forbidden' || outcome.is === 'changed-meanwhile')
    throw new Error('A shell may do everything.');
  if (outcome.is === 'no-products')
    throw new Refusal(
      `Nothing is imported: there is no product ${outcome.productIds.slice(0, 20).join(', ')}.`,
    );
  const products = outcome.changes.map(({ productId, ...change }) => ({
    product_id: String(productId),
    ...change,
  }));
  const json = { dry_run: dryRun, repeated: read.repeated, unread_columns: read.unread, products };
  answer(options, json, () =>
    [
      dryRun ? 'Preview, nothing is written.' : 'Imported.',
      ...(read.unread.length > 0 ? [`Columns that are not read: ${read.unread.join(', ')}.`] : []),
      ...(read.repeated > 0 ? [`Rows that are there twice, and count once: ${read.repeated}.`] : []),
      changesTable(outcome.changes),
    ].join('\n'),
  );
}

const changesTable = (changes: readonly AddressChange[]): string =>
  table(
    ['PRODUCT', 'TITLE', 'BEFORE', 'ADDED', 'REMOVED'],
    changes.map(({ productId, title, before, added, removed }) => [productId, title, before, added, removed]),
  );

const maxShown = 100;

async function readFileAt(path: string): Promise<Extract<AddressesRead, { is: 'read' }>> {
  let read: AddressesRead;
  try {
    read = await readAddresses(readTable(await tableAt(path), {}));
  } catch (problem) {
    if (problem instanceof TableProblem) throw new Refusal(`The file can't be read: ${problem.message}.`);
    throw problem;
  }
  switch (read.is) {
    case 'read':
      return read;
    case 'no-columns':
      throw new Refusal(`The first row names the columns; missing: ${read.missing.join(', ')}.`);
    case 'empty':
      throw new Refusal(
        'The table has no addresses. `facevalue catalog address clear` takes those of a product away.',
      );
    case 'too-many':
      throw new Refusal('The table has more addresses than can be imported at once.');
    case 'wrong': {
      const lines = read.problems
        .slice(0, maxShown)
        .map(({ line, column, why }) => `  line ${line}, ${column}: ${why}`);
      throw new Refusal(['Nothing is imported, the table has wrong cells:', ...lines].join('\n'), {
        problems: read.problems.length,
      });
    }
  }
}

async function write(path: string, options: OutputOptions & { product?: number }): Promise<void> {
  const format = sheetFormatOf(path);
  const wanted = options.product === undefined ? null : [options.product];
  const addresses = await withWorld(({ db }) => findAddresses(db, wanted));
  if (addresses.length === 0) throw new Refusal('There are no addresses.');
  await writeNewFile(path, addressFile(format, addresses));
  answer(
    options,
    { file: path, addresses: addresses.length },
    () => `${path} has ${addresses.length} addresses.`,
  );
}

async function clear(productId: number, options: OutputOptions): Promise<void> {
  const outcome = await withWorld(({ db, keyring, clock }) =>
    clearAddresses({ db, keyring }, fromShell, productId, clock.now()),
  );
  if (outcome.is !== 'set') throw new Refusal(`There is no product ${productId}.`);
  const removed = outcome.changes[0]?.removed ?? 0;
  answer(
    options,
    { product_id: String(productId), removed },
    () => `${removed} addresses of product ${productId} are removed.`,
  );
}
