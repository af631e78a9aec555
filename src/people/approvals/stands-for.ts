/** Which persons count as the same one when one asks and another decides. */
import type { Sql } from '../../platform/database/database.ts';
import { operator } from '../access/party.ts';

interface Brought {
  personId: number;
  broughtById: number | null;
  confirmedBy: string | null;
}

const personActor = /^person:(\d{1,15})$/;

/**
 * Whether the one who asked and the one who decides may be the same person with two mailboxes. A member counts as whoever
 * invited it, until a third person has confirmed it.
 */
export async function mayBeSame(db: Sql, askedBy: string, decider: string): Promise<boolean> {
  const [asker, other] = [personIn(askedBy), personIn(decider)];
  if (asker === null || other === null) return false;
  const members = await broughtMembers(db);
  return standsFor(members, asker) === standsFor(members, other);
}

const personIn = (actor: string): number | null => {
  const [, id] = personActor.exec(actor) ?? [];
  return id === undefined ? null : Number(id);
};

export async function broughtMembers(db: Sql): Promise<ReadonlyMap<number, Brought>> {
  const { rows } = await db.query<Brought>(
    `select person_id as "personId", brought_by_id as "broughtById", confirmed_by as "confirmedBy"
     from memberships where side = $1 and party_id = $2`,
    [operator.side, operator.partyId],
  );
  return new Map(rows.map((row) => [row.personId, row]));
}

/** Follows the chain of inviters up to a member who was confirmed or was invited by nobody. */
export function standsFor(members: ReadonlyMap<number, Brought>, personId: number): number {
  const seen = new Set<number>();
  let at = personId;
  while (!seen.has(at)) {
    seen.add(at);
    const member = members.get(at);
    if (member === undefined || member.broughtById === null || member.confirmedBy !== null) return at;
    at = member.broughtById;
  }
  // A circle: two left and were invited again by each other. One member of the circle stands for all.
  return Math.min(...seen);
}
