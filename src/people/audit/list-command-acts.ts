import type { Sql } from '../../platform/database/database.ts';
import type { Party } from '../access/party.ts';
import type { AuditEntry } from './chain.ts';
import { auditColumns, type ActsAsk } from './check-chain.ts';

/** Lists acts from shells of the installation, the newest first. Each user of a shell is a range of the index by actor. */
export async function listCommandActs(
  db: Sql,
  { side, partyId }: Party,
  { before = null, act = null, limit }: Omit<ActsAsk, 'actor'>,
): Promise<AuditEntry[]> {
  const { rows } = await db.query<AuditEntry>(
    `with recursive users (name) as (
       select min(actor) from audit where side = $1 and party_id = $2 and actor >= 'command' and actor < 'commane'
       union all
       select (select min(actor) from audit
               where side = $1 and party_id = $2 and actor > users.name and actor < 'commane')
       from users where users.name is not null)
     select found.* from users cross join lateral (
       select ${auditColumns} from audit
       where side = $1 and party_id = $2 and actor = users.name
         and ($3::bigint is null or seq < $3) and ($4::text is null or act = $4)
       order by seq desc limit $5) found
     order by found.seq desc limit $5`,
    [side, partyId, before, act, limit],
  );
  return rows;
}
