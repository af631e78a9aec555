import { InvalidArgumentError, type Command } from 'commander';
import { listBrandsOfAll, type BrandLimits } from '../../catalog/brand.ts';
import { editBrand, registerSupplier } from '../../acts/catalog/supplier-acts.ts';
import { listSuppliers } from '../../catalog/supplier.ts';
import { fromShell } from '../../people/access/principal.ts';
import { anAmount, aCount, anId } from '../shell/arguments.ts';
import { registerCertify } from './certify.ts';
import { registerLimits } from './supplier-limits.ts';
import { usualLanguage, type Language } from '../../platform/text/language.ts';
import { aLanguage, registerInvite } from '../people/invite.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { registerAccess } from './supplier-access.ts';
import { registerAdapter } from './supplier-adapter.ts';
import { registerCodes } from './supplier-codes.ts';
import { withWorld } from '../shell/with-world.ts';

/** `supplier`: adds and shows suppliers, their brands, API and access. */
export function register(program: Command): void {
  const supplier = program
    .command('supplier')
    .description('Suppliers of certificates, their brands and limits.');
  supplier
    .command('add')
    .description('Add a supplier, with one brand of the same name.')
    .requiredOption('--name <name>', 'how the supplier is called')
    .option('--email <address>', 'contact address for codes and limits', '')
    .option('--language <language>', 'of letters to that address: ru or en', aLanguage, usualLanguage)
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExample:\n  facevalue supplier add --name "Tea House" --email codes@teahouse.example',
    )
    .action(add);
  supplier
    .command('list')
    .description('All suppliers.')
    .option(...jsonOption)
    .action(list);
  supplier
    .command('brand')
    .description('The brands of a supplier; with --name, add one or set its limits.')
    .argument('<supplier>', 'id of the supplier', anId)
    .option('--name <name>', 'brand to add or change')
    .option('--monthly-orders <count>', 'maximum number of orders per Moscow month', aCount)
    .option('--monthly-sum <roubles>', 'maximum sum of faces per Moscow month', anAmount)
    .option('--no-limits', 'remove both limits')
    .option('--low-limit <percent>', 'alert by mail when less of a limit is left; 0: never', aPercent)
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExample:\n  facevalue supplier brand 501 --name "Tea House" --monthly-orders 1000',
    )
    .action(brand);
  registerLimits(supplier);
  registerCertify(supplier);
  registerAdapter(supplier);
  registerAccess(supplier);
  registerCodes(supplier);
  registerInvite(supplier, 'supplier');
}

async function add(
  options: OutputOptions & { name: string; email: string; language: Language },
): Promise<void> {
  const added = await withWorld(({ db, keyring, clock }) => {
    const fields = { name: options.name, contactEmail: options.email, language: options.language };
    return registerSupplier({ db, keyring }, fromShell, fields, clock.now());
  });
  if (added.is === 'forbidden') throw new Error('A shell may do everything.');
  if (added.is === 'name-taken')
    throw new Refusal(`There is a supplier of this name already: ${options.name}.`);
  const { supplierId, brandId } = added;
  answer(
    options,
    { supplier: { id: supplierId, name: options.name, brand_id: brandId } },
    () => `Supplier ${supplierId} is added.`,
  );
}

async function list(options: OutputOptions): Promise<void> {
  const suppliers = await withWorld(({ db }) => listSuppliers(db));
  const lines = suppliers.map(({ id, name, contactEmail, products }) => ({
    id,
    name,
    email: contactEmail,
    products,
  }));
  answer(options, { suppliers: lines }, () =>
    table(
      ['ID', 'NAME', 'E-MAIL', 'PRODUCTS'],
      lines.map((line) => [line.id, line.name, line.email, line.products]),
    ),
  );
}

function aPercent(text: string): number {
  const percent = aCount(text);
  if (percent > 99) throw new InvalidArgumentError('It must be from 0 to 99.');
  return percent;
}

interface BrandOptions extends OutputOptions {
  name?: string;
  monthlyOrders?: number;
  monthlySum?: number;
  lowLimit?: number;
  limits: boolean;
}

async function brand(supplierId: number, options: BrandOptions): Promise<void> {
  const brands = await withWorld(async (world) => {
    const { clock } = world;
    const { name } = options;
    if (name !== undefined) {
      const ask = { supplierId, name, limits: limitsOf(options) };
      const outcome = await editBrand(world, fromShell, ask, clock.now());
      if (outcome === 'no-supplier') throw new Refusal(`There is no supplier ${supplierId}.`);
    }
    return listBrandsOfAll(world, supplierId, clock.now());
  });
  const lines = brands.map((one) => ({
    id: one.brandId,
    name: one.name,
    monthly_orders: one.monthlyOrders,
    used_orders: one.usedOrders,
    monthly_sum: one.monthlySumKopecks === null ? null : one.monthlySumKopecks / 100,
    used_sum: one.usedSumKopecks / 100,
  }));
  answer(options, { supplier_id: supplierId, brands: lines }, () =>
    table(
      ['ID', 'NAME', 'ORDERS THIS MONTH', 'OF', 'SUM THIS MONTH', 'OF'],
      brands.map((one) => [
        one.brandId,
        one.name,
        one.usedOrders,
        one.monthlyOrders ?? '–',
        roubles(one.usedSumKopecks),
        one.monthlySumKopecks === null ? '–' : roubles(one.monthlySumKopecks),
      ]),
    ),
  );
}

function limitsOf(options: BrandOptions): Partial<BrandLimits> {
  return {
    ...(options.limits ? {} : { monthlyOrders: null, monthlySumKopecks: null }),
    ...(options.monthlyOrders === undefined ? {} : { monthlyOrders: options.monthlyOrders }),
    ...(options.monthlySum === undefined ? {} : { monthlySumKopecks: options.monthlySum }),
    ...(options.lowLimit === undefined
      ? {}
      : { lowLimitPercent: options.lowLimit === 0 ? null : options.lowLimit }),
  };
}
