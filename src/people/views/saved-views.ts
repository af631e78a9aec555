/** Filters of a list that somebody keeps under a name, alone or for everybody at the party. */
import { transaction, type Database, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Party } from '../access/party.ts';
import { may, type PersonPrincipal } from '../access/principal.ts';
import { holdPerson } from '../persons/hold-person.ts';

export interface SavedView {
  id: number;
  name: string;
  /** The query in the address of the list. */
  query: string;
  shared: boolean;
  isOwn: boolean;
  /** Who keeps it. */
  by: string;
}

export const longestViewName = 40;
export const longestViewQuery = 500;
/** How many views one person keeps for one list. */
export const mostViews = 20;
/** How many views of all people of a party are listed. */
const mostListed = 60;

/** One's own, and then what others share, for one list. */
export async function listViews(
  db: Sql,
  { side, partyId, personId }: PersonPrincipal,
  list: string,
): Promise<SavedView[]> {
  const { rows } = await db.query<SavedView>(
    `select v.id, v.name, v.query, v.shared, v.person_id = $4 as "isOwn", p.name as by
     from saved_views v join persons p on p.id = v.person_id
     where v.side = $1 and v.party_id = $2 and v.list = $3 and (v.shared or v.person_id = $4)
     order by v.person_id = $4 desc, lower(v.name), v.id limit ${mostListed}`,
    [side, partyId, list, personId],
  );
  return rows;
}

interface ViewToSave {
  list: string;
  name: string;
  query: string;
  shared: boolean;
}

/** One's own view of the same name is replaced. */
export function saveView(
  db: Database,
  { side, partyId, personId }: PersonPrincipal,
  { list, name, query, shared }: ViewToSave,
  now: Date,
): Promise<{ is: 'saved' | 'too-many' }> {
  return transaction(db, async (tx) => {
    // If several are kept at once, each counts those before it.
    await holdPerson(tx, personId);
    const { rowCount } = await tx.query(
      `insert into saved_views (side, party_id, person_id, list, name, query, shared, changed_at)
       select $1, $2, $3, $4, $5, $6, $7, $8
       where ${mostViews} > (select count(*) from saved_views
         where side = $1 and party_id = $2 and list = $4 and person_id = $3 and lower(name) <> lower($5))
       on conflict (side, party_id, list, person_id, lower(name)) do update
         set name = excluded.name, query = excluded.query, shared = excluded.shared, changed_at = excluded.changed_at`,
      [side, partyId, personId, list, name, query, shared, now],
    );
    return { is: rowCount === 0 ? 'too-many' : 'saved' };
  });
}

/** One's own, or a shared one by whoever takes care of the party's people. */
export async function dropView(db: Sql, principal: PersonPrincipal, id: number): Promise<boolean> {
  const { side, partyId, personId } = principal;
  const { rowCount } = await db.query(
    `delete from saved_views
     where side = $1 and party_id = $2 and id = $3 and (person_id = $4 or (shared and $5))`,
    [side, partyId, id, personId, may(principal, 'team.change', principal)],
  );
  return rowCount === 1;
}

/** Deletes the views of a person who leaves the party, except those that others use. */
export async function dropOwnViews(tx: Tx, { side, partyId }: Party, personId: number): Promise<void> {
  await tx.query(
    `delete from saved_views where side = $1 and party_id = $2 and person_id = $3 and not shared`,
    [side, partyId, personId],
  );
}

/** Deletes all views of a party that leaves. */
export async function dropAllViews(tx: Tx, { side, partyId }: Party): Promise<void> {
  await tx.query(`delete from saved_views where side = $1 and party_id = $2`, [side, partyId]);
}
