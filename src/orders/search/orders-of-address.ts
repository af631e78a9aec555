import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { RequestKey } from '../find-requests.ts';
import { termsOf } from './terms.ts';

/** An e-mail address in small letters or a phone (`7XXXXXXXXXX`); the other is ''. */
export interface Address {
  mail: string;
  phone: string;
}

export interface AddressAsk extends Address {
  clientIds: readonly number[];
  /** Reads only requests after this one. */
  after?: number;
  most: number;
}

/**
 * Orders whose recipient has this address, of these clients: by the index of terms, and those that it does not know yet by
 * reading them. What the index says is compared with the order, because different addresses may have the same term.
 */
export async function findOrdersOfAddress(
  db: Sql,
  keyring: Keyring,
  { mail, phone, clientIds, after = 0, most }: AddressAsk,
): Promise<RequestKey[]> {
  const terms = termsOf(keyring, { emailTo: mail, toPhone: phone, externalId: '' });
  const { rows } = await db.query<RequestKey & { emailTo: string; toPhone: string }>(
    `select r.client_id as "clientId", r.id as "requestId", r.email_to as "emailTo", r.to_phone as "toPhone"
     from (
       select c.id as client_id, t.request_id from unnest($1::bigint[]) as c (id) cross join lateral (
         select request_id from order_terms where client_id = c.id and term = any($2::bigint[]) and request_id > $6
         order by request_id limit $5) t
       union
       select c.id, n.id from unnest($1::bigint[]) as c (id)
       left join order_terms_read k on k.client_id = c.id
       cross join lateral (
         select id from requests
         where client_id = c.id and id > greatest(coalesce(k.last_request, 0), $6::bigint)
           and (lower(email_to) = nullif($3, '') or to_phone = nullif($4, ''))
         order by id limit $5) n) found
     join requests r on r.client_id = found.client_id and r.id = found.request_id
     order by 1, 2 limit $5`,
    [clientIds, terms, mail, phone, most, after],
  );
  return rows
    .filter(
      (row) => (mail !== '' && row.emailTo.toLowerCase() === mail) || (phone !== '' && row.toPhone === phone),
    )
    .map(({ clientId, requestId }) => ({ clientId, requestId }));
}
