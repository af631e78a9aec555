import { InvalidArgumentError, type Command } from 'commander';
import { listCategories } from '../../catalog/list-categories.ts';
import type { CategoryFields } from '../../catalog/set-category.ts';
import { dropCategory, editCategory } from '../../acts/catalog/category-acts.ts';
import { fromShell } from '../../people/access/principal.ts';
import { aCount, anId } from '../shell/arguments.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

/** Adds `category` to `catalog`. */
export function registerCategories(catalog: Command): void {
  const category = catalog.command('category').description('Categories of products: names, codes and order.');
  category
    .command('list')
    .description('The categories, as in getCategories.')
    .option(...jsonOption)
    .action(list);
  fieldOptions(category.command('add'))
    .description('Add a category.')
    .argument('<category>', 'its id, chosen by you', anId)
    .requiredOption('--title <title>', 'name in Russian', aTitle)
    .addHelpText('after', '\nExample:\n  facevalue catalog category add 30 --title Книги --code books')
    .action(add);
  fieldOptions(category.command('set'))
    .description('Change a category; options that are not given change nothing, and imports keep the change.')
    .argument('<category>', 'id of the category', anId)
    .option('--title <title>', 'name in Russian', aTitle)
    .addHelpText(
      'after',
      '\nExample:\n  facevalue catalog category set 27 --title Еда --title-en Food --code food',
    )
    .action(set);
  category
    .command('remove')
    .description('Remove a category; its products are moved to another one first.')
    .argument('<category>', 'id of the category', anId)
    .option('--move-to <category>', 'where its products go', anId)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  facevalue catalog category remove 27 --move-to 30')
    .action(remove);
}

interface CategoryOptions extends OutputOptions {
  title?: string;
  titleEn?: string;
  code?: string;
  url?: string;
  sort?: number;
}

const fieldOptions = (command: Command): Command =>
  command
    .option('--title-en <title>', 'name in English')
    .option('--code <slug>', 'name in addresses', aSlug)
    .option('--url <address>', 'page of the category')
    .option('--sort <number>', 'sort order: lower ones come first (default: 500)', aCount)
    .option(...jsonOption);

const maxId = 2_147_483_647;

async function add(id: number, options: CategoryOptions & { title: string }): Promise<void> {
  // Products store the ids of their categories as integers.
  if (id > maxId) throw new Misuse(`The id of a category is at most ${maxId}.`);
  const outcome = await withWorld(({ db, keyring, clock }) =>
    editCategory({ db, keyring }, fromShell, { id, fields: fieldsOf(options), isNew: true }, clock.now()),
  );
  if (outcome.is === 'code-taken') throw codeTaken(outcome, options);
  if (outcome.is === 'id-taken') throw new Refusal(`Category ${id} already exists.`);
  answer(options, { category: { id: String(id) } }, () => `Category ${id} is added.`);
}

async function set(id: number, options: CategoryOptions): Promise<void> {
  const fields = fieldsOf(options);
  if (Object.keys(fields).length === 0) throw new Misuse('Nothing to change: name an option, see --help.');
  const outcome = await withWorld(({ db, keyring, clock }) =>
    editCategory({ db, keyring }, fromShell, { id, fields, isNew: false }, clock.now()),
  );
  if (outcome.is === 'code-taken') throw codeTaken(outcome, options);
  if (outcome.is === 'no-category') throw new Refusal(`There is no category ${id}.`);
  answer(options, { category: { id: String(id) } }, () => `Category ${id} is changed.`);
}

async function remove(id: number, options: OutputOptions & { moveTo?: number }): Promise<void> {
  const ask = { id, moveTo: options.moveTo ?? null };
  const outcome = await withWorld(({ db, keyring, clock }) =>
    dropCategory({ db, keyring }, fromShell, ask, clock.now()),
  );
  if (outcome.is === 'no-category') throw new Refusal(`There is no category ${id}.`);
  if (outcome.is === 'no-target') throw new Refusal(`There is no other category ${options.moveTo ?? ''}.`);
  if (outcome.is === 'in-use')
    throw new Refusal(`${outcome.products} products are in category ${id}: say --move-to.`);
  const json = { category: { id: String(id), products_moved: outcome.moved } };
  answer(options, json, () => `Category ${id} is removed; ${outcome.moved} products moved.`);
}

const fieldsOf = ({ json: _json, ...fields }: CategoryOptions): CategoryFields => fields;

const codeTaken = ({ by }: { by: number }, { code }: CategoryOptions): Refusal =>
  new Refusal(`The category ${by} has the code ${code ?? ''} already.`);

async function list(options: OutputOptions): Promise<void> {
  const categories = await withWorld(({ db }) => listCategories(db));
  answer(options, { categories }, () =>
    table(
      ['ID', 'CODE', 'TITLE', 'IN ENGLISH', 'SORT', 'PRODUCTS', 'URL'],
      categories.map(({ id, code, title, title_en, sort, products_count, url }) => [
        id,
        code,
        title,
        title_en,
        sort,
        products_count,
        url,
      ]),
    ),
  );
}

function aTitle(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It may not be empty.');
  return text;
}

function aSlug(text: string): string {
  if (!/^[a-z0-9][-_a-z0-9]*$/i.test(text)) {
    throw new InvalidArgumentError('It must be of Latin letters, digits, - and _.');
  }
  return text;
}
