import { allowedKopecks, allowedOrders } from '../../catalog/limit-shares.ts';
import {
  byEach,
  ascending,
  fromCells,
  gathered,
  joined,
  mergedList,
  plus,
} from '../../platform/cells/merge.ts';
import type { Sql } from '../../platform/database/database.ts';
import { readPlannedOnce } from '../../platform/database/planned-once.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';
import type { ReadingContext } from '../../platform/cells/cell-context.ts';
import {
  hasItems,
  mostOfKind,
  mostOnPage,
  rowsOf,
  waitingKinds,
  type WaitingKind,
  type WaitingLine,
} from './waiting-kinds.ts';
import { readHolders, readPutOff, type Holder, type PutOff } from './work-items.ts';

/** More is told as "50+": nothing is counted further. */
export const mostCounted = mostOfKind - 1;
const examples = 5;

export interface Waiting {
  kind: WaitingKind;
  /** `mostCounted` + 1: more than that. */
  count: number;
  oldest: Date;
  /** The oldest of them. */
  lines: WaitingItem[];
}

export interface WaitingItem extends WaitingLine {
  at: Date;
  /** Who has taken it. */
  holder: Holder | null;
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
  const ask = { now, putOff: await readPutOff(ctx.pageDb, now) };
  const rows = await (ctx.cells.length === 0
    ? readPlannedOnce(ctx.pageDb, (sql) => readKinds(sql, kinds, examples, ask))
    : readEverywhere(ctx, kinds, ask));
  const items = await withHolders(ctx.pageDb, rows);
  return kinds.flatMap((kind) => {
    const found = items.filter((row) => row.kind === kind);
    const [first] = found;
    if (first === undefined) return [];
    return [{ kind, count: first.count, oldest: first.item.at, lines: found.map(({ item }) => item) }];
  });
}

/** What an item is called by that one takes, puts off or settles. */
export const itemOf = ({ id, item }: WaitingLine): number => item ?? id ?? 0;

/** What waits of one kind, the oldest first, each item once; or what was put off. */
export async function listItems(
  ctx: ReadingContext,
  kind: WaitingKind,
  look: 'shown' | 'put-off',
  now: Date,
): Promise<WaitingItem[]> {
  const ask = { now, putOff: await readPutOff(ctx.pageDb, now) };
  const read = (db: Sql): Promise<Row[]> => readKind(db, kind, look, ask);
  const rows =
    waitingKinds[kind].of === 'centre'
      ? await read(ctx.pageDb)
      : await gathered(ctx, ({ pageDb }) => read(pageDb));
  const once = joined(rows, ({ line }) => itemOf(line), { at: earlier });
  const first = once.toSorted(oldestFirst).slice(0, mostOnPage);
  return (await withHolders(ctx.pageDb, first)).map(({ item }) => item);
}

async function readKind(
  db: Sql,
  kind: WaitingKind,
  look: 'shown' | 'put-off',
  { now, putOff }: Ask,
): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `select '${kind}'::text as kind, at, line, 0::bigint as count from (${rowsOf(kind, look, mostOnPage)} limit ${mostOnPage}) f
     where $1::timestamptz is not null and $2::jsonb is not null`,
    [now, JSON.stringify(putOff)],
  );
  return rows;
}

async function withHolders(db: Sql, rows: readonly Row[]): Promise<(Row & { item: WaitingItem })[]> {
  const holders = await readHolders(
    db,
    rows.filter(({ kind }) => hasItems(kind)).map(({ kind, line }) => ({ kind, item: itemOf(line) })),
  );
  return rows.map((row) => {
    const { kind, line, at } = row;
    const taken = holders.find((one) => one.kind === kind && one.item === itemOf(line));
    // What has failed once more since is anybody's.
    const holder = taken !== undefined && taken.takenAt >= at ? taken : null;
    return { ...row, item: { ...line, at, holder } };
  });
}

interface Ask {
  now: Date;
  putOff: PutOff;
}

/** What is in cells is asked of each of them. */
async function readEverywhere(ctx: ReadingContext, kinds: readonly WaitingKind[], ask: Ask): Promise<Row[]> {
  const of = (place: (typeof waitingKinds)[WaitingKind]['of']): WaitingKind[] =>
    kinds.filter((kind) => waitingKinds[kind].of === place);
  const [centre, cells, both] = await Promise.all([
    readKinds(ctx.pageDb, of('centre'), examples, ask),
    fromCells(ctx, ({ pageDb }) => readKinds(pageDb, of('cells'), examples, ask)),
    gathered(ctx, ({ pageDb }) => readKinds(pageDb, of('both'), mostOfKind, ask)),
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

const oldestFirst = byEach<Row>(
  ascending(({ at }) => at),
  ascending(({ line }) => itemOf(line)),
  ascending(({ line }) => JSON.stringify(line)),
);

const oldest = (rows: readonly Row[], kind: WaitingKind, count: number): Row[] =>
  rows
    .filter((row) => row.kind === kind)
    .toSorted(oldestFirst)
    .slice(0, examples)
    .map((row) => ({ ...row, count: Math.min(count, mostOfKind) }));

/** In one statement. */
async function readKinds(
  db: Sql,
  kinds: readonly WaitingKind[],
  most: number,
  { now, putOff }: Ask,
): Promise<Row[]> {
  if (kinds.length === 0) return [];
  const { rows } = await db.query<Row>(
    kinds
      .map(
        // What is only counted is not joined with its names.
        (kind) => `select '${kind}'::text as kind, at, line,
            (select count(*) from (select at from (${rowsOf(kind, 'shown', mostOfKind)}) f limit ${mostOfKind}) n) as count
          from (${rowsOf(kind, 'shown', most)} limit ${most}) g`,
      )
      .join(' union all ')
      // Some kinds are told whatever the time is, and are never put off; the statement still gets both.
      .concat(` union all select null::text, $1::timestamptz, $2::jsonb, 0::bigint where false`),
    [now, JSON.stringify(putOff)],
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
    by: byEach<DelayedFace>(
      ascending(({ oldest: at }) => at),
      ascending(({ productId }) => productId),
      ascending(({ faceKopecks }) => faceKopecks),
    ),
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
     order by c.oldest, p.id, w.face_kopecks`,
    [moscowDay(now)],
  );
  return rows;
}
