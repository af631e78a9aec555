import { Option, type Command } from 'commander';
import { readFile, stat } from 'node:fs/promises';
import { importCatalog, type CatalogImport, type TransferScheme } from '../catalog/import/import-catalog.ts';
import { transaction } from '../platform/database.ts';
import { keepingSold } from '../templates/versions.ts';
import { answer, jsonOption, type OutputOptions } from './output.ts';
import { Refusal } from './problems.ts';
import { withWorld } from './with-world.ts';

export function register(program: Command): void {
  const catalog = program.command('catalog').description('The catalogue as a whole.');
  catalog
    .command('import')
    .description(
      "Take over a catalogue in the shape of getProducts' answer; ids are kept, products not named stay.",
    )
    .argument('<file>', 'JSON: an array of products, or the whole answer')
    .addOption(
      new Option('--scheme <scheme>', 'how codes of new products are had')
        .choices(['platform', 'pool', 'api'])
        .default('platform'),
    )
    .option('--dry-run', 'only look and report')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  facevalue catalog import products.json --dry-run')
    .action(load);
}

interface ImportOptions extends OutputOptions {
  scheme: TransferScheme;
  dryRun?: boolean;
}

const maxShown = 100;

async function load(file: string, options: ImportOptions): Promise<void> {
  const products = await readJson(file);
  const outcome = await withWorld(async ({ db, clock }) => tryImport(db, products, options, clock.now()));
  if (outcome.is === 'wrong') {
    const shown = outcome.problems.slice(0, maxShown);
    const lines = shown.map(({ product, field, reason }) => `  ${product}${field && ` ${field}`}: ${reason}`);
    const hidden = outcome.problems.length - shown.length;
    if (hidden > 0) lines.push(`  … and ${hidden} more`);
    throw new Refusal([`Nothing is imported, ${file} has wrong fields:`, ...lines].join('\n'), {
      problems: outcome.problems.length,
      shown,
    });
  }
  const { report } = outcome;
  const json = {
    dry_run: options.dryRun === true,
    products: report.products,
    products_added: report.productsAdded,
    faces: report.faces,
    faces_switched_off: report.facesSwitchedOff,
    suppliers_added: report.suppliersAdded,
    categories_added: report.categoriesAdded,
    transfer_scheme: report.scheme,
  };
  answer(options, json, () =>
    [
      options.dryRun === true ? 'Preview, nothing is written.' : 'Imported.',
      `${report.products} products, ${report.productsAdded} of them new, with ${report.faces} faces (${report.facesSwitchedOff} switched off).`,
      `New: ${report.suppliersAdded} suppliers, ${report.categoriesAdded} categories; their names are placeholders.`,
      schemeWords[report.scheme],
    ].join('\n'),
  );
}

const schemeWords: Record<TransferScheme, string> = {
  platform:
    'Codes of the new products are made by this platform at the moment of sale (--scheme pool loads them beforehand).',
  pool: 'Codes of the new products come from pools: load them by `facevalue pool import`.',
  api: "Codes of the new products are issued by their suppliers' APIs: say how by `facevalue supplier adapter`.",
};

/** Undoes the transaction of a preview. */
class Undo extends Error {}

async function tryImport(
  db: Parameters<typeof transaction>[0],
  products: unknown,
  options: ImportOptions,
  now: Date,
): Promise<CatalogImport> {
  let outcome: CatalogImport | undefined;
  try {
    return await transaction(db, async (tx) => {
      outcome = await keepingSold(tx, 'all', now, () => importCatalog(tx, products, options, now));
      if (options.dryRun === true) throw new Undo();
      return outcome;
    });
  } catch (problem) {
    if (problem instanceof Undo && outcome !== undefined) return outcome;
    throw problem;
  }
}

const maxFileBytes = 50 * 1024 * 1024;

async function readJson(file: string): Promise<unknown> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > maxFileBytes)
    throw new Refusal(`The file is larger than ${maxFileBytes / 1024 / 1024} MB: ${file}.`);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new Refusal(`The file can't be read: ${file}.`);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Refusal(`The file is no JSON: ${file}.`);
  }
}
