import { allowedKopecks, allowedOrders } from '../../catalog/limit-shares.ts';
import { ascending, fromCells, gathered, joined, mergedList, plus } from '../../platform/cells/merge.ts';
import type { Sql } from '../../platform/database/database.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';
import type { ReadingContext } from '../../platform/cells/cell-context.ts';
import { mostOfKind, waitingKinds, type WaitingKind, type WaitingLine } from './waiting-kinds.ts';

/** More is told as "50+": nothing is counted further. */
export const mostCounted = mostOfKind - 1;
const examples = 5;

export interface Waiting {
  kind: WaitingKind;
  /** `mostCounted` + 1: more than that. */
  count: number;
  oldest: Date;
  /** The oldest of them. */
  lines: (WaitingLine & { at: Date })[];
}

interface Row {
  kind: WaitingKind;
  at: Date;
  line: WaitingLine;
  count: number;
}

/** What waits of these kinds, those of which nothing waits left out. */
export async function readWaiting(
  ctx: ReadingContext,
  kinds: readonly WaitingKind[],
  now: Date,
): Promise<Waiting[]> {
  const rows = await (ctx.cells.length === 0
    ? readKinds(ctx.pageDb, kinds, examples, now)
    : readEverywhere(ctx, kinds, now));
  return kinds.flatMap((kind) => {
    const found = rows.filter((row) => row.kind === kind);
    const [first] = found;
    if (first === undefined) return [];
    const lines = found.map(({ at, line }) => ({ ...line, at }));
    return [{ kind, count: first.count, oldest: first.at, lines }];
  });
}

/** What is in cells is asked of each of them. */
async function readEverywhere(ctx: ReadingContext, kinds: readonly WaitingKind[], now: Date): Promise<Row[]> {
  const of = (place: (typeof waitingKinds)[WaitingKind]['of']): WaitingKind[] =>
    kinds.filter((kind) => waitingKinds[kind].of === place);
  const [centre, cells, both] = await Promise.all([
    readKinds(ctx.pageDb, of('centre'), examples, now),
    fromCells(ctx, ({ pageDb }) => readKinds(pageDb, of('cells'), examples, now)),
    gathered(ctx, ({ pageDb }) => readKinds(pageDb, of('both'), mostOfKind, now)),
  ]);
  const counts = joined(cells.flatMap(countsOf), ({ kind }) => kind, { count: plus });
  const once = joined(both, ({ kind, line }) => `${kind} ${JSON.stringify(line)}`, { at: earlier });
  return [
    ...centre,
    ...of('cells').flatMap((kind) =>
      oldest(cells.flat(), kind, counts.find((one) => one.kind === kind)?.count ?? 0),
    ),
    ...of('both').flatMap((kind) => oldest(once, kind, once.filter((row) => row.kind === kind).length)),
  ];
}

/** The count of each kind in one cell, which each of its rows tells. */
const countsOf = (rows: Row[]): Row[] => joined(rows, ({ kind }) => kind, {});

const earlier = (one: Date, other: Date): Date => (other < one ? other : one);

const oldest = (rows: readonly Row[], kind: WaitingKind, count: number): Row[] =>
  rows
    .filter((row) => row.kind === kind)
    .toSorted(ascending(({ at }) => at))
    .slice(0, examples)
    .map((row) => ({ ...row, count: Math.min(count, mostOfKind) }));

/** In one statement. */
async function readKinds(db: Sql, kinds: readonly WaitingKind[], most: number, now: Date): Promise<Row[]> {
  if (kinds.length === 0) return [];
  const { rows } = await db.query<Row>(
    kinds
      .map(
        // What is only counted is not joined with its names.
        (kind) => `select '${kind}'::text as kind, at, line,
            (select count(*) from (select at from (${waitingKinds[kind].rows}) f limit ${mostOfKind}) n) as count
          from (${waitingKinds[kind].rows} limit ${most}) g`,
      )
      .join(' union all ')
      // Some kinds are told whatever the time is; the statement still gets it.
      .concat(` union all select null::text, $1::timestamptz, null::jsonb, 0::bigint where false`),
    [now],
  );
  return rows;
}

/** Orders of one face that wait. */
export interface DelayedFace {
  productId: number;
  title: string;
  faceKopecks: number;
  /** As `Waiting.count`. */
  orders: number;
  oldest: Date;
  /** `off`: its product is off sale; `limit`: the month of its brand is used up; `soon`: the next round takes them. */
  waitsFor: 'codes' | 'supplier' | 'limit' | 'off' | 'soon';
}

const mostFaces = 50;

/** Delayed orders of all cells by what they wait for; that is what those that have waited longest wait for. */
export async function readDelayed(ctx: ReadingContext, now: Date): Promise<DelayedFace[]> {
  const by = {
    by: ascending(({ oldest: at }: DelayedFace) => at),
    limit: mostFaces * Math.max(1, ctx.cells.length),
  };
  const faces = await mergedList(ctx, by, ({ pageDb }) => delayedInCell(pageDb, now));
  return joined(faces, ({ productId, faceKopecks }) => `${productId} ${faceKopecks}`, { orders: plus });
}

/**
 * Delayed orders by what they wait for. The faces are found one by one in the index of delayed orders, so that a hundred
 * thousand orders of one face cost no more than a hundred.
 */
async function delayedInCell(db: Sql, now: Date): Promise<DelayedFace[]> {
  const { rows } = await db.query<DelayedFace>(
    `with recursive waiting as (
       (select product_id, face_kopecks from requests where state = 'delayed'
        order by product_id, face_kopecks limit 1)
       union all
       select n.product_id, n.face_kopecks from waiting w cross join lateral (
         select product_id, face_kopecks from requests
         where state = 'delayed' and (product_id, face_kopecks) > (w.product_id, w.face_kopecks)
         order by product_id, face_kopecks limit 1) n)
     select p.id as "productId", p.title, w.face_kopecks as "faceKopecks", c.orders, c.oldest,
       case
         when not p.switched_on then 'off'
         when coalesce(u.orders, 0) >= ${allowedOrders}
           or coalesce(u.sum_kopecks, 0) + w.face_kopecks > ${allowedKopecks} then 'limit'
         when p.transfer_scheme = 'api' then 'supplier'
         when p.transfer_scheme = 'pool' and not exists (
           select from stock_available a where a.supplier_id = p.supplier_id and a.product_id = p.id
             and a.face_kopecks = w.face_kopecks and a.available > 0) then 'codes'
         else 'soon' end as "waitsFor"
     from (select * from waiting limit ${mostFaces}) w
     join products p on p.id = w.product_id
     join brands b on b.supplier_id = p.supplier_id and b.id = p.brand_id
     left join brand_usage u on u.supplier_id = b.supplier_id and u.brand_id = b.id
       and u.month = date_trunc('month', $1::date)
     cross join lateral (
       select count(*) as orders, min(accepted_at) as oldest from (
         select accepted_at from requests r
         where r.state = 'delayed' and r.product_id = w.product_id and r.face_kopecks = w.face_kopecks and not testmode
         order by accepted_at limit ${mostCounted + 1}) few) c
     where c.orders > 0
     order by c.oldest`,
    [moscowDay(now)],
  );
  return rows;
}
