/** `template`: checks, previews and sets the look of certificates. */
import type { Command } from 'commander';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import {
  findTemplate,
  listTemplates,
  type TemplateVersion,
} from '../../certificates/templates/list-templates.ts';
import { publishTemplate } from '../../acts/catalog/product-acts.ts';
import { fromShell } from '../../people/access/principal.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { readTemplateFile } from './template-file.ts';
import { preview } from './template-preview.ts';
import { withWorld } from '../shell/with-world.ts';

const maxListed = 500;

export function register(program: Command): void {
  const template = program
    .command('template')
    .description('The look of certificates: page, letter, PDF and print (docs/templates.md).');
  template
    .command('set')
    .description("Set a product's template; certificates already sold keep their look.")
    .argument('<product>', 'id of the product', anId)
    .argument('[file]', 'the template, a JSON file')
    .option('--plain', 'the plain design instead of a file')
    .option('--note <text>', 'note for `template list`', '')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  facevalue template set 2001 tea.json --note "new year"')
    .action(set);
  template
    .command('check')
    .description('Check a template file and report all its problems; nothing is written.')
    .argument('<file>', 'the template, a JSON file')
    .option(...jsonOption)
    .action(check);
  template
    .command('preview')
    .description('Write page, letter, PDF and print of a sample certificate to files, in both languages.')
    .argument('[file]', 'the template, a JSON file')
    .option('--product <id>', 'with the fields of this product; without a file, also its template', anId)
    .requiredOption('--out <folder>', 'folder for the files')
    .option('--greeting <number>', "one of the template's greetings, from 1", anId)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  facevalue template preview tea.json --product 2001 --out preview')
    .action(preview);
  template
    .command('show')
    .description('The template of a product, as a file for `template set`.')
    .argument('<product>', 'id of the product', anId)
    .argument('[version]', 'an earlier version', anId)
    .option(...jsonOption)
    .action(show);
  template
    .command('list')
    .description('Template versions of products, newest first.')
    .option('--product <id>', 'of one product', anId)
    .option(...jsonOption)
    .action(list);
}

interface SetOptions extends OutputOptions {
  plain?: boolean;
  note: string;
}

async function set(productId: number, file: string | undefined, options: SetOptions): Promise<void> {
  if ((file === undefined) !== (options.plain === true)) throw new Misuse('Name a file, or --plain.');
  const template = file === undefined ? null : await readTemplateFile(file);
  const outcome = await withWorld(({ db, keyring, clock }) =>
    publishTemplate({ db, keyring }, fromShell, { productId, template, note: options.note }, clock.now()),
  );
  if (outcome.is === 'no-product') throw noProduct(productId);
  if (outcome.is === 'barcode-unfit')
    throw new Refusal(
      'The numbers that the platform makes have letters and no PIN, which the barcode of this template cannot carry: choose another.',
    );
  const { version } = outcome;
  answer(
    options,
    { template: { product: productId, version } },
    () => `Product ${productId} is sold with version ${version} of its look from now on.`,
  );
}

async function check(file: string, options: OutputOptions): Promise<void> {
  const template = await readTemplateFile(file);
  answer(options, { template }, () => `${file} is a good template.`);
}

async function show(productId: number, version: number | undefined, options: OutputOptions): Promise<void> {
  const found = await withWorld(({ db }) => findTemplate(db, { productId, version: version ?? null }));
  if (found === null) {
    throw new Refusal(
      version === undefined
        ? `Product ${productId} has no template: its certificates show the product's own fields.`
        : `Product ${productId} has no version ${version}.`,
    );
  }
  answer(options, { template: jsonOf(found) }, () =>
    JSON.stringify(found.template ?? { facevalue_template: 1 }, null, 2),
  );
}

async function list(options: OutputOptions & { product?: number }): Promise<void> {
  const ask = { productId: options.product ?? null, limit: maxListed };
  const versions = await withWorld(({ db }) => listTemplates(db, ask));
  answer(options, { templates: versions.map(jsonOf) }, () =>
    table(
      ['PRODUCT', 'TITLE', 'VERSION', 'SOLD NOW', 'LOOK', 'GREETINGS', 'SINCE', 'NOTE'],
      versions.map((one) => [
        one.productId,
        one.title,
        one.version,
        one.inForce ? 'yes' : 'no',
        one.template === null ? 'plain' : 'template',
        one.template?.greetings?.length ?? 0,
        moscowDateTime(one.createdAt),
        one.note,
      ]),
    ),
  );
}

const jsonOf = (one: TemplateVersion): object => ({
  product: one.productId,
  title: one.title,
  version: one.version,
  in_force: one.inForce,
  body: one.template,
  product_said: one.product,
  note: one.note,
  created_at: one.createdAt,
});

const noProduct = (productId: number): Refusal => new Refusal(`There is no product ${productId}.`);
