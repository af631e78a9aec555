/** `product exchange`: what choice certificates are exchanged for. */
import type { Command } from 'commander';
import {
  countExchangeList,
  countOf,
  listExchangeList,
  mostTargets,
  type Targets,
} from '../../catalog/exchange-list.ts';
import { findProduct } from '../../catalog/find-product.ts';
import { editExchangeList } from '../../acts/catalog/exchange-acts.ts';
import { fromShell } from '../../people/access/principal.ts';
import { anId, ids } from '../shell/arguments.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';
import { tellIfNotOffered } from './not-offered.ts';

export function registerExchange(product: Command): void {
  const exchange = product
    .command('exchange')
    .description('What certificates of a choice product (--acceptance exchange) are exchanged for.');
  targetOptions(exchange.command('add'))
    .description(
      'Add products, or all products of categories and brands; only what is on sale is offered to holders.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  facevalue product exchange add 2111 --categories 27,28\n  facevalue product exchange add 2111 --products 2001 --brands 3',
    )
    .action((productId: number, options: TargetOptions) => change(productId, 'add', options));
  targetOptions(exchange.command('remove'))
    .description('Take them off the list; what was exchanged before stays.')
    .addHelpText('after', '\nExample:\n  facevalue product exchange remove 2111 --brands 3')
    .action((productId: number, options: TargetOptions) => change(productId, 'remove', options));
  exchange
    .command('list')
    .description('The list, and how many products on sale it comes to.')
    .argument('<product>', 'id of the choice product', anId)
    .option(...jsonOption)
    .action(list);
}

interface TargetOptions extends OutputOptions {
  products?: number[];
  categories?: number[];
  brands?: number[];
}

const targetOptions = (command: Command): Command =>
  command
    .argument('<product>', 'id of the choice product', anId)
    .option('--products <ids>', 'as 2001,2002', ids)
    .option('--categories <ids>', 'all products of these categories', ids)
    .option('--brands <ids>', 'all products of these brands, by the ids of `supplier brand`', ids)
    .option(...jsonOption);

const targetsOf = ({ products = [], categories = [], brands = [] }: TargetOptions): Targets => ({
  product: products,
  category: categories,
  brand: brands,
});

const jsonOf = ({ product, category, brand }: Targets): object => ({
  products: product,
  categories: category,
  brands: brand,
});

/** `product 1, 2; brand 3`. */
const wordsOf = (targets: Targets): string =>
  Object.entries(targets)
    .filter(([, some]) => some.length > 0)
    .map(([kind, some]) => `${kind} ${some.join(', ')}`)
    .join('; ');

async function change(productId: number, how: 'add' | 'remove', options: TargetOptions): Promise<void> {
  const targets = targetsOf(options);
  if (countOf(targets) === 0) throw new Misuse('Name --products, --categories or --brands.');
  const { outcome, offer, counts } = await withWorld(async ({ db, keyring, clock }) => {
    const ask = { productId, targets, how };
    const changed = await editExchangeList({ db, keyring }, fromShell, ask, clock.now());
    if (changed.is !== 'changed') return { outcome: changed, offer: {}, counts: { targets: 0, offered: 0 } };
    return {
      outcome: changed,
      offer: await tellIfNotOffered(db, productId),
      counts: await countExchangeList(db, productId),
    };
  });
  switch (outcome.is) {
    case 'no-product':
      throw new Refusal(`There is no product ${productId}.`);
    case 'no-choice':
      throw new Refusal(
        `Certificates of product ${productId} are not exchanged: \`product set ${productId} --acceptance exchange\` makes it a choice product.`,
      );
    case 'too-many':
      throw new Refusal(`The list has at most ${mostTargets} lines: name categories or brands instead.`);
    case 'unfit':
      throw new Refusal(
        `There are none of these, or they are choice products themselves: ${wordsOf(outcome.unfit)}.`,
        {
          unfit: jsonOf(outcome.unfit),
        },
      );
    case 'changed': {
      const { changed } = outcome;
      const json = { product: { id: productId, ...offer }, changed: jsonOf(changed), ...counts };
      const done = how === 'add' ? 'Added' : 'Removed';
      answer(options, json, () =>
        [
          countOf(changed) === 0 ? 'Nothing to change.' : `${done}: ${wordsOf(changed)}.`,
          `The list has ${counts.targets} lines and comes to ${counts.offered} products on sale.`,
        ].join('\n'),
      );
    }
  }
}

async function list(productId: number, options: OutputOptions): Promise<void> {
  const { product, targets, counts } = await withWorld(async ({ db }) => ({
    product: await findProduct(db, productId),
    targets: await listExchangeList(db, { productId, limit: mostTargets, fromKey: null, direction: 'older' }),
    counts: await countExchangeList(db, productId),
  }));
  if (product === null) throw new Refusal(`There is no product ${productId}.`);
  const lines = targets.map(({ kind, refId, title, supplier, offered }) => ({
    kind,
    id: refId,
    title,
    supplier,
    offered,
  }));
  answer(options, { product: { id: productId }, ...counts, list: lines }, () =>
    [
      table(
        ['KIND', 'ID', 'TITLE', 'SUPPLIER', 'PRODUCTS ON SALE'],
        lines.map((line) => [line.kind, line.id, line.title, line.supplier ?? '–', line.offered]),
      ),
      `${counts.offered} products on sale in all.`,
    ].join('\n'),
  );
}
