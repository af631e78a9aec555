/** Whether what is switched on can be ordered. */
import { readOffers } from '../../catalog/judge-offers.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Finding } from './finding.ts';

export async function checkProducts(db: Sql): Promise<Finding[]> {
  const on = (await readOffers(db, 'all')).filter(({ switchedOn }) => switchedOn);
  const waiting = on.filter(({ lacks }) => lacks.length > 0).length;
  const onWord = on.filter(({ lacks, vouch }) => lacks.length === 0 && vouch !== null).length;
  return [
    { is: 'products-offered', offered: on.length - waiting, onWord },
    ...(waiting > 0 ? [{ is: 'products-waiting', waiting } as const] : []),
  ];
}
