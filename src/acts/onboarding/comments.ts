/** Comments of operator and supplier on an onboarding. */
import { atomically, type DatabaseOrTx, type Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import type { OnboardingSide } from '../../reports/supplier-onboarding.ts';
import { onboardingSideOf, supplierParty } from './onboarding-side.ts';

export const longestComment = 2000;
const mostComments = 500;
const mostListed = 100;

export interface OnboardingComment {
  id: number;
  side: OnboardingSide;
  byName: string;
  text: string;
  at: Date;
}

export async function addComment(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { supplierId, text: typed }: { supplierId: number; text: string },
  now: Date,
): Promise<{ is: 'added' | 'missing' | 'empty' | 'too-long' | 'too-many' }> {
  const party = supplierParty(supplierId);
  if (!may(principal, 'templates.change', party)) return { is: 'missing' };
  const text = typed.trim().replaceAll('\r\n', '\n');
  if (text === '') return { is: 'empty' };
  if (text.length > longestComment) return { is: 'too-long' };
  return atomically<{ is: 'added' | 'missing' | 'too-many' }>(db, async (tx) => {
    // Comments of one supplier are counted one after the other.
    const { rowCount } = await tx.query(
      `select from supplier_onboardings where supplier_id = $1 for update`,
      [supplierId],
    );
    if (rowCount !== 1) return { is: 'missing' };
    const { rowCount: added } = await tx.query(
      `insert into onboarding_comments (supplier_id, side, by_name, text, at)
       select $1, $2, $3, $4, $5
       where (select count(*) from onboarding_comments where supplier_id = $1) < $6`,
      [supplierId, onboardingSideOf(principal), actorOf(principal).actorName, text, now, mostComments],
    );
    if (added !== 1) return { is: 'too-many' };
    const act = { party, by: actorOf(principal), act: 'onboarding.commented' };
    await recordAct(tx, keyring, { ...act, about: `supplier ${supplierId}` }, now);
    return { is: 'added' };
  });
}

/** The last comments, the newest first. */
export async function listComments(db: Sql, supplierId: number): Promise<OnboardingComment[]> {
  const { rows } = await db.query<OnboardingComment>(
    `select id, side, by_name as "byName", text, at from onboarding_comments
     where supplier_id = $1 order by id desc limit $2`,
    [supplierId, mostListed],
  );
  return rows;
}
