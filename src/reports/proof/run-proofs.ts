/** Runs the proof that somebody asked for. One that a lost process has begun is begun again, within limits. */
import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { leaseEnd, whileRenewed } from '../../platform/process/lease.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { leavingOut } from '../../platform/cells/cell-context.ts';
import { prove } from './prove.ts';
import { isRight, type Verdict } from './verdict.ts';

type ProofContext = Pick<Context, 'db' | 'cells' | 'cell' | 'clock' | 'keyring' | 'log'>;

const idleMs = 2000;
/** A proof that processes are lost with is given up after as many. */
const maxAttempts = 3;

interface Claimed {
  proofId: number;
  claimId: string;
  attempts: number;
}

export function createProofRunner(ctx: ProofContext): Worker {
  async function round(): Promise<number> {
    const claimed = await claimProof(ctx);
    if (claimed === null) return 0;
    await endProof(ctx, claimed, claimed.attempts > maxAttempts ? null : await proveClaimed(ctx, claimed));
    return 1;
  }
  return { name: 'run-proof', idleMs, round, drain: () => Promise.resolve() };
}

async function claimProof({ db, clock }: ProofContext): Promise<Claimed | null> {
  const now = clock.now();
  const { rows } = await db.query<Claimed>(
    `update proofs set state = 'running', claim_id = $2, due_at = $3, step = 0, steps = 0,
       attempts = attempts + 1
     where id = (select id from proofs where state in ('waiting', 'running') and due_at <= $1 limit 1 for update skip locked)
     returning id as "proofId", claim_id as "claimId", attempts`,
    [now, randomUUID(), leaseEnd(now)],
  );
  return rows[0] ?? null;
}

/** Null: it broke off. */
async function proveClaimed(ctx: ProofContext, claimed: Claimed): Promise<Verdict | null> {
  const progress = { step: 0, steps: 0 };
  const proving = (): Promise<Verdict> =>
    prove(leavingOut(ctx), (_check, step, steps) => {
      progress.step = step;
      progress.steps = steps;
    });
  try {
    return await whileRenewed(
      () => noteProgress(ctx, claimed, progress),
      { log: ctx.log, what: 'run-proof' },
      proving,
    );
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : 'unknown';
    ctx.log.error({ proof: claimed.proofId, problem: message }, 'a proof broke off');
    return null;
  }
}

async function noteProgress(
  { db, clock }: ProofContext,
  { proofId, claimId }: Claimed,
  { step, steps }: { step: number; steps: number },
): Promise<void> {
  await db.query(
    `update proofs set step = $3, steps = $4, due_at = $5 where id = $1 and claim_id = $2 and state = 'running'`,
    [proofId, claimId, step, steps, leaseEnd(clock.now())],
  );
}

async function endProof(
  { db, clock }: ProofContext,
  { proofId, claimId }: Claimed,
  verdict: Verdict | null,
): Promise<void> {
  await db.query(
    `update proofs set state = $3, ok = $4, verdict = $5, ended_at = $6
     where id = $1 and claim_id = $2 and state = 'running'`,
    [
      proofId,
      claimId,
      verdict === null ? 'interrupted' : 'done',
      verdict === null ? null : isRight(verdict),
      verdict === null ? null : JSON.stringify(verdict),
      clock.now(),
    ],
  );
}
