import { Option, type Command } from 'commander';
import { readFile, stat } from 'node:fs/promises';
import type { CatalogReport, TransferScheme } from '../../catalog/import/import-catalog.ts';
import type { Lack } from '../../catalog/judge-offers.ts';
import { lackName } from '../../catalog/lack-labels.ts';
import type { TakenProduct, TakenRule } from '../../catalog/import/place-products.ts';
import { importCatalogue } from '../../acts/catalog/imports/import-catalogue.ts';
import { fromShell } from '../../people/access/principal.ts';
import { readFourEyes } from '../../people/approvals/four-eyes.ts';
import { registerAddresses } from './catalog-address.ts';
import { registerCategories } from './catalog-category.ts';
import { answer, jsonOption, say, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

/** `catalog`: imports products and manages categories. */
export function register(program: Command): void {
  const catalog = program.command('catalog').description('The catalogue as a whole.');
  catalog
    .command('import')
    .description(
      'Import a catalogue in the format of getProducts; ids are kept, other products are not changed.',
    )
    .argument('<file>', 'JSON: an array of products, or the whole answer')
    .addOption(
      new Option(
        '--scheme <scheme>',
        'scheme of products that were never on sale; with platform, those whose codes exist before they are sold get a pool',
      )
        .choices(['platform', 'pool', 'api'])
        .default('platform'),
    )
    .addOption(
      new Option('--taken <how>', 'what becomes of products whose id another product has')
        .choices(['refuse', 'skip', 'renumber'])
        .default('refuse'),
    )
    .option('--overwrite', 'also overwrite changes by `product set` and `product face`')
    .option('--dry-run', 'dry run: only report')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  facevalue catalog import products.json --dry-run')
    .action(load);
  registerCategories(catalog);
  registerAddresses(catalog);
}

interface ImportOptions extends OutputOptions {
  scheme: TransferScheme;
  taken: TakenRule;
  overwrite?: boolean;
  dryRun?: boolean;
}

const maxShown = 100;

async function load(file: string, options: ImportOptions): Promise<void> {
  const products = await readJson(file);
  const { json: _json, dryRun = false, ...rules } = options;
  const { outcome, soldAtOnce } = await withWorld(async ({ db, keyring, clock }) => {
    const ask = { products, dryRun, ...rules };
    const taken = await importCatalogue({ db, keyring }, fromShell, ask, clock.now());
    return { outcome: taken, soldAtOnce: !(await readFourEyes(db)).on };
  });
  if (outcome.is === 'forbidden' || outcome.is === 'changed')
    throw new Error('A shell may do everything, and expects nothing.');
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
  if (outcome.is === 'taken') throw idsTaken(file, outcome.taken);
  const { report } = outcome;
  const json = {
    dry_run: options.dryRun === true,
    products: report.products,
    products_added: report.productsAdded,
    faces: report.faces,
    faces_switched_off: report.facesSwitchedOff,
    suppliers_added: report.suppliersAdded,
    categories_added: report.categoriesAdded,
    products_kept: report.keptProducts,
    renumbered: report.renumbered.map(({ id, productId }) => ({ id, product_id: productId })),
    skipped: report.skipped,
    products_without_faces: report.withoutFaces,
    transfer_scheme: report.scheme,
    products_with_pools: report.pooled,
    products_offered: report.offered,
    products_lacking: report.lacking,
    products_without_till: report.partsNeedTill ?? [],
    products_keeping_acceptance: report.keptAcceptance ?? [],
  };
  answer(options, json, () => wordsOf(report, options));
  if (report.productsAdded > 0 && !soldAtOnce)
    say(
      'Four eyes are on, so the new products are off: `facevalue product set ID --on` asks for an approval.',
    );
  if (report.withoutFaces.length > 0) {
    say(
      `Warning. ${report.withoutFaces.length} products have no faces and cannot be ordered: ${some(report.withoutFaces)}.`,
    );
  }
}

/** The refusal says how to continue. */
function idsTaken(file: string, taken: TakenProduct[]): Refusal {
  const lines = taken
    .slice(0, maxShown)
    .map(({ id, supplierId, title }) => `  ${id} is «${title}» of supplier ${supplierId}`);
  if (taken.length > maxShown) lines.push(`  … and ${taken.length - maxShown} more`);
  return new Refusal(
    [
      `Nothing is imported: other products have ids that ${file} gives to its own.`,
      ...lines,
      '--taken renumber gives those of the file ids of ours, which later imports know; --taken skip leaves them out.',
    ].join('\n'),
    { taken: taken.map(({ id, supplierId, title }) => ({ id, supplier_id: supplierId, title })) },
  );
}

function wordsOf(report: CatalogReport, { dryRun, overwrite }: ImportOptions): string {
  const { renumbered, skipped, keptProducts } = report;
  const lines = [
    dryRun === true ? 'Preview, nothing is written.' : 'Imported.',
    `${report.products} products, ${report.productsAdded} of them new, with ${report.faces} faces (${report.facesSwitchedOff} switched off).`,
    `New: ${report.suppliersAdded} suppliers, ${report.categoriesAdded} categories; their names are placeholders.`,
  ];
  if (report.categoriesAdded > 0) lines.push('Name categories by `facevalue catalog category set`.');
  if (keptProducts > 0 && overwrite !== true) {
    lines.push(
      `${keptProducts} ${keptProducts === 1 ? 'product keeps' : 'products keep'} what was set here; --overwrite replaces it.`,
    );
  }
  if (skipped.length > 0) lines.push(`${skipped.length} left out, their ids are taken: ${some(skipped)}.`);
  if (renumbered.length > 0) {
    lines.push(`Under ids of ours: ${some(renumbered.map(({ id, productId }) => `${id} is ${productId}`))}.`);
  }
  lines.push(schemeLabels[report.scheme]);
  if (report.pooled > 0)
    lines.push(
      `${report.pooled} have pools, as the catalogue says that their codes exist before they are sold (is_predefined_cert).`,
    );
  const { keptAcceptance = [], partsNeedTill = [] } = report;
  if (partsNeedTill.length > 0)
    lines.push(`Not used in parts, for they are not redeemed here: ${some(partsNeedTill)}.`);
  if (keptAcceptance.length > 0)
    lines.push(
      `Taken off sale: certificates of these are held already, which are exchanged for others, or are not, as before; the catalogue says otherwise (digital_acceptance): ${some(keptAcceptance)}.`,
    );
  return [...lines, offersText(report)].join('\n');
}

function offersText({ offered, lacking }: CatalogReport): string {
  const lacks = (Object.entries(lacking) as [Lack, number][]).map(
    ([lack, count]) => `${lackName(lack, 'en')} ${count}`,
  );
  const can = `${offered} of its products can be ordered.`;
  return lacks.length === 0
    ? can
    : `${can} What the others lack: ${lacks.join(', ')} (facevalue product list says which). They are offered once the final test of their supplier is green, or somebody vouches for them.`;
}

function some(ids: (number | string)[]): string {
  const hidden = ids.length - maxShown;
  return `${ids.slice(0, maxShown).join(', ')}${hidden > 0 ? ` … and ${hidden} more` : ''}`;
}

const schemeLabels: Record<TransferScheme, string> = {
  platform:
    'Codes of the new products are made by this platform at the moment of sale (--scheme pool loads them beforehand).',
  pool: 'Codes of the new products come from pools: load them by `facevalue pool import`.',
  api: "Codes of the new products are issued by their suppliers' APIs: say how by `facevalue supplier adapter`.",
};

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
