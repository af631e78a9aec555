/**
 * Members that were taken out lately. How their access is given back stands in give-back.ts: `work` loads this file,
 * and may add no members.
 */
import type { Sql, Tx } from '../../platform/database/database.ts';
import type { Party } from '../access/party.ts';
import type { Actor } from '../access/principal.ts';

/** How long a removed member can be given their access back. */
export const givenBackDays = 14;

export const givenBackUntil = (removedAt: Date): Date =>
  new Date(removedAt.getTime() + givenBackDays * 86_400_000);

/** Who was removed earlier stays removed. */
export const notBefore = (now: Date): Date => new Date(now.getTime() - givenBackDays * 86_400_000);

/** Remembers a membership that is about to be deleted, with all that it was. */
export async function keepRemoved(
  tx: Tx,
  { personId, membershipId }: { personId: number; membershipId: number },
  by: Actor,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into removed_members as r
       (side, party_id, person_id, role, shop_id, brought_by_id, confirmed_by, member_since, removed_at, removed_by)
     select side, party_id, person_id, role, shop_id, brought_by_id, confirmed_by, created_at, $3, $4
     from memberships where person_id = $1 and id = $2
     on conflict (side, party_id, person_id) do update
     set role = excluded.role, shop_id = excluded.shop_id, brought_by_id = excluded.brought_by_id,
       confirmed_by = excluded.confirmed_by, member_since = excluded.member_since,
       removed_at = excluded.removed_at, removed_by = excluded.removed_by`,
    [personId, membershipId, now, by.actorName],
  );
}

export interface RemovedMember {
  personId: number;
  name: string;
  email: string;
  role: string;
  removedAt: Date;
  removedBy: string;
}

const mostListed = 100;

/** Those that can still be given their access back, the last first. */
export async function listRemoved(db: Sql, { side, partyId }: Party, now: Date): Promise<RemovedMember[]> {
  const { rows } = await db.query<RemovedMember>(
    `select r.person_id as "personId", p.name, p.email, r.role, r.removed_at as "removedAt", r.removed_by as "removedBy"
     from removed_members r join persons p on p.id = r.person_id
     where r.side = $1 and r.party_id = $2 and r.removed_at > $3
       and not exists (select from memberships m
                       where m.person_id = r.person_id and m.side = r.side and m.party_id = r.party_id)
     order by r.removed_at desc, r.person_id limit $4`,
    [side, partyId, notBefore(now), mostListed],
  );
  return rows;
}
