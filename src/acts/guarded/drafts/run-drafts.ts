/** Does the previews and loads that people asked for, one at a time in each process. */
import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Principal } from '../../../people/access/principal.ts';
import { leaseEnd, whileRenewed } from '../../../platform/process/lease.ts';
import type { Worker } from '../../../platform/process/loop.ts';
import { compareInCells } from '../../../vault/numbers/compare-numbers.ts';
import { loadMailedDraft } from '../load-codes.ts';
import type { DraftRules, DraftRun, RunOutcome } from './draft-run.ts';

type RunContext = Pick<Context, 'db' | 'cell' | 'cells' | 'clock' | 'keyring' | 'log'>;

const idleMs = 500;
/** After as many the run is given up. */
const maxAttempts = 3;

interface Claimed {
  supplierId: number;
  runId: number;
  draftId: number;
  kind: DraftRun['kind'];
  rules: DraftRules;
  askedBy: Principal;
  attempts: number;
  claimId: string;
}

export function createDraftRunner(ctx: RunContext): Worker {
  async function round(): Promise<number> {
    const claimed = await claimRun(ctx);
    if (claimed === null) return 0;
    const outcome: RunOutcome = claimed.attempts > maxAttempts ? { is: 'broken' } : await runOf(ctx, claimed);
    await endRun(ctx, claimed, outcome);
    return 1;
  }
  return { name: 'run-drafts', idleMs, round, drain: () => Promise.resolve() };
}

async function claimRun({ db, clock }: RunContext): Promise<Claimed | null> {
  const now = clock.now();
  const { rows } = await db.query<Claimed>(
    `with due as (
       select supplier_id, id from draft_runs where state = 'waiting' and due_at <= $1
       order by due_at limit 1 for update skip locked)
     update draft_runs r set claim_id = $2, due_at = $3, attempts = attempts + 1
     from due where r.supplier_id = due.supplier_id and r.id = due.id
     returning r.supplier_id as "supplierId", r.id as "runId", r.draft_id as "draftId", r.kind, r.rules,
       r.asked_by as "askedBy", r.attempts, r.claim_id as "claimId"`,
    [now, randomUUID(), leaseEnd(now)],
  );
  return rows[0] ?? null;
}

async function runOf(ctx: RunContext, claimed: Claimed): Promise<RunOutcome> {
  const { draftId, kind, rules, askedBy } = claimed;
  let rowsRead = 0;
  const onRows = (count: number): void => void (rowsRead = count);
  const ask = { ...rules, draftId, dryRun: kind === 'preview', onRows };
  const load = await whileRenewed(
    () => noteProgress(ctx, claimed, rowsRead),
    { log: ctx.log, what: 'run-drafts' },
    async () => {
      if (kind === 'load') await compareInCells(ctx, claimed.supplierId);
      return loadMailedDraft(ctx, askedBy, ask, ctx.clock.now());
    },
  );
  if (load.is === 'opened') return { is: 'opened', outcome: load.outcome, wakes: load.wakes };
  return load.is === 'unauthenticated' ? { is: load.is } : load;
}

async function noteProgress({ db, clock }: RunContext, claimed: Claimed, rows: number): Promise<void> {
  const { supplierId, runId, claimId } = claimed;
  await db.query(
    `update draft_runs set rows_read = $4, due_at = $5
     where supplier_id = $1 and id = $2 and claim_id = $3 and state = 'waiting'`,
    [supplierId, runId, claimId, rows, leaseEnd(clock.now())],
  );
}

async function endRun({ db, clock }: RunContext, claimed: Claimed, outcome: RunOutcome): Promise<void> {
  const { supplierId, runId, claimId } = claimed;
  await db.query(
    `update draft_runs set state = 'ended', outcome = $4, ended_at = $5
     where supplier_id = $1 and id = $2 and claim_id = $3 and state = 'waiting'`,
    [supplierId, runId, claimId, JSON.stringify(outcome), clock.now()],
  );
}
