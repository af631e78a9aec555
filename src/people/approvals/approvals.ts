import type { SealedColumn } from '../../platform/secrets/reseal.ts';
import { createHash } from 'node:crypto';
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Party } from '../access/party.ts';
import { actorOf, permit, type Principal } from '../access/principal.ts';
import { recordAct } from '../audit/record-act.ts';
import { mayBeSame } from './stands-for.ts';
import type { NotDone } from './not-done.ts';

/** How long an act waits for its second pair of eyes. */
export const approvalHours = 24;
/** Waiting at one party. */
export const mostOpenApprovals = 200;
export const maxAttachmentBytes = 32_000_000;

/** What was asked for, as it was stored. */
export interface Asked {
  payload: unknown;
  attachment: Buffer | null;
  principal: Principal;
}

/** `not-done`: nothing was changed, and the request stays open. */
export type Executed = { is: 'done' } | { is: 'not-done'; reason: NotDone };

/** What an act does once it is approved: it gets exactly what was asked for. */
export type Execute = (tx: Tx, asked: Asked, now: Date) => Promise<Executed>;

export interface Approval {
  id: number;
  act: string;
  payload: string;
  askedBy: string;
  askedName: string;
  askedAt: Date;
  expiresAt: Date;
}

export const hashOf = (keyring: Keyring, act: string, payload: string, attachment: Buffer | null): Buffer => {
  const file = attachment === null ? '' : createHash('sha256').update(attachment).digest('hex');
  return keyring.fingerprint(`approval:${Buffer.byteLength(act)}:${act}${file.length}:${file}${payload}`);
};

export interface ApprovalAsk {
  party: Party;
  act: string;
  /** Without secrets: the person who decides reads it. */
  payload: object;
  /** What may hold secrets, kept sealed. */
  attachment?: Buffer | undefined;
}

export type ApprovalAsked =
  /** `waits`: the same was asked before and is open yet. */
  { is: 'asked' | 'waits'; id: number } | { is: 'too-many' | 'too-big' };

