import type { Command } from 'commander';
import { listBrandsOfAll, type Brand } from '../../catalog/brand.ts';
import { moscowMonth } from '../../platform/time/moscow-time.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { withWorld } from '../shell/with-world.ts';

/** Adds `limits` to `supplier`. */
export function registerLimits(supplier: Command): void {
  supplier
    .command('limits')
    .description('What is left of the monthly limits in this Moscow month.')
    .argument('[supplier]', 'id of the supplier (default: all that have limits)', anId)
    .option(...jsonOption)
    .action(limits);
}

async function limits(supplierId: number | undefined, options: OutputOptions): Promise<void> {
  const { brands, month } = await withWorld(async (world) => ({
    brands: await listBrandsOfAll(world, supplierId ?? null, world.clock.now()),
    month: moscowMonth(world.clock.now()).slice(0, 7),
  }));
  const limited = brands.filter(
    ({ monthlyOrders, monthlySumKopecks }) => monthlyOrders !== null || monthlySumKopecks !== null,
  );
  const json = limited.map((brand) => ({
    supplier_id: brand.supplierId,
    brand_id: brand.brandId,
    name: brand.name,
    orders_left: ordersLeft(brand),
    sum_left: sumLeft(brand) === null ? null : (sumLeft(brand) ?? 0) / 100,
    low_limit_percent: brand.lowLimitPercent,
  }));
  answer(options, { month, brands: json }, () =>
    limited.length === 0
      ? 'No brand has a monthly limit.'
      : table(
          ['SUPPLIER', 'BRAND', 'NAME', 'ORDERS LEFT', 'OF', 'SUM LEFT', 'OF', 'TOLD AT, %'],
          limited.map((brand) => [
            brand.supplierId,
            brand.brandId,
            brand.name,
            ordersLeft(brand) ?? '–',
            brand.monthlyOrders ?? '–',
            orDash(sumLeft(brand)),
            orDash(brand.monthlySumKopecks),
            brand.lowLimitPercent ?? '–',
          ]),
        ),
  );
}

const orDash = (kopecks: number | null): string => (kopecks === null ? '–' : roubles(kopecks));

const ordersLeft = ({ monthlyOrders, usedOrders }: Brand): number | null =>
  monthlyOrders === null ? null : Math.max(0, monthlyOrders - usedOrders);

const sumLeft = ({ monthlySumKopecks, usedSumKopecks }: Brand): number | null =>
  monthlySumKopecks === null ? null : Math.max(0, monthlySumKopecks - usedSumKopecks);
