/** Does the final tests that people asked for, one at a time in each process. */
import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { leaseEnd, whileRenewed } from '../../../platform/process/lease.ts';
import type { Worker } from '../../../platform/process/loop.ts';
import type { PlainCode } from '../../../vault/seal-code.ts';
import { certify, type Certified } from '../certify.ts';
import { findSubject } from '../find-targets.ts';
import type { ScenarioName } from '../finding.ts';
import { codeContext } from './ask-certify.ts';
import type { CertifyScope } from './certify-run.ts';

type RunContext = Pick<Context, 'db' | 'cells' | 'cell' | 'clock' | 'keyring' | 'http' | 'log'>;

const idleMs = 1000;

interface Claimed {
  supplierId: number;
  runId: number;
  askedName: string;
  scope: CertifyScope;
  sealed: Buffer | null;
  claimId: string;
  /** A process was lost with it. */
  wasRunning: boolean;
}

export function createCertifyRunner(ctx: RunContext): Worker {
  async function round(): Promise<number> {
    const claimed = await claimRun(ctx);
    if (claimed === null) return 0;
    await endRun(ctx, claimed, claimed.wasRunning ? null : await runOf(ctx, claimed));
    return 1;
  }
  return { name: 'run-certify', idleMs, round, drain: () => Promise.resolve() };
}

async function claimRun({ db, clock }: RunContext): Promise<Claimed | null> {
  const now = clock.now();
  const { rows } = await db.query<Claimed>(
    `with due as (
       select supplier_id, id, state from certify_runs where state in ('waiting', 'running') and due_at <= $1
       order by due_at limit 1 for update skip locked)
     update certify_runs r set state = 'running', claim_id = $2, due_at = $3
     from due where r.supplier_id = due.supplier_id and r.id = due.id
     returning r.supplier_id as "supplierId", r.id as "runId", r.asked_name as "askedName", r.scope, r.sealed_code as sealed,
       r.claim_id as "claimId", due.state = 'running' as "wasRunning"`,
    [now, randomUUID(), leaseEnd(now)],
  );
  return rows[0] ?? null;
}

/** Null: it broke off. */
async function runOf(ctx: RunContext, claimed: Claimed): Promise<Certified | null> {
  const { supplierId, scope, sealed, runId } = claimed;
  const { productId, facesKopecks, calls, concurrency } = scope;
  const progress = { scenario: null as ScenarioName | null, over: -1 };
  const renewed = { log: ctx.log, what: 'run-certify' };
  const test = async (): Promise<Certified> => {
    const subject = await findSubject(ctx.db, { supplier: String(supplierId), productId, facesKopecks });
    if (subject === null) return { is: 'refused', why: 'nothing-to-test' };
    const code =
      sealed === null ? null : (JSON.parse(ctx.keyring.open(sealed, codeContext(supplierId))) as PlainCode);
    return await certify(ctx, {
      subject,
      load: { calls, concurrency },
      testCodes: code === null ? [] : [code],
      mark: true,
      by: { actor: `test:${runId}`, actorName: claimed.askedName },
      onScenario: (name) => {
        progress.scenario = name;
        progress.over += 1;
      },
    });
  };
  try {
    return await whileRenewed(() => noteProgress(ctx, claimed, progress), renewed, test);
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : 'unknown';
    ctx.log.error({ run: runId, supplier: supplierId, problem: message }, 'a final test broke off');
    return null;
  }
}

async function noteProgress(
  { db, clock }: RunContext,
  { supplierId, runId, claimId }: Claimed,
  { scenario, over }: { scenario: ScenarioName | null; over: number },
): Promise<void> {
  await db.query(
    `update certify_runs set scenario = $4, scenarios = $5, due_at = $6
     where supplier_id = $1 and id = $2 and claim_id = $3 and state = 'running'`,
    [supplierId, runId, claimId, scenario, Math.max(0, over), leaseEnd(clock.now())],
  );
}

async function endRun({ db, clock }: RunContext, claimed: Claimed, outcome: Certified | null): Promise<void> {
  const { supplierId, runId, claimId } = claimed;
  const tested = outcome?.is === 'tested' ? outcome.report : null;
  await db.query(
    `update certify_runs set state = $4, green = $5, report = $6, ended_at = $7, sealed_code = null,
       scenario = null, scenarios = $8
     where supplier_id = $1 and id = $2 and claim_id = $3 and state = 'running'`,
    [
      supplierId,
      runId,
      claimId,
      outcome?.is ?? 'interrupted',
      tested?.green ?? null,
      outcome === null
        ? null
        : JSON.stringify(tested ?? { why: outcome.is === 'refused' ? outcome.why : null }),
      clock.now(),
      tested?.scenarios.length ?? 0,
    ],
  );
}
