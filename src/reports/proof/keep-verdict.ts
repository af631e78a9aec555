import { operator } from '../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { isRight, type Verdict } from './verdict.ts';

/** Keeps what a proof found that was made outside the queue, beside those that were asked for on the page. */
export async function keepVerdict(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { verdict, askedAt }: { verdict: Verdict; askedAt: Date },
  now: Date,
): Promise<{ is: 'kept'; proofId: number } | { is: 'forbidden' }> {
  if (!may(principal, 'proof.run', operator)) return { is: 'forbidden' };
  const by = actorOf(principal);
  return atomically(db, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `insert into proofs (state, asked_name, asked_at, due_at, ended_at, ok, verdict)
       values ('done', $1, $2, $2, $3, $4, $5) returning id`,
      [by.actorName, askedAt, now, isRight(verdict), JSON.stringify(verdict)],
    );
    const [proof] = rows;
    if (proof === undefined) throw new Error('A verdict was not written.');
    const act = { party: operator, by, act: 'proof.ended', about: `proof ${proof.id}` };
    await recordAct(tx, keyring, { ...act, after: { ok: isRight(verdict) } }, now);
    return { is: 'kept', proofId: proof.id };
  });
}
