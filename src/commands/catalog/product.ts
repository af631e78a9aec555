/** `product`: adds, changes and lists products and their faces. */
import { Option, type Command } from 'commander';
import { lackName } from '../../catalog/lack-labels.ts';
import { supplierOfProduct } from '../../catalog/sale-of-products.ts';
import type { FreeFace } from '../../catalog/face.ts';
import { dropFaces, editFaces, editProduct } from '../../acts/catalog/product-acts.ts';
import { addProductForSale, putOnSale } from '../../acts/guarded/put-on-sale.ts';
import { fromShell } from '../../people/access/principal.ts';
import { listProductLines, type ProductLine } from '../../reports/list-products.ts';
import { aFreeFace, anId, faces } from '../shell/arguments.ts';
import { notYet } from '../people/approval.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { warnOfNoFaces } from './faceless-warning.ts';
import { tellIfNotOffered } from './not-offered.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { fieldsOf, productOptions, type ProductOptions } from './product-options.ts';
import { registerExchange } from './product-exchange.ts';
import { unfitProduct } from './product-refusals.ts';
import { registerVouch } from './product-vouch.ts';
import { withWorld } from '../shell/with-world.ts';

const transferSchemes = ['pool', 'platform', 'api'] as const;

export function register(program: Command): void {
  const product = program.command('product').description('Products of the catalogue and their faces.');
  productOptions(product.command('add'))
    .description('Add a product.')
    .requiredOption('--supplier <id>', 'whose certificate it is', anId)
    .requiredOption('--title <title>', 'name of the product')
    .option('--brand <name>', "brand of the supplier; added if new (default: the supplier's first)")
    .addOption(
      new Option(
        '--scheme <scheme>',
        'where its codes come from: loaded, made by us, or issued by the supplier (default: platform)',
      ).choices(transferSchemes),
    )
    .option('--pool', 'same as --scheme pool: codes are imported by `pool import`')
    .option('--platform', 'same as --scheme platform: codes are made at the moment of sale')
    .option('--face <roubles>', 'faces, for example 500,1000; may be repeated', faces)
    .option('--free <range>', 'free amounts, for example 100-15000/50 (minimum-maximum/step)', aFreeFace)
    .addHelpText('after', addExamples)
    .action(add);
  productOptions(product.command('set'))
    .description('Change a product; options that are not given change nothing.')
    .argument('<product>', 'id of the product', anId)
    .option('--title <title>', 'name of the product')
    .option('--on', 'put it on sale; it is offered once its supplier’s final test is green')
    .option('--off', 'disable it')
    .addHelpText('after', '\nExample:\n  facevalue product set 2001 --off')
    .action(set);
  product
    .command('list')
    .description(
      'Products with their faces and what they lack before they can be ordered; disabled faces are in brackets.',
    )
    .option('--supplier <id>', 'only of this supplier', anId)
    .option(...jsonOption)
    .action(list);
  registerVouch(product);
  registerFaces(product);
  registerExchange(product);
}

const addExamples = `
Examples:
  facevalue product add --supplier 501 --title "Tea for two" --pool --face 500,1000 --valid-days 365
  facevalue product add --supplier 501 --title "Any tea" --platform --face 500 --free 100-15000/50
  facevalue product add --supplier 501 --title "Fresh tea" --scheme api --face 500,1000`;

interface AddOptions extends ProductOptions {
  supplier: number;
  title: string;
  brand?: string;
  scheme?: (typeof transferSchemes)[number];
  pool?: boolean;
  platform?: boolean;
  face?: number[];
  free?: FreeFace;
}

