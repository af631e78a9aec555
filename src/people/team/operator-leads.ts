/** Finds the people of the operator who get letters about its security. */
import type { Sql } from '../../platform/database/database.ts';
import type { Language } from '../../platform/text/language.ts';
import { leadRole } from '../access/rights.ts';

/** How many leads get the letter; in a large team some suffice. */
const mostLeads = 20;

/** The administrators of the operator, whom letters about its safety go to. */
export async function operatorLeads(db: Sql): Promise<{ address: string; language: Language }[]> {
  const { rows } = await db.query<{ address: string; language: Language }>(
    `select p.email as address, p.language from memberships m join persons p on p.id = m.person_id
     where m.side = 'operator' and m.role = $1 order by m.id limit $2`,
    [leadRole.operator, mostLeads],
  );
  return rows;
}
