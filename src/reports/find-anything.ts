import { sampleOrderId } from '../certificates/sample-certificate.ts';
import { isComparedUuid } from '../clients/sandbox.ts';
import { clientOfRequest } from '../orders/search/client-of-request.ts';
import type { RequestState } from '../orders/states.ts';
import { termsOfWanted, type Wanted } from '../orders/search/terms.ts';
import type { Party, Side } from '../people/access/party.ts';
import type { Sql } from '../platform/database/database.ts';
import { nameClients } from './name-subjects.ts';
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { ascending, descending, mergedList } from '../platform/cells/merge.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { hasWords, queryOf } from '../platform/text/name-words.ts';

/** More of a kind is not shown: whoever finds so many looks for something narrower. */
export const mostFound = 20;
/** How many orders of one person are read. */
const mostOfTerms = 200;
/** How many orders of each client are read that the index of terms does not know yet. */
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
export const findOrdersAnywhere = (ctx: FindingContext, wanted: Wanted): Promise<FoundOrder[]> =>
  mergedList(ctx, newestOrders, async ({ pageDb, keyring }) => {
    const found = await findFiledOrders(pageDb, keyring, wanted);
    if (found.length > 0) return found;
    const called = await findCalledOrders(pageDb, wanted);
    return called.length > 0 ? called : findNewest(pageDb, wanted);
  });

interface FindingContext extends ReadingContext {
  keyring: Keyring;
}

const newestOrders = { by: descending(({ requestId }: FoundOrder) => requestId), limit: mostFound };

/** The same while somebody types: only what the text looks like, and nothing that has to be asked of each client but a uuid. */
export const findOrdersWhileTyping = (ctx: FindingContext, wanted: Wanted): Promise<FoundOrder[]> =>
  mergedList(ctx, newestOrders, ({ pageDb, keyring }) =>
    wanted.isUuid ? findCalledOrders(pageDb, wanted) : findFiledOrders(pageDb, keyring, wanted),
  );

async function findFiledOrders(db: Sql, keyring: Keyring, wanted: Wanted): Promise<FoundOrder[]> {
  const { number } = wanted;
  const clientId = number === null ? null : await clientOfRequest(db, number);
  return orderLines(
    db,
    `select $1::bigint as client_id, $2::bigint as id where $1 is not null
     union select client_id, id from requests where order_id = $3::bigint
     union (select client_id, request_id from order_terms where term = any($4::bigint[]) limit ${mostOfTerms})`,
    [clientId, number, number === sampleOrderId ? null : number, termsOfWanted(keyring, wanted)],
  );
}

const findCalledOrders = (db: Sql, { text }: Wanted): Promise<FoundOrder[]> =>
  orderLines(
    db,
    `select i.client_id, i.request_id as id from clients c join idempotency i on i.client_id = c.id and ${isComparedUuid('i.uuid', '$1::text')}`,
    [text],
  );

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

/** How names are compared: by the beginnings of their words, which an index knows; or, if that finds nothing, by any part of them. */
export type NameLook = 'words' | 'parts';

/** Clients by their id or their name. */
export const findClients = (ctx: ReadingContext, wanted: Wanted, look: NameLook): Promise<FoundParty[]> =>
  mergedList(ctx, { by: ascending(({ id }) => id), limit: mostFound }, ({ pageDb }) =>
    findParties(pageDb, 'client', wanted, look),
  );

export const findSuppliers = (
  { pageDb }: ReadingContext,
  wanted: Wanted,
  look: NameLook,
): Promise<FoundParty[]> => findParties(pageDb, 'supplier', wanted, look);

async function findParties(
  db: Sql,
  side: 'client' | 'supplier',
  wanted: Wanted,
  look: NameLook,
): Promise<FoundParty[]> {
  const table = side === 'client' ? 'clients' : 'suppliers';
  const ids = await idsOfNamed(db, { table, column: 'name' }, wanted, look);
  const { rows } = await db.query<FoundParty>(
    `select '${side}' as side, id, name from ${table} where id = any($1::bigint[]) order by id`,
    [ids],
  );
  return rows;
}