async function add(options: AddOptions): Promise<void> {
  const scheme = schemeOf(options);
  if (scheme === 'pool' && options.free !== undefined) {
    throw new Misuse(
      'Free amounts need --platform or --scheme api: the codes of a pool have faces of their own.',
    );
  }
  const fields = await fieldsOf(options);
  const { added, sale, offer } = await withWorld(async ({ db, keyring, clock }) => {
    const ask = {
      supplierId: options.supplier,
      brand: options.brand,
      scheme,
      facesKopecks: options.face ?? [],
      freeFace: options.free,
      fields: { ...fields, title: options.title },
    };
    const outcome = await addProductForSale({ db, keyring }, fromShell, ask, clock.now());
    if (outcome.added.is !== 'added') return { ...outcome, offer: {} };
    const { productId } = outcome.added;
    await warnOfNoFaces(db, productId);
    return { ...outcome, offer: await tellIfNotOffered(db, productId) };
  });
  if (added.is === 'no-supplier') throw new Refusal(`There is no supplier ${options.supplier}.`);
  if (added.is !== 'added') throw unfitProduct(added.is);
  const json = {
    product: { id: added.productId, ...offer },
    ...(sale?.is === 'waits' && { approval: sale.approvalId }),
  };
  answer(options, json, () =>
    sale === null
      ? `Product ${added.productId} is added.`
      : `Product ${added.productId} is added, but not on sale. ${notYet(sale).message}`,
  );
}

function schemeOf({ scheme, pool, platform }: AddOptions): (typeof transferSchemes)[number] {
  const schemes = new Set([
    ...(scheme === undefined ? [] : [scheme]),
    ...(pool === true ? (['pool'] as const) : []),
    ...(platform === true ? (['platform'] as const) : []),
  ]);
  if (schemes.size > 1) throw new Misuse('Choose one of --scheme, --pool and --platform.');
  const [chosen] = schemes;
  return chosen ?? 'platform';
}

interface SetOptions extends ProductOptions {
  title?: string;
  on?: boolean;
  off?: boolean;
}

async function set(productId: number, options: SetOptions): Promise<void> {
  if (options.on === true && options.off === true) throw new Misuse('Choose --on or --off.');
  const fields = {
    ...(await fieldsOf(options)),
    ...(options.title === undefined ? {} : { title: options.title }),
    ...(options.off === true ? { switchedOn: false as const } : {}),
  };
  if (Object.keys(fields).length === 0 && options.on !== true)
    throw new Misuse('Nothing to change: name an option, see --help.');
  const { outcome, sale, offer } = await withWorld(async ({ db, keyring, clock }) => {
    const done = await editProduct({ db, keyring }, fromShell, { productId, fields }, clock.now());
    if (done === 'set') await warnOfNoFaces(db, productId);
    const supplierId = done === 'set' && options.on === true ? await supplierOfProduct(db, productId) : null;
    if (supplierId === null) return { outcome: done, sale: null, offer: {} };
    const ask = { supplierId, productIds: [productId] };
    const put = await putOnSale({ db, keyring }, fromShell, ask, clock.now());
    return { outcome: done, sale: put, offer: await tellIfNotOffered(db, productId) };
  });
  if (outcome === 'no-product') throw noProduct(productId);
  if (outcome !== 'set') throw unfitProduct(outcome);
  if (sale?.is === 'waits' || sale?.is === 'not-asked') throw notYet(sale);
  answer(options, { product: { id: productId, ...offer } }, () => `Product ${productId} is changed.`);
}

async function list(options: OutputOptions & { supplier?: number }): Promise<void> {
  const products = await withWorld((world) =>
    listProductLines(world, { supplierId: options.supplier ?? null, productId: null }, world.clock.now()),
  );
  answer(options, { products: products.map(jsonOf) }, () => tableOf(products));
}

function tableOf(products: ProductLine[]): string {
  return table(
    ['ID', 'SUPPLIER', 'BRAND', 'TITLE', 'CODES', 'ON SALE', 'FACES'],
    products.map((product) => [
      product.productId,
      product.supplierId,
      product.brand,
      product.title,
      product.activation === 'none' ? product.scheme : `${product.scheme}, ${product.activation}`,
      stateOf(product),
      product.faces.map((face) => formatFace(face, product)).join(', '),
    ]),
  );
}

function stateOf({ switchedOn, lacks, vouch }: ProductLine): string {
  if (!switchedOn) return 'no';
  if (lacks.length > 0) return `not yet: ${lacks.map((lack) => lackName(lack, 'en')).join(', ')}`;
  return vouch === null ? 'yes' : `yes, ${vouch.byName} vouches`;
}

