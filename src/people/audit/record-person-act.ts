import type { Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { operator, type Party } from '../access/party.ts';
import { personActor, type Actor } from '../access/principal.ts';
import { recordAct } from './record-act.ts';

/**
 * Writes down what somebody did to their own sign-in: in the chain of every party that they belong to, or of the operator
 * where they belong to none. Chains are taken in one order, so that two such acts never wait for each other.
 */
export async function recordPersonAct(
  tx: Tx,
  keyring: Keyring,
  { personId, name, act, by }: { personId: number; name: string; act: string; by?: Actor },
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<Party>(
    `select side, party_id as "partyId" from memberships where person_id = $1 order by side, party_id`,
    [personId],
  );
  for (const party of rows.length === 0 ? [operator] : rows) {
    await recordAct(
      tx,
      keyring,
      { party, by: by ?? personActor({ personId, name }), act, about: `person ${personId}` },
      now,
    );
  }
}