export interface FoundProduct {
  id: number;
  title: string;
}

/** Whose products: all, those that can be ordered, or those of one supplier. */
export type ProductsOf = 'all' | 'offered' | { supplierId: number };

export async function findProducts(
  db: Sql,
  wanted: Wanted,
  look: NameLook,
  of: ProductsOf = 'all',
): Promise<FoundProduct[]> {
  const only =
    of === 'all' ? 'true' : of === 'offered' ? 'offered' : `supplier_id = ${String(of.supplierId)}`;
  const ids = await idsOfNamed(db, { table: 'products', column: 'title', only }, wanted, look);
  const { rows } = await db.query<FoundProduct>(
    `select id, title from products where id = any($1::bigint[]) order by id`,
    [ids],
  );
  return rows;
}

interface Named {
  table: 'clients' | 'suppliers' | 'products';
  column: 'name' | 'title';
  /** SQL: of which rows. */
  only?: string;
}

/** The name alone is looked at first, so that no other index is walked in the hope of a hit. */
async function idsOfNamed(
  db: Sql,
  { table, column, only = 'true' }: Named,
  { number, text, words }: Wanted,
  look: NameLook,
): Promise<number[]> {
  const [isNamed, name] =
    look === 'words'
      ? [hasWords(column, '$2::text'), queryOf(words)]
      : [`position(lower($2::text) in lower(${column})) > 0`, text];
  const { rows } = await db.query<{ id: number }>(
    `with named as materialized (select id from ${table} where ${isNamed} and ${only} limit ${mostFound})
     select id from named union select id from ${table} where id = $1::bigint and ${only} order by id limit ${mostFound}`,
    [number, name],
  );
  return rows.map(({ id }) => id);
}

export interface FoundMember {
  personId: number;
  name: string;
  side: Side;
  role: string;
  partyId: number;
  party: string;
}

/** Somebody who signs in, by the mail address or the name, with each membership. */
export async function findMembers(ctx: ReadingContext, { mail, words }: Wanted): Promise<FoundMember[]> {
  const { rows } = await ctx.pageDb.query<FoundMember>(
    `with found as materialized (
       select id from persons where ${mail === null ? hasWords('name', '$1::text') : 'email = $1'}
         and exists (select from memberships where person_id = persons.id and till_name is null) limit ${mostFound})
     select p.id as "personId", p.name, m.side, m.role, coalesce(s.name, '') as party, m.party_id as "partyId"
     from found f join persons p on p.id = f.id join memberships m on m.person_id = p.id and m.till_name is null
     left join suppliers s on m.side = 'supplier' and s.id = m.party_id
     order by m.id limit ${mostFound}`,
    [mail ?? queryOf(words)],
  );
  const clients = rows.filter(({ side }) => side === 'client').map(({ partyId }) => partyId);
  const names = await nameClients(ctx, clients);
  return rows.map((row) => ({
    ...row,
    party: row.side === 'client' ? (names.get(row.partyId) ?? '') : row.party,
  }));
}

export interface OwnMember {
  name: string;
  role: string;
}

/** People of one party, of whom there are few. */
export async function findOwnMembers(
  db: Sql,
  { side, partyId }: Party,
  { text, mail }: Wanted,
): Promise<OwnMember[]> {
  const { rows } = await db.query<OwnMember>(
    `select p.name, m.role from memberships m join persons p on p.id = m.person_id
     where m.side = $1 and m.party_id = $2 and m.till_name is null and (p.email = $3 or position(lower($4) in lower(p.name)) > 0)
     order by m.id limit ${mostFound}`,
    [side, partyId, mail, text],
  );
  return rows;
}

/** Names by their words; whoever presses Enter gets those that have the text anywhere else, where there are no others. */
export async function byName<Found>(read: (look: NameLook) => Promise<Found[]>): Promise<Found[]> {
  const found = await read('words');
  return found.length > 0 ? found : read('parts');
}