/** Asks for an act to be approved. */
export async function askApproval(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { party, act, payload, attachment }: ApprovalAsk,
  now: Date,
): Promise<ApprovalAsked> {
  if (attachment !== undefined && attachment.length > maxAttachmentBytes) return { is: 'too-big' };
  return atomically<ApprovalAsked>(db, async (tx) => {
    const { actor, actorName } = actorOf(principal);
    const text = JSON.stringify(payload);
    const hash = hashOf(keyring, act, text, attachment ?? null);
    await lockRule(tx, party);
    const open = await findOpen(tx, party, hash, now);
    if (open.same !== null) return { is: 'waits', id: open.same };
    if (open.count >= mostOpenApprovals) return { is: 'too-many' };
    const { rows } = await tx.query<{ id: number }>(
      `insert into approvals
         (side, party_id, act, payload, payload_hash, attachment, state, asked_by, asked_name, asked_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, 'open', $7, $8, $9, $10) returning id`,
      [
        party.side,
        party.partyId,
        act,
        text,
        hash,
        attachment === undefined ? null : keyring.seal(attachment.toString('base64'), contextOf(hash)),
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
    await recordAct(
      tx,
      keyring,
      { party, by, act: 'approval.asked', about, after: { act, ...payload } },
      now,
    );
    return { is: 'asked', id: asked.id };
  });
}

/** If two equal asks come at once, the second waits here and then finds the first. */
async function lockRule(tx: Tx, { side, partyId }: Party): Promise<void> {
  await tx.query(
    `insert into party_policies (side, party_id) values ($1, $2)
     on conflict (side, party_id) do update set party_id = excluded.party_id`,
    [side, partyId],
  );
}

const contextOf = (hash: Buffer): string => `approval:${hash.toString('hex')}`;

export const sealedAttachments: SealedColumn<{ payload_hash: Buffer }> = {
  table: 'approvals',
  column: 'attachment',
  key: { side: 'text', party_id: 'bigint', id: 'bigint' },
  reads: ['payload_hash'],
  large: true,
  context: (row) => contextOf(row.payload_hash),
};

async function findOpen(
  tx: Tx,
  { side, partyId }: Party,
  hash: Buffer,
  now: Date,
): Promise<{ same: number | null; count: number }> {
  const { rows } = await tx.query<{ same: number | null; count: number }>(
    `select min(id) filter (where payload_hash = $3) as same, count(*) as count from approvals
     where side = $1 and party_id = $2 and state = 'open' and expires_at > $4`,
    [side, partyId, hash, now],
  );
  return rows[0] ?? { same: null, count: 0 };
}

export type Decided =
  /** `unconfirmed`: one of the two brought the other, and no third person has confirmed that there are two. */
  | { is: 'done' | 'refused' | 'missing' | 'own' | 'unconfirmed' | 'tampered' | 'step-up' }
  /** It could not be carried out; the request stays open. */
  | { is: 'not-done'; reason: NotDone };

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
  const permitted = permit(principal, 'approvals.decide', party, now);
  if (permitted !== 'permitted') return { is: permitted === 'step-up' ? 'step-up' : 'missing' };
  return atomically<Decided>(db, async (tx) => {
    const { rows } = await tx.query<Approval & { hash: Buffer; sealed: Buffer | null }>(
      `select ${columns}, payload_hash as hash, attachment as sealed from approvals
       where side = $1 and party_id = $2 and id = $3 and state = 'open' and expires_at > $4 for update`,
      [party.side, party.partyId, id, now],
    );
    const [approval] = rows;
    if (approval === undefined) return { is: 'missing' };
    const by = actorOf(principal);
    if (approval.askedBy === by.actor) return { is: 'own' };
    if (approve && party.side === 'operator' && (await mayBeSame(tx, approval.askedBy, by.actor)))
      return { is: 'unconfirmed' };
    if (approve) {
      const executed = await executeAsked(tx, keyring, principal, { approval, execute: ask.execute }, now);
      if (executed.is !== 'done') return executed;
    }
    await tx.query(
      `update approvals set state = $4, decided_by = $5, decided_name = $6, decided_at = $7, attachment = null
       where side = $1 and party_id = $2 and id = $3`,
      [party.side, party.partyId, id, approve ? 'done' : 'refused', by.actor, by.actorName, now],
    );
    const act = approve ? 'approval.done' : 'approval.refused';
    const after = { act: approval.act, askedBy: approval.askedBy };
    await recordAct(tx, keyring, { party, by, act, about: `approval ${id}`, after }, now);
    return { is: approve ? 'done' : 'refused' };
  });
}

async function executeAsked(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  ask: { approval: Approval & { hash: Buffer; sealed: Buffer | null }; execute: Record<string, Execute> },
  now: Date,
): Promise<Executed | { is: 'tampered' }> {
  const { act, payload, hash, sealed } = ask.approval;
  const attachment = openAttachment(keyring, sealed, hash);
  if (attachment === 'tampered' || !hashOf(keyring, act, payload, attachment).equals(hash))
    return { is: 'tampered' };
  const execute = Object.hasOwn(ask.execute, act) ? ask.execute[act] : undefined;
  if (execute === undefined) throw new Error(`Nobody knows how to do ${act}.`);
  return execute(tx, { payload: JSON.parse(payload) as unknown, attachment, principal }, now);
}

/** What goes with an open approval; null: nothing, or somebody has changed it. */
export async function readAttachment(
  db: Sql,
  keyring: Keyring,
  { side, partyId }: Party,
  id: number,
): Promise<Buffer | null> {
  const { rows } = await db.query<{ sealed: Buffer | null; hash: Buffer }>(
    `select attachment as sealed, payload_hash as hash from approvals
     where side = $1 and party_id = $2 and id = $3 and state = 'open'`,
    [side, partyId, id],
  );
  const [row] = rows;
  const attachment = row === undefined ? null : openAttachment(keyring, row.sealed, row.hash);
  return attachment === 'tampered' ? null : attachment;
}

function openAttachment(keyring: Keyring, sealed: Buffer | null, hash: Buffer): Buffer | null | 'tampered' {
  if (sealed === null) return null;
  try {
    return Buffer.from(keyring.open(sealed, contextOf(hash)), 'base64');
  } catch {
    return 'tampered';
  }
}

const columns = `id, act, payload, asked_by as "askedBy", asked_name as "askedName", asked_at as "askedAt",
  expires_at as "expiresAt"`;
const mostListed = 200;

/** What waits for a decision, the oldest first. */
export async function listApprovals(db: Sql, { side, partyId }: Party, now: Date): Promise<Approval[]> {
  const { rows } = await db.query<Approval>(
    `select ${columns} from approvals
     where side = $1 and party_id = $2 and state = 'open' and expires_at > $3 order by asked_at, id limit $4`,
    [side, partyId, now, mostListed],
  );
  return rows;
}

export interface DecidedApproval extends Approval {
  state: 'done' | 'refused' | 'expired';
  decidedName: string | null;
  decidedAt: Date | null;
}

/** One of them, open or not. */
export type FoundApproval = Omit<DecidedApproval, 'state'> & { state: DecidedApproval['state'] | 'open' };

export async function findApproval(
  db: Sql,
  { side, partyId }: Party,
  id: number,
  now: Date,
): Promise<FoundApproval | null> {
  const { rows } = await db.query<FoundApproval>(
    `select ${columns}, case when state = 'open' and expires_at <= $4 then 'expired' else state end as state,
       decided_name as "decidedName", decided_at as "decidedAt"
     from approvals where side = $1 and party_id = $2 and id = $3`,
    [side, partyId, id, now],
  );
  return rows[0] ?? null;
}

const mostDecided = 20;

/** Lists the last approvals that were decided or expired. */
export async function listDecided(db: Sql, { side, partyId }: Party, now: Date): Promise<DecidedApproval[]> {
  const { rows } = await db.query<DecidedApproval>(
    `select ${columns}, case state when 'open' then 'expired' else state end as state,
       decided_name as "decidedName", decided_at as "decidedAt"
     from approvals where side = $1 and party_id = $2 and (state <> 'open' or expires_at <= $3)
     order by id desc limit $4`,
    [side, partyId, now, mostDecided],
  );
  return rows;
}
