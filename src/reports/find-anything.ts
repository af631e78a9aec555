import { sampleOrderId } from '../certificates/sample-certificate.ts';
import { isComparedUuid } from '../clients/sandbox.ts';
import { clientOfRequest } from '../orders/search/client-of-request.ts';
import type { RequestState } from '../orders/states.ts';
import { termsOfWanted, type Wanted } from '../orders/search/terms.ts';
import type { Side } from '../people/access/party.ts';
import type { Sql } from '../platform/database/database.ts';
import { nameClients } from './name-subjects.ts';
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';

/** More of a kind is not shown: whoever finds so many looks for something narrower. */
export const mostFound = 20;
/** Of somebody with more orders, not all are read. */
const mostOfTerms = 200;
/** Of each client, orders that the index of terms does not know yet. */
const mostNewest = 250;

export interface FoundOrder {
  clientId: number;
  client: string;
  requestId: number;
  orderId: number | null;
  state: RequestState;
  testmode: boolean;
  title: string;
  faceKopecks: number;
  acceptedAt: Date;
}

/**
 * Orders of all clients by the number of the request or order, uuid, the client's own identifier, the recipient's mail or
 * phone. What is filed is found by one look; only what is found nowhere else is asked of each client.
 */
export async function findOrdersAnywhere(db: Sql, keyring: Keyring, wanted: Wanted): Promise<FoundOrder[]> {
  const { number, text } = wanted;
  const clientId = number === null ? null : await clientOfRequest(db, number);
  const found = await orderLines(
    db,
    `select $1::bigint as client_id, $2::bigint as id where $1 is not null
     union select client_id, id from requests where order_id = $3::bigint
     union (select client_id, request_id from order_terms where term = any($4::bigint[]) limit ${mostOfTerms})`,
    [clientId, number, number === sampleOrderId ? null : number, termsOfWanted(keyring, wanted)],
  );
  if (found.length > 0) return found;
  const called = await orderLines(
    db,
    `select i.client_id, i.request_id as id from clients c join idempotency i on i.client_id = c.id and ${isComparedUuid('i.uuid', '$1::text')}`,
    [text],
  );
  return called.length > 0 ? called : findNewest(db, wanted);
}

const findNewest = (db: Sql, { text, mail, phone }: Wanted): Promise<FoundOrder[]> =>
  orderLines(
    db,
    `select n.client_id, n.id from clients c
     left join order_terms_read k on k.client_id = c.id
     cross join lateral (
       select client_id, id, email_to, to_phone, external_id from requests
       where client_id = c.id and id > coalesce(k.last_request, 0)
       order by client_id desc, id desc limit ${mostNewest}) n
     where n.external_id = $1::text or lower(n.email_to) = $2::text or n.to_phone = $3::text`,
    [text, mail, phone],
  );

async function orderLines(db: Sql, ids: string, values: unknown[]): Promise<FoundOrder[]> {
  const { rows } = await db.query<FoundOrder>(
    `with ids as materialized (${ids})
     select r.client_id as "clientId", c.name as client, r.id as "requestId", r.order_id as "orderId", r.state, r.testmode,
       p.title, r.face_kopecks as "faceKopecks", r.accepted_at as "acceptedAt"
     from ids join requests r on r.client_id = ids.client_id and r.id = ids.id
     join clients c on c.id = r.client_id join products p on p.id = r.product_id
     order by r.id desc limit ${mostFound}`,
    values,
  );
  return rows;
}

export interface FoundParty {
  side: Side;
  id: number;
  name: string;
}

/** Clients or suppliers by their id or a part of their name. */
export async function findParties(
  db: Sql,
  side: 'client' | 'supplier',
  { number, text }: Wanted,
): Promise<FoundParty[]> {
  const { rows } = await db.query<FoundParty>(
    `select '${side}' as side, id, name from ${side === 'client' ? 'clients' : 'suppliers'}
     where id = $1 or position(lower($2) in lower(name)) > 0 order by id limit ${mostFound}`,
    [number, text],
  );
  return rows;
}

export interface FoundProduct {
  id: number;
  title: string;
}

export async function findProducts(db: Sql, { number, text }: Wanted): Promise<FoundProduct[]> {
  const { rows } = await db.query<FoundProduct>(
    `select id, title from products where id = $1 or position(lower($2) in lower(title)) > 0
     order by id limit ${mostFound}`,
    [number, text],
  );
  return rows;
}

export interface FoundMember {
  personId: number;
  name: string;
  side: Side;
  role: string;
  party: string;
}

/** Somebody who signs in, by the mail address, with each membership. */
export async function findMembers(ctx: ReadingContext, { mail }: Wanted): Promise<FoundMember[]> {
  if (mail === null) return [];
  const { rows } = await ctx.pageDb.query<FoundMember & { partyId: number }>(
    `select p.id as "personId", p.name, m.side, m.role, coalesce(s.name, '') as party, m.party_id as "partyId"
     from persons p join memberships m on m.person_id = p.id
     left join suppliers s on m.side = 'supplier' and s.id = m.party_id
     where p.email = $1 order by m.id limit ${mostFound}`,
    [mail],
  );
  const clients = rows.filter(({ side }) => side === 'client').map(({ partyId }) => partyId);
  const names = await nameClients(ctx, clients);
  return rows.map(({ partyId, party, ...row }) => ({
    ...row,
    party: row.side === 'client' ? (names.get(partyId) ?? '') : party,
  }));
}
