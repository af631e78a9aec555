import { sampleOrderId } from '../certificates/sample-certificate.ts';
import { listedOrderColumns, type ListedOrder } from '../orders/search/listed-order.ts';
import { byEach, ascending, descending, fromCells } from '../platform/cells/merge.ts';
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import type { Sql } from '../platform/database/database.ts';
import { sliceOrder, type Slice } from '../platform/database/slice.ts';

/** Lists that are one range of one index each, whatever the number of orders and clients. */
export const wholeLists = ['issued', 'delayed', 'failed', 'cancelled', 'queued', 'obtaining'] as const;
export type WholeList = (typeof wholeLists)[number];

export interface OrderOfAll extends ListedOrder {
  clientId: number;
  client: string;
  /** What the list is sorted by; it goes on from here. */
  key: number;
}

export interface WholeListAsk extends Slice {
  which: WholeList;
  productId: number | null;
  limit: number;
}

export interface FoundOfAll {
  rows: OrderOfAll[];
  /** Where to look on, when not all could be looked at; null: all were. */
  lookedTo: number | null;
}

/** A page looks at so many at the most. */
const mostLookedAt = 500;

/** Orders of all clients, newest first: the issued ones by their number, others by that of their request. */
export async function listOrdersOfAll(ctx: ReadingContext, ask: WholeListAsk): Promise<FoundOfAll> {
  const found = await fromCells(ctx, ({ pageDb }) => listInCell(pageDb, ask));
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : together(found, ask);
}

/** Nothing is shown beyond the place to which the first of the cells has looked. */
function together(found: FoundOfAll[], { which, direction, limit }: WholeListAsk): FoundOfAll {
  const isAtWork = which === 'queued' || which === 'obtaining';
  const sign = direction === 'older' ? -1 : 1;
  const ends = found.flatMap(({ lookedTo }) => (lookedTo === null ? [] : [lookedTo * sign]));
  const end = ends.length === 0 ? null : Math.min(...ends);
  const by = isAtWork
    ? byEach(
        ascending((row: OrderOfAll) => row.acceptedAt),
        ascending((row: OrderOfAll) => row.key),
      )
    : direction === 'older'
      ? descending((row: OrderOfAll) => row.key)
      : ascending((row: OrderOfAll) => row.key);
  const rows = found
    .flatMap((one) => one.rows)
    .filter(({ key }) => end === null || key * sign <= end)
    .toSorted(by)
    .slice(0, limit);
  return { rows, lookedTo: end === null || rows.length === limit ? null : end * sign };
}

async function listInCell(db: Sql, ask: WholeListAsk): Promise<FoundOfAll> {
  const { productId, fromKey, limit } = ask;
  const most = productId === null ? limit : mostLookedAt;
  const { rows } = await db.query<OrderOfAll>(
    `with page as materialized (
       select r.client_id as "clientId", r.key, r.place, ${listedOrderColumns}
       from (${rangeOf(ask)}) r where $2::bigint is null or r.product_id = $2 order by r.place limit $3),
     titles as materialized (
       select id, title from products where id = any(array(select distinct "productId" from page))),
     names as materialized (
       select id, name from clients where id = any(array(select distinct "clientId" from page)))
     select page.*, titles.title, names.name as client
     from page join titles on titles.id = page."productId" join names on names.id = page."clientId" order by page.place`,
    [fromKey, productId, limit, most],
  );
  const isCut = productId !== null && rows.length < limit;
  return { rows, lookedTo: isCut ? await endOfLook(db, ask) : null };
}

/** `place`: the order of the list. */
function rangeOf(ask: WholeListAsk): string {
  const { which } = ask;
  const [border, order] = sliceOrder(ask);
  const from = (key: string): string => `($1::bigint is null or ${key} ${border} $1)`;
  switch (which) {
    // All test orders share one number.
    case 'issued':
      return `select r.*, r.order_id as key, row_number() over (order by r.order_id ${order}) as place
        from (select * from requests r where r.order_id > ${sampleOrderId} and ${from('r.order_id')}
              order by r.order_id ${order} limit $4) r`;
    case 'delayed':
    case 'failed':
    case 'cancelled':
      return `select r.*, r.id as key, row_number() over (order by r.id ${order}) as place
        from (select * from requests r where r.state = '${which}' and ${from('r.id')}
              order by r.state ${order}, r.id ${order} limit $4) r`;
    // What is at work is little, and the oldest of it is what one looks for.
    case 'queued':
      return `select r.*, r.id as key, row_number() over (order by r.due_at, r.id) as place
        from (select * from requests r where r.state = 'queued' and $1::bigint is null
              order by r.due_at limit $4) r`;
    case 'obtaining':
      return `select r.*, r.id as key, row_number() over (order by e.due_at, r.id) as place
        from (select * from exchanges where ended_at is null and $1::bigint is null
              order by deadline_at limit $4) e
        join requests r on r.client_id = e.client_id and r.id = e.request_id and r.state = 'obtaining'`;
  }
}

/** The last one that was looked at, if there were more. */
async function endOfLook(db: Sql, ask: WholeListAsk): Promise<number | null> {
  const { which, fromKey } = ask;
  if (which === 'queued' || which === 'obtaining') return null;
  const { rows } = await db.query<{ count: number; key: number | null }>(
    `select count(*) as count, max(key) filter (where place = $2) as key
     from (${rangeOf(ask).replace('$4', '$3')}) looked`,
    [fromKey, mostLookedAt, mostLookedAt + 1],
  );
  const [looked] = rows;
  return looked !== undefined && looked.count > mostLookedAt ? looked.key : null;
}
