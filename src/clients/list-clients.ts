/** Clients, as lists and commands show them. */
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { bySlice, mergedList } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Language } from '../platform/text/language.ts';
import { clientColumns, type Client } from './client.ts';
import { sliceOrder, type Slice } from '../platform/database/slice.ts';

export interface ListedClient extends Client {
  switchedOn: boolean;
  /** Null: it was not forgotten. */
  forgottenAt: Date | null;
  /** Null: the language of each product. */
  language: Language | null;
  contactMail: string | null;
  /** After the end of a certificate, in which its recipient's data is kept. */
  keepRecipientsMonths: number;
  /** Valid signing keys, without their secrets. */
  liveKeys: number;
  /** What can be spent, credit line included. */
  availableKopecks: number;
  heldKopecks: number;
}

const listed = `select ${clientColumns}, c.switched_on as "switchedOn", c.forgotten_at as "forgottenAt", c.language, c.contact_mail as "contactMail",
    c.keep_recipients_months as "keepRecipientsMonths",
    (select count(*)::integer from client_keys k
     where k.client_id = c.id and (k.retires_at is null or k.retires_at > $1)) as "liveKeys",
    coalesce(funds.balance_kopecks + funds.credit_kopecks, 0) as "availableKopecks",
    coalesce(held.balance_kopecks, 0) as "heldKopecks"
  from clients c
  left join accounts funds on funds.client_id = c.id and funds.name = 'funds'
  left join accounts held on held.client_id = c.id and held.name = 'held'`;

/** All clients with their balance, for the operator. */
export async function listClients(db: Sql, now: Date): Promise<ListedClient[]> {
  const { rows } = await db.query<ListedClient>(`${listed} order by c.id`, [now]);
  return rows;
}

export async function findListedClient(db: Sql, clientId: number, now: Date): Promise<ListedClient | null> {
  const { rows } = await db.query<ListedClient>(`${listed} where c.id = $2`, [now, clientId]);
  return rows[0] ?? null;
}

/** A client in a list: what the list shows, and nothing that is read elsewhere. */
export interface ClientRow extends Pick<
  ListedClient,
  'id' | 'name' | 'testMode' | 'delayedMode' | 'callbackUrl' | 'callbackFormat' | 'switchedOn'
> {
  availableKopecks: number;
}

export interface ClientPageAsk extends Slice {
  /** A part of the name, or the id; '': all. */
  wanted: string;
  limit: number;
}

/** Some of them, by id: the newest first where they get older. Balances are read for all of the page at once. */
export const listClientPage = (ctx: ReadingContext, ask: ClientPageAsk): Promise<ClientRow[]> =>
  mergedList(ctx, { by: bySlice(ask, ({ id }: ClientRow) => id), limit: ask.limit }, ({ pageDb }) =>
    pageInCell(pageDb, ask),
  );

async function pageInCell(db: Sql, ask: ClientPageAsk): Promise<ClientRow[]> {
  const { wanted, fromKey, limit } = ask;
  const [border, order] = sliceOrder(ask);
  const { rows } = await db.query<ClientRow>(
    `with page as materialized (
       select id, name, test_mode, delayed_mode, callback_url, callback_format, switched_on from clients c
       where ($1::bigint is null or c.id ${border} $1)
         and ($2 = '' or c.id::text = $2 or position(lower($2) in lower(c.name)) > 0)
       order by c.id ${order} limit $3),
     funds as materialized (
       select client_id, balance_kopecks + credit_kopecks as available from accounts
       where client_id = any(array(select id from page)) and name = 'funds')
     select p.id, p.name, p.test_mode as "testMode", p.delayed_mode as "delayedMode", p.callback_url as "callbackUrl",
       p.callback_format as "callbackFormat", p.switched_on as "switchedOn", coalesce(f.available, 0) as "availableKopecks"
     from page p left join funds f on f.client_id = p.id order by p.id ${order}`,
    [fromKey, wanted, limit],
  );
  return rows;
}
