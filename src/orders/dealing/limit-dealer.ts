/** The worker that brings shares of monthly limits to orders that wait, and takes back what is above a limit that was lowered. */
import { allowedKopecks, allowedOrders, listLimited } from '../../catalog/limit-shares.ts';
import { answeringCells } from '../../platform/cells/from-answering.ts';
import { unlessUnchanged } from '../../platform/cells/unless-unchanged.ts';
import type { Sql } from '../../platform/database/database.ts';
import { plannedOnce } from '../../platform/database/planned-once.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { moscowMonth } from '../../platform/time/moscow-time.ts';
import type { DealingContext } from './carry-runs.ts';
import { dealLimits, fitExceeded } from './deal-limits.ts';
import type { LimitNeed } from './limit-books.ts';
import { seldom } from './seldom.ts';

const idleMs = 1000;
/** Whoever lowers a limit takes back what is above it: this is for those that were killed in between. */
const fitEveryMs = 60_000;
/** Brands of one cell in a round. */
const brandsInRound = 200;

export function createLimitDealer(ctx: DealingContext): Worker {
  const fit = seldom(fitEveryMs, async () => fitExceeded(ctx, await listLimited(ctx.db)));
  const deal = unlessUnchanged(ctx, async () => {
    let dealt = 0;
    // At the same time they would take from each other.
    for (const cell of await answeringCells(ctx)) if (await dealWaiting(cell)) dealt += 1;
    return dealt;
  });
  return {
    name: 'deal-limits',
    idleMs,
    async round() {
      await fit();
      return deal();
    },
    drain: () => Promise.resolve(),
    wakes: ['wake-delayed'],
  };
}

async function dealWaiting(cell: DealingContext): Promise<boolean> {
  const month = moscowMonth(cell.clock.now());
  const needs = await plannedOnce(cell.db, (tx) => listNeeds(tx, month));
  return needs.length > 0 && (await dealLimits(cell, needs)).includes('found');
}

/** Brands whose share in this cell is used up while orders wait. */
async function listNeeds(db: Sql, month: string): Promise<LimitNeed[]> {
  const { rows } = await db.query<LimitNeed>(
    `select w.supplier_id as "supplierId", w.brand_id as "brandId", w.orders, w.kopecks, w.least
     from (
       select r.supplier_id, p.brand_id, count(*) as orders, sum(r.face_kopecks)::bigint as kopecks,
         min(r.face_kopecks) as least, min(r.accepted_at) as oldest
       from requests r join products p on p.id = r.product_id
       where r.state = 'delayed' and not r.testmode group by 1, 2) w
     join brands b on b.supplier_id = w.supplier_id and b.id = w.brand_id
     left join brand_usage u on u.supplier_id = b.supplier_id and u.brand_id = b.id and u.month = $1
     where b.limits_dealt and (
       coalesce(u.orders, 0) + 1 > ${allowedOrders} or coalesce(u.sum_kopecks, 0) + w.least > ${allowedKopecks})
     order by w.oldest limit $2`,
    [month, brandsInRound],
  );
  return rows;
}
