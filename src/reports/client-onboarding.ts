import type { Sql } from '../platform/database/database.ts';

/** What the steps of a client are derived from. */
export interface ClientFacts {
  clientId: number;
  name: string;
  /** Somebody owns the client's cabinet. */
  hasOwner: boolean;
  /** An invitation of an owner is open. */
  isInvited: boolean;
  contract: 'missing' | 'filled' | 'accepted';
  /** A call signed by a key that is valid now has come. */
  hasCalled: boolean;
  /** The last test call to the present address was answered `OK`. */
  isCallbackTested: boolean;
  /** A test order was issued, and the present address answered its callback `OK`; whoever is live has shown it. */
  hasTestOrder: boolean;
  /** Something can be spent: balance or credit. */
  hasFunds: boolean;
  isLive: boolean;
}

/** A test order is looked for among so many newest ones: before a client is live, it has few others. */
const mostLookedAt = 100;

/** The facts behind the steps of some clients, in the order of their ids. */
export async function readClientFacts(db: Sql, clientIds: number[], now: Date): Promise<ClientFacts[]> {
  const { rows } = await db.query<ClientFacts>(
    `select c.id as "clientId", c.name,
       exists (select from memberships m where m.side = 'client' and m.party_id = c.id and m.role = 'owner') as "hasOwner",
       exists (select from invitations i where i.side = 'client' and i.party_id = c.id and i.role = 'owner'
         and i.state = 'open' and i.expires_at > $2) as "isInvited",
       case when k.client_id is null then 'missing' when k.accepted_revision = k.revision then 'accepted'
         else 'filled' end as contract,
       exists (select from api_call_days d where d.client_id = c.id and d.outcome = 'ok' and d.last_at >= (
         select min(s.created_at) from client_keys s
         where s.client_id = c.id and (s.retires_at is null or s.retires_at > $2))) as "hasCalled",
       exists (select from callback_tests t
         where t.client_id = c.id and t.accepted and t.url = c.callback_url) as "isCallbackTested",
       c.switched_on and not c.test_mode or exists (
         select from (
           select id, state, testmode from requests where client_id = c.id
           order by client_id desc, id desc limit ${mostLookedAt}) r
         join callbacks b on b.client_id = c.id and b.request_id = r.id
         where r.testmode and r.state = 'issued' and b.state = 'accepted' and b.url = c.callback_url) as "hasTestOrder",
       coalesce(a.balance_kopecks + a.credit_kopecks > 0, false) as "hasFunds",
       c.switched_on and not c.test_mode as "isLive"
     from clients c
     left join client_contracts k on k.client_id = c.id
     left join accounts a on a.client_id = c.id and a.name = 'funds'
     where c.id = any($1::bigint[]) order by c.id`,
    [clientIds, now],
  );
  return rows;
}

export async function findClientFacts(db: Sql, clientId: number, now: Date): Promise<ClientFacts | null> {
  const [facts] = await readClientFacts(db, [clientId], now);
  return facts ?? null;
}
