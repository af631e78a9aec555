/** The faces on sale whose codes are used up first, at the present pace. */
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { daysLeft, listPoolStock } from './stock-days.ts';

export interface LeastStock {
  productId: number;
  title: string;
  faceKopecks: number;
  free: number;
  daysLeft: number;
}

const mostProducts = 200;
const mostListed = 10;

export async function leastStock(ctx: ReadingContext, now: Date): Promise<LeastStock[]> {
  const newest = `p.switched_on and p.id in (
    select id from products where transfer_scheme = 'pool' and switched_on order by id desc limit $4)`;
  const products = await listPoolStock(ctx, { where: newest, values: [mostProducts] }, now);
  return products
    .flatMap(({ productId, title, faces }) =>
      faces.flatMap((face) => {
        const days = face.switchedOn ? daysLeft(face) : null;
        return days === null
          ? []
          : [{ productId, title, faceKopecks: face.faceKopecks, free: face.free, daysLeft: days }];
      }),
    )
    .toSorted((one, other) => one.daysLeft - other.daysLeft)
    .slice(0, mostListed);
}
