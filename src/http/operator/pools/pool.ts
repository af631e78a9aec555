/** What the pages of pools show. */
import type { Lot, PoolStock } from '../../../reports/stock-days.ts';
import type { Listed } from '../../../web/shell/list-view.ts';

export interface PoolList {
  wanted: string;
  list: Listed<PoolStock>;
}

export interface Pool {
  stock: PoolStock;
  lots: Lot[];
}
