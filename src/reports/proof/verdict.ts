import type { VouchedProduct } from '../../catalog/vouches.ts';
import type { Party } from '../../people/access/party.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Verification } from '../verify.ts';
import type { SealedDays } from './seal-days.ts';

/** The end of an audit chain: kept elsewhere, it proves that the chain was not cut short. */
export interface AuditHead extends Party {
  seq: number;
  hash: string;
}

/** The result of a proof. */
export interface Verdict extends Verification {
  /** What is offered on somebody's word, without a green final test; absent: the proof was made before there were any. */
  vouches?: VouchedProduct[];
  /** Null: they were not compared, as a cell did not answer. */
  sealedDays: SealedDays | null;
  auditHeads: AuditHead[];
}

/** Told only where it is broken. */
export const reachedCheck = {
  name: 'reached',
  promise: 'every cell answers: of those that do not nothing was checked, nor what all promise together',
};

/** Whether all is right; null: as far as it could be checked. */
export function isRight({ ok, checks, sealedDays }: Verdict): boolean | null {
  const isPart = sealedDays === null && checks.every((check) => check.ok || check.name === reachedCheck.name);
  return isPart ? null : ok;
}

const mostHeads = 10_000;

export async function readHeads(db: Sql): Promise<AuditHead[]> {
  const { rows } = await db.query<AuditHead>(
    `select side, party_id as "partyId", seq, encode(hash, 'hex') as hash from audit_heads order by side, party_id limit $1`,
    [mostHeads],
  );
  return rows;
}

export interface Proof {
  proofId: number;
  state: 'waiting' | 'running' | 'done' | 'interrupted';
  askedName: string;
  askedAt: Date;
  step: number;
  steps: number;
  endedAt: Date | null;
  /** Null: it has not ended, or not everything could be checked. */
  ok: boolean | null;
  verdict: Verdict | null;
}

const columns = `id as "proofId", state, asked_name as "askedName", asked_at as "askedAt", step, steps,
  ended_at as "endedAt", ok`;
const mostListed = 20;

/** The last proofs without their verdicts, the newest first. */
export async function listProofs(db: Sql): Promise<Omit<Proof, 'verdict'>[]> {
  const { rows } = await db.query<Omit<Proof, 'verdict'>>(
    `select ${columns} from proofs order by id desc limit $1`,
    [mostListed],
  );
  return rows;
}

/** One with its verdict; null as the id: the last that came to its end. */
export async function findProof(db: Sql, proofId: number | null): Promise<Proof | null> {
  const { rows } = await db.query<Omit<Proof, 'verdict'> & { verdict: string | null }>(
    `select ${columns}, verdict from proofs
     where ($1::bigint is null or id = $1) and state = 'done' order by id desc limit 1`,
    [proofId],
  );
  const [proof] = rows;
  if (proof === undefined) return null;
  return { ...proof, verdict: proof.verdict === null ? null : (JSON.parse(proof.verdict) as Verdict) };
}
