import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Party } from '../access/party.ts';
import { actorOf, may, type Principal } from '../access/principal.ts';
import { recordAct } from '../audit/record-act.ts';

/** How long an act waits for its second pair of eyes. */
export const approvalHours = 24;

/** What an act does once it is approved: it gets exactly the payload that was asked for. */
export type Execute = (tx: Tx, payload: unknown, principal: Principal) => Promise<void>;

export interface Approval {
  id: number;
  act: string;
  payload: string;
  askedBy: string;
  askedName: string;
  askedAt: Date;
  expiresAt: Date;
}

const hashOf = (keyring: Keyring, act: string, payload: string): Buffer =>
  keyring.fingerprint(`approval:${Buffer.byteLength(act)}:${act}${payload}`);

/** Asks for an act to be approved. The payload holds no secret: whoever decides reads it. */
export async function askApproval(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { party, act, payload }: { party: Party; act: string; payload: object },
  now: Date,
): Promise<{ id: number }> {
  return atomically(db, async (tx) => {
    const { actor, actorName } = actorOf(principal);
    const text = JSON.stringify(payload);
    const { rows } = await tx.query<{ id: number }>(
      `insert into approvals
         (side, party_id, act, payload, payload_hash, state, asked_by, asked_name, asked_at, expires_at)
       values ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $9) returning id`,
      [
        party.side,
        party.partyId,
        act,
        text,
        hashOf(keyring, act, text),
        actor,
        actorName,
        now,
        new Date(now.getTime() + approvalHours * 3600_000),
      ],
    );
    const [asked] = rows;
    if (asked === undefined) throw new Error('An approval was not written.');
    const about = `approval ${asked.id}`;
    const by = { actor, actorName };
    await recordAct(tx, keyring, { party, by, act: 'approval.asked', about, after: payload }, now);
    return asked;
  });
}

export type Decided = { is: 'done' | 'refused' | 'missing' | 'own' | 'tampered' };

/**
 * Decides, and on a yes does what was stored, byte for byte, in the same transaction. Of two who decide at once the second
 * finds nothing open. Nobody decides about what they asked for themselves, from the shell neither.
 */
export async function decideApproval(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: { party: Party; id: number; approve: boolean; execute: Record<string, Execute> },
  now: Date,
): Promise<Decided> {
  const { party, id, approve } = ask;
  if (!may(principal, 'approvals.decide', party)) return { is: 'missing' };
  return atomically<Decided>(db, async (tx) => {
    const { rows } = await tx.query<Approval & { hash: Buffer }>(
      `select ${columns}, payload_hash as hash from approvals
       where side = $1 and party_id = $2 and id = $3 and state = 'open' and expires_at > $4 for update`,
      [party.side, party.partyId, id, now],
    );
    const [approval] = rows;
    if (approval === undefined) return { is: 'missing' };
    const by = actorOf(principal);
    if (approval.askedBy === by.actor) return { is: 'own' };
    if (!hashOf(keyring, approval.act, approval.payload).equals(approval.hash)) return { is: 'tampered' };
    const payload: unknown = JSON.parse(approval.payload);
    if (approve) {
      const execute = Object.hasOwn(ask.execute, approval.act) ? ask.execute[approval.act] : undefined;
      if (execute === undefined) throw new Error(`Nobody knows how to do ${approval.act}.`);
      await execute(tx, payload, principal);
    }
    await tx.query(
      `update approvals set state = $4, decided_by = $5, decided_name = $6, decided_at = $7
       where side = $1 and party_id = $2 and id = $3`,
      [party.side, party.partyId, id, approve ? 'done' : 'refused', by.actor, by.actorName, now],
    );
    const act = approve ? 'approval.done' : 'approval.refused';
    await recordAct(tx, keyring, { party, by, act, about: `approval ${id}` }, now);
    return { is: approve ? 'done' : 'refused' };
  });
}

const columns = `id, act, payload, asked_by as "askedBy", asked_name as "askedName", asked_at as "askedAt",
  expires_at as "expiresAt"`;

/** What waits for a decision, the oldest first. */
export async function listApprovals(db: Sql, { side, partyId }: Party, now: Date): Promise<Approval[]> {
  const { rows } = await db.query<Approval>(
    `select ${columns} from approvals
     where side = $1 and party_id = $2 and state = 'open' and expires_at > $3 order by asked_at, id limit 200`,
    [side, partyId, now],
  );
  return rows;
}