function formatFace(face: ProductLine['faces'][number], product: ProductLine): string {
  const free = `${roubles(product.faceMinKopecks)}–${roubles(product.faceMaxKopecks)} by ${roubles(product.faceStepKopecks)}`;
  const amount = face.faceKopecks === 0 ? free : roubles(face.faceKopecks);
  const stocked = face.free === null ? amount : `${amount} (${face.free})`;
  return face.switchedOn ? stocked : `[${stocked}]`;
}

function jsonOf(product: ProductLine): object {
  return {
    id: product.productId,
    supplier_id: product.supplierId,
    supplier: product.supplier,
    brand: product.brand,
    title: product.title,
    transfer_scheme: product.scheme,
    activation_scheme: product.activation,
    switched_on: product.switchedOn,
    offered: product.offered === true,
    lacks: product.lacks,
    vouch: product.vouch && { by: product.vouch.byName, reason: product.vouch.reason, at: product.vouch.at },
    min_valid_days: product.minValidityDays,
    face_min: product.faceMinKopecks / 100,
    face_max: product.faceMaxKopecks / 100,
    face_step: product.faceStepKopecks / 100,
    faces: product.faces.map((face) => ({
      face: face.faceKopecks / 100,
      switched_on: face.switchedOn,
      free: face.free,
    })),
  };
}

function registerFaces(product: Command): void {
  const face = product.command('face').description('Faces of a product.');
  face
    .command('add')
    .description('Add faces, or enable them again.')
    .argument('<product>', 'id of the product', anId)
    .argument('[roubles...]', 'faces', faces)
    .option('--free <range>', 'free amounts, for example 100-15000/50 (minimum-maximum/step)', aFreeFace)
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExamples:\n  facevalue product face add 2001 500 1000\n  facevalue product face add 2001 --free 100-15000/50',
    )
    .action(addFace);
  face
    .command('off')
    .description('Disable faces; their codes stay in the pool.')
    .argument('<product>', 'id of the product', anId)
    .argument('[roubles...]', 'faces', faces)
    .option('--free', 'free amounts')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  facevalue product face off 2001 1000')
    .action(faceOff);
}

async function addFace(
  productId: number,
  given: number[] | undefined,
  options: OutputOptions & { free?: FreeFace },
): Promise<void> {
  const { free } = options;
  const fixed = given ?? [];
  if (fixed.length === 0 && free === undefined) throw new Misuse('Name a face, or --free.');
  const outcome = await withWorld(({ db, keyring, clock }) =>
    editFaces({ db, keyring }, fromShell, { productId, facesKopecks: fixed, free }, clock.now()),
  );
  if (outcome === 'no-product') throw noProduct(productId);
  if (outcome === 'not-for-pools') {
    throw new Refusal(
      'Free amounts are for products whose codes are made at the moment of sale: this one has a pool.',
    );
  }
  await showFaces(productId, options);
}

async function faceOff(
  productId: number,
  given: number[] | undefined,
  options: OutputOptions & { free?: boolean },
): Promise<void> {
  const off = [...(given ?? []), ...(options.free === true ? [0] : [])];
  if (off.length === 0) throw new Misuse('Name a face, or --free.');
  const count = await withWorld(async ({ db, keyring, clock }) => {
    const ask = { productId, facesKopecks: off };
    const switched = await dropFaces({ db, keyring }, fromShell, ask, clock.now());
    if (switched > 0) await warnOfNoFaces(db, productId);
    return switched;
  });
  if (count === 0) throw new Refusal(`Product ${productId} offers none of these faces.`);
  await showFaces(productId, options);
}

async function showFaces(productId: number, options: OutputOptions): Promise<void> {
  const products = await withWorld((world) =>
    listProductLines(world, { supplierId: null, productId }, world.clock.now()),
  );
  answer(options, { products: products.map(jsonOf) }, () => tableOf(products));
}

const noProduct = (productId: number): Refusal => new Refusal(`There is no product ${productId}.`);
