/** Asks for a proof of all money and codes. One runs at a time, because it reads the whole database. */
import { operator } from '../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';

export type ProofAsked = { is: 'asked'; proofId: number } | { is: 'busy' | 'forbidden' };

export async function askProof(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  now: Date,
): Promise<ProofAsked> {
  if (!may(principal, 'proof.run', operator)) return { is: 'forbidden' };
  const by = actorOf(principal);
  return atomically<ProofAsked>(db, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `insert into proofs (state, asked_name, asked_at, due_at) values ('waiting', $1, $2, $2)
       on conflict ((true)) where state in ('waiting', 'running') do nothing returning id`,
      [by.actorName, now],
    );
    const [proof] = rows;
    if (proof === undefined) return { is: 'busy' };
    await recordAct(
      tx,
      keyring,
      { party: operator, by, act: 'proof.asked', about: `proof ${proof.id}` },
      now,
    );
    return { is: 'asked', proofId: proof.id };
  });
}
