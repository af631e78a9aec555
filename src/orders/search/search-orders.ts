import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { sampleOrderId } from '../../certificates/sample-certificate.ts';
import { selectListedOrders, type ListedOrder } from './listed-order.ts';
import { termsOfWanted, type Wanted } from './terms.ts';

/** More than a page is not shown: whoever finds so many looks for something narrower. */
const mostFound = 50;
/** Of the orders that the index of terms does not know yet. */
const mostNewest = 250;
/** Of one day, whose comments are read. */
const mostComments = 20_000;

export interface SearchAsk {
  clientId: number;
  wanted: Wanted;
  /** The day whose comments are searched (`YYYY-MM-DD`, Moscow). */
  day: string;
}

/**
 * Orders of a client by whatever is in the box: number of the request or order, uuid, the client's own identifier, the recipient's mail or phone;
 * and, if it is none of these, orders of one day by their comment. The newest first.
 */
export async function searchOrders(
  db: Sql,
  keyring: Keyring,
  { clientId, wanted, day }: SearchAsk,
): Promise<ListedOrder[]> {
  const { number, text, mail, phone } = wanted;
  const { rows } = await db.query<ListedOrder>(
    selectListedOrders(
      `(
        select id from requests where client_id = $1 and id = $2
        union select id from requests where order_id = $3 and client_id = $1
        union select request_id from idempotency where client_id = $1 and uuid = $4
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
  return rows.length > 0 ? rows : byComment(db, { clientId, wanted, day });
}

/** What was changed is looked for as it is now, not as it was ordered. */
async function byComment(db: Sql, { clientId, wanted: { text }, day }: SearchAsk): Promise<ListedOrder[]> {
  const { rows } = await db.query<ListedOrder>(
    selectListedOrders(
      `order_day_spans s
       cross join lateral (
         select n.* from (
           select * from requests where client_id = s.client_id and id between s.first_request and s.last_request
           order by client_id desc, id desc limit ${mostComments}) n
         where position(lower($3) in lower(n.comment)) > 0 and n.id <> all(array(
           select request_id from order_comments
           where client_id = $1 and request_id between s.first_request and s.last_request))
         union all
         select n.* from order_comments c join requests n on n.client_id = $1 and n.id = c.request_id
         where c.client_id = $1 and c.request_id between s.first_request and s.last_request
           and position(lower($3) in lower(c.comment)) > 0) r
       where s.client_id = $1 and s.day = $2 order by r.id desc limit ${mostFound}`,
      'desc',
    ),
    [clientId, day, text],
  );
  return rows;
}
