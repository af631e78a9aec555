/** Everybody who signs in by e-mail and is a member somewhere, one row a membership; of one party where one is named. */
import type { Sql } from '../../platform/database/database.ts';
import type { Party } from '../access/party.ts';

export interface ListedPerson extends Party {
  personId: number;
  email: string;
  name: string;
  role: string;
  hasFactor: boolean;
}

export async function listPersons(
  db: Sql,
  { party, email }: { party: Party | null; email: string | null },
): Promise<ListedPerson[]> {
  const { rows } = await db.query<ListedPerson>(
    `select p.id as "personId", p.email, p.name, m.side, m.party_id as "partyId", m.role,
       p.totp_secret is not null as "hasFactor"
     from memberships m join persons p on p.id = m.person_id
     where m.till_name is null and ($1::text is null or (m.side = $1 and m.party_id = $2)) and ($3::text is null or p.email = $3)
     order by m.side, m.party_id, p.email`,
    [party?.side ?? null, party?.partyId ?? null, email],
  );
  return rows;
}
