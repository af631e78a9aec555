/** An approval is used up by the act it was given for. */
import type { Sql, Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Party } from '../access/party.ts';
import { actorOf, type Principal } from '../access/principal.ts';
import { approvalHours, hashOf } from './approvals.ts';

export interface GivenAsk {
  party: Party;
  act: string;
  /** Fields of the payload that say which approval is meant; others, like the reason, may differ. */
  of: object;
}

/**
 * Uses up an approval that was given to this principal within the last day; false: there is none. Of two who try at once,
 * one succeeds.
 */
export const takeGiven = async (
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  ask: GivenAsk,
  now: Date,
): Promise<boolean> => (await takeGivenId(tx, keyring, principal, ask, now)) !== null;

/** The same, with the number of the approval. */
export async function takeGivenId(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  { party, act, of }: GivenAsk,
  now: Date,
): Promise<number | null> {
  const { rows } = await tx.query<{ id: number; payload: string; hash: Buffer }>(
    `select id, payload, payload_hash as hash from approvals
     where side = $1 and party_id = $2 and asked_by = $3 and state = 'done' and taken_at is null and decided_at > $4
       and act = $5 and payload::jsonb @> $6::jsonb
     order by decided_at, id limit 1 for update`,
    [
      party.side,
      party.partyId,
      actorOf(principal).actor,
      new Date(now.getTime() - approvalHours * 3600_000),
      act,
      JSON.stringify(of),
    ],
  );
  const [given] = rows;
  if (given === undefined || !hashOf(keyring, act, given.payload, null).equals(given.hash)) return null;
  const taken = await tx.query(
    `update approvals set taken_at = $4 where side = $1 and party_id = $2 and id = $3 and taken_at is null`,
    [party.side, party.partyId, given.id, now],
  );
  return taken.rowCount === 1 ? given.id : null;
}

/** Returns an approval whose act failed, so that it can be used again until it expires. */
export async function giveBack(db: Sql, { side, partyId }: Party, id: number): Promise<void> {
  await db.query(
    `update approvals set taken_at = null where side = $1 and party_id = $2 and id = $3 and state = 'done'`,
    [side, partyId, id],
  );
}
