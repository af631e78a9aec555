/** Writes an act into the audit, chained to the one before. */
import type { Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Party } from '../access/party.ts';
import type { Actor } from '../access/principal.ts';
import { tellLeads } from '../mails/tell-leads.ts';
import { beginning, hashOf } from './chain.ts';

export interface Act {
  party: Party;
  by: Actor;
  /** A verb of the domain, as `team.role-changed`. */
  act: string;
  /** What it was done to, in ids: `membership 5`. */
  about: string;
  before?: object | null;
  after?: object | null;
}

/**
 * Writes down an act, in the act's own transaction and as its last statement: the head of the party's chain stays locked
 * from here to the commit. Never give it a secret, a code or a password. Of keys, leads, addresses and networks it writes
 * to those who lead the party.
 */
export async function recordAct(tx: Tx, keyring: Keyring, act: Act, now: Date): Promise<void> {
  await tellLeads(tx, act, now);
  const { side, partyId } = act.party;
  const { rows } = await tx.query<{ seq: number; hash: Buffer }>(
    `insert into audit_heads as head (side, party_id, seq, hash) values ($1, $2, 1, $3)
     on conflict (side, party_id) do update set seq = head.seq + 1
     returning seq, hash`,
    [side, partyId, beginning],
  );
  const [head] = rows;
  if (head === undefined) throw new Error('The head of an audit chain was not written.');
  const entry = {
    side,
    partyId,
    seq: head.seq,
    at: new Date(now.getTime()),
    ...act.by,
    act: act.act,
    about: act.about,
    before: JSON.stringify(act.before ?? null),
    after: JSON.stringify(act.after ?? null),
  };
  const hash = hashOf(keyring, head.hash, entry);
  await tx.query(
    `with moved as (update audit_heads set hash = $11 where side = $1 and party_id = $2)
     insert into audit (side, party_id, seq, at, actor, actor_name, act, about, before, after, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      side,
      partyId,
      entry.seq,
      entry.at,
      entry.actor,
      entry.actorName,
      entry.act,
      entry.about,
      entry.before,
      entry.after,
      hash,
    ],
  );
}
