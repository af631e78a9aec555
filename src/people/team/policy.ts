import { atomically, type DatabaseOrTx, type Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Party } from '../access/party.ts';
import { actorOf, may, type Principal } from '../access/principal.ts';
import { recordAct } from '../audit/record-act.ts';

/** Whether everybody of the party needs a second factor, not only those whose role does. */
export async function everybodyNeedsFactor(db: Sql, { side, partyId }: Party): Promise<boolean> {
  const { rows } = await db.query<{ needed: boolean }>(
    `select second_factor as needed from party_policies where side = $1 and party_id = $2`,
    [side, partyId],
  );
  return rows[0]?.needed ?? false;
}

/** Takes effect at once: who has none yet is led to enrol one on the next page. */
export async function requireFactor(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { party, everybody }: { party: Party; everybody: boolean },
  now: Date,
): Promise<{ is: 'set' | 'unchanged' | 'forbidden' }> {
  return atomically<{ is: 'set' | 'unchanged' | 'forbidden' }>(db, async (tx) => {
    if (!may(principal, 'team.change', party)) return { is: 'forbidden' };
    if ((await everybodyNeedsFactor(tx, party)) === everybody) return { is: 'unchanged' };
    await tx.query(
      `insert into party_policies (side, party_id, second_factor) values ($1, $2, $3)
       on conflict (side, party_id) do update set second_factor = excluded.second_factor`,
      [party.side, party.partyId, everybody],
    );
    const act = { party, by: actorOf(principal), act: 'team.second-factor', about: 'everybody' };
    await recordAct(
      tx,
      keyring,
      { ...act, before: { needed: !everybody }, after: { needed: everybody } },
      now,
    );
    return { is: 'set' };
  });
}
