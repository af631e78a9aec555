/** Finds orders of a client by what somebody typed. */
import { isComparedUuid } from '../../clients/sandbox.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { sampleOrderId } from '../../certificates/sample-certificate.ts';
import type { FoundOrders } from './list-orders.ts';
import { selectListedOrders, type ListedOrder } from './listed-order.ts';
import { termsOfWanted, type Wanted } from './terms.ts';

/** Only one page is shown: whoever finds so many searches more narrowly. */
const mostFound = 50;
/** How many orders are read that the index of terms does not know yet. */
const mostNewest = 250;
/** How many orders of a day have their comments read for one page. */
const mostComments = 250;

export interface SearchAsk {
  clientId: number;
  wanted: Wanted;
  /** The day whose comments are searched (`YYYY-MM-DD`, Moscow). */
  day: string;
  /** Where the comments of the day are read on; null: from its newest. */
  fromKey: number | null;
}

/**
 * Orders of a client by whatever is in the box: number of the request or order, uuid, the client's own identifier, the recipient's mail or phone;
 * and, if it is none of these, orders of one day by their comment, a part of the day at a time. The newest first.
 */
export async function searchOrders(db: Sql, keyring: Keyring, ask: SearchAsk): Promise<FoundOrders> {
  // A further page exists only if nothing was found by a key.
  if (ask.fromKey !== null) return byComment(db, ask);
  const rows = await findOrdersByKey(db, keyring, ask);
  return rows.length > 0 ? { rows, lookedTo: null } : byComment(db, ask);
}

/** The same without comments. */
export async function findOrdersByKey(
  db: Sql,
  keyring: Keyring,
  { clientId, wanted }: Pick<SearchAsk, 'clientId' | 'wanted'>,
): Promise<ListedOrder[]> {
  const { number, text, mail, phone } = wanted;
  const { rows } = await db.query<ListedOrder>(
    selectListedOrders(
      `(
        select id from requests where client_id = $1 and id = $2
        union select id from requests where order_id = $3 and client_id = $1
        union select request_id from idempotency where client_id = $1 and ${isComparedUuid('uuid', '$4')}
        union select request_id from (
          select request_id from order_terms where client_id = $1 and term = any($5::bigint[])
          order by request_id desc limit ${mostFound}) t
        union select id from (
          select id, email_to, to_phone, external_id from requests
          where client_id = $1 and id > coalesce((select last_request from order_terms_read where client_id = $1), 0)
          order by client_id desc, id desc limit ${mostNewest}) n
          where external_id = $4 or lower(email_to) = $6 or to_phone = $7) ids
      join requests r on r.client_id = $1 and r.id = ids.id
      order by r.id desc limit ${mostFound}`,
      'desc',
    ),
    [
      clientId,
      number,
      // All test orders of all clients share one number.
      number === sampleOrderId ? null : number,
      text,
      termsOfWanted(keyring, wanted),
      mail,
      phone,
    ],
  );
  return rows;
}

/** What was changed is looked for as it is now, not as it was ordered. The newest of the day, and where to read on. */
async function byComment(db: Sql, { clientId, wanted, day, fromKey }: SearchAsk): Promise<FoundOrders> {
  const { rows: found } = await db.query<{ ids: number[]; looked: number; last: number | null }>(
    `with looked as materialized (
       select r.id, r.comment from order_day_spans s cross join lateral (
         select id, comment from requests where client_id = $1
           and id between s.first_request and least(s.last_request, $4::bigint - 1)
         order by client_id desc, id desc limit ${mostComments}) r
       where s.client_id = $1 and s.day = $2),
     changed as materialized (
       select request_id, comment from order_comments where client_id = $1
         and request_id between (select min(id) from looked) and (select max(id) from looked))
     select coalesce(json_agg(l.id order by l.id desc) filter (
         where position(lower($3) in lower(coalesce(c.comment, l.comment))) > 0), '[]') as ids,
       count(*) as looked, min(l.id) as last
     from looked l left join changed c on c.request_id = l.id`,
    [clientId, day, wanted.text, fromKey ?? Number.MAX_SAFE_INTEGER],
  );
  const { ids = [], looked = 0, last = null } = found[0] ?? {};
  const shown = ids.slice(0, mostFound);
  const { rows } = await db.query<ListedOrder>(
    selectListedOrders(`requests r where r.client_id = $1 and r.id = any($2::bigint[])`, 'desc'),
    [clientId, shown],
  );
  return {
    rows,
    lookedTo: ids.length > mostFound ? (shown.at(-1) ?? null) : looked === mostComments ? last : null,
  };
}
