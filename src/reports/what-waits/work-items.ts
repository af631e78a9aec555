/** Who has taken what waits, and what was put off. */
import { permissionsOf, roles } from '../../people/access/rights.ts';
import type { Sql } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';

export interface ItemKey {
  kind: string;
  item: number;
}

/** A person of the operator. */
export interface Holder {
  personId: number;
  name: string;
}

/** The items that were put off, by kind, each with the time when this was done. */
export type PutOff = Record<string, Record<string, string>>;

/** So many items may be put off at once: each is looked at whenever what waits is read. */
export const mostPutOff = 1000;

/** Until a day: on that day, as it begins in Moscow, they are back. */
export async function readPutOff(db: Sql, now: Date): Promise<PutOff> {
  const { rows } = await db.query<{ kind: string; item: number; at: Date }>(
    `select kind, item, put_off_at as at from work_items where put_off_until > $1::date order by put_off_until
     limit ${mostPutOff}`,
    [moscowDay(now)],
  );
  const putOff: PutOff = {};
  for (const { kind, item, at } of rows) (putOff[kind] ??= {})[item] = at.toISOString();
  return putOff;
}

/** Roles whose people may take what waits. */
const takingRoles = roles.operator.filter((role) => permissionsOf('operator', role).includes('work.take'));

/** Who holds these; whoever has left the team, or may no longer take anything, holds nothing. */
export async function readHolders(
  db: Sql,
  keys: readonly ItemKey[],
): Promise<(ItemKey & Holder & { takenAt: Date })[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.query<ItemKey & Holder & { takenAt: Date }>(
    `select w.kind, w.item, w.taken_by as "personId", p.name, w.taken_at as "takenAt"
     from unnest($1::text[], $2::bigint[]) as k (kind, item)
     join work_items w on w.kind = k.kind and w.item = k.item
     join memberships m on m.person_id = w.taken_by and m.side = 'operator' and m.role = any($3::text[])
     join persons p on p.id = m.person_id`,
    [...columnsOf(keys, ['kind', 'item']), takingRoles],
  );
  return rows;
}

/** Until which day each of these is put off. */
export async function readDays(
  db: Sql,
  kind: string,
  items: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await db.query<{ item: number; day: string }>(
    `select item, put_off_until::text as day from work_items
     where kind = $1 and item = any($2::bigint[]) and put_off_until is not null`,
    [kind, items],
  );
  return new Map(rows.map(({ item, day }) => [item, day]));
}
