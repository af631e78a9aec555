/** The worker that calls suppliers for due exchanges and writes the results with their effect on the orders. */
import type { Context } from '../context.ts';
import { inOrder, transaction } from '../platform/database/database.ts';
import { gather } from '../platform/batching/gather.ts';
import type { Worker } from '../platform/process/loop.ts';
import { wholeOrAlone } from '../platform/database/whole-or-alone.ts';
import { dueFairly } from '../platform/database/fair-share.ts';
import { regroupIn } from '../platform/cells/regroup.ts';
import { persist } from '../platform/database/persist.ts';
import { workSlots } from '../platform/batching/work-slots.ts';
import type { Barcode } from '../platform/values/judge-barcode.ts';
import { readBarcodes } from '../vault/read-barcodes.ts';
import { revealCode } from '../vault/reveal.ts';
import { callSupplierOnce, type CallOutcome, type SupplierCall } from '../suppliers/calls/call-supplier.ts';
import {
  claimExchanges,
  claimOverdue,
  keepAttempts,
  overdue,
  putOff,
  type Attempted,
  type ClaimedExchange,
} from '../suppliers/calls/exchanges.ts';
import type { Conclusion } from '../suppliers/calls/conclusion.ts';
import { endWithoutCall, mayHaveReached, nextStep } from '../suppliers/calls/next-step.ts';
import { readAgreements, type Agreement } from '../suppliers/set-agreement.ts';
import {
  supplierCapacity,
  type Flight,
  type SupplierCapacity,
} from '../suppliers/calls/supplier-capacity.ts';
import { claimNumbers } from './claim-numbers.ts';
import { finishObtaining } from './finish-obtaining.ts';
import { traceAttempt, traceDecisions } from './trace-decisions.ts';
import { noDecisions, type IssuingSettings } from './write-outcomes.ts';

type CallerContext = Pick<
  Context,
  'db' | 'cell' | 'clock' | 'keyring' | 'http' | 'log' | 'metrics' | 'tracing' | 'crashPoint'
>;

interface Job {
  exchange: ClaimedExchange;
  /** Absent: no agreement on how to call this supplier. */
  agreement: Agreement | undefined;
  /** What the issued code must fit; null: its supplier was tested with codes that do not. */
  barcode: Barcode | null;
  /** Null: the call must not be made now. */
  slot: Promise<Flight | null>;
}

/** Maximum number of calls in flight to all suppliers together. */
const maxInFlight = 1024;
/** Maximum number of exchanges claimed at once. */
const maxClaimed = 256;
const idleMs = 50;
const firstIdleMs = 5;
const due = [dueFairly('exchanges', 'supplier_id'), overdue];
/** Several calls end in this time, and one claim replaces them all. */
const claimPaceMs = 20;
const manyClaimed = 16;
/** How often those past their deadline are looked for while others are due. */
const overdueEveryMs = 500;
/** One batch at a time: what is answered while it commits is the next batch. */
const outcomeLimits = { batch: 200, concurrency: 1, waiting: 1_000_000, lingerMs: 3 };

/**
 * Calls suppliers for their due exchanges: the claim is committed first, the call is made without an open transaction,
 * and its result is written in a second one, together with its effect on the order.
 */
export function createSupplierCaller(
  ctx: CallerContext,
  settings: IssuingSettings,
  capacities: SupplierCapacity = supplierCapacity(),
): Worker {
  const write = gather(
    (attempts: Attempted[]) =>
      wholeOrAlone(attempts, async (some) => {
        await persist(() => writeBatch(ctx, settings, some));
        return some.map(() => true);
      }),
    { ...outcomeLimits, ...regroupIn(ctx) },
  );

  let lookedForOverdueMs = -Infinity;

  async function claimAny(limit: number): Promise<ClaimedExchange[]> {
    const now = ctx.clock.now();
    const ask = { limit, now };
    const claimed = await claimExchanges(ctx.db, { ...ask, ...capacities.capacities(now) });
    if (claimed.length > 0 && performance.now() - lookedForOverdueMs < overdueEveryMs) return claimed;
    lookedForOverdueMs = performance.now();
    return [...claimed, ...(await claimOverdue(ctx.db, ask))];
  }

  async function claim(limit: number): Promise<Job[]> {
    const exchanges = await claimAny(Math.min(limit, maxClaimed));
    if (exchanges.length === 0) return [];
    ctx.crashPoint('ask-suppliers:after-claim');
    const supplierIds = [...new Set(exchanges.map(({ supplierId }) => supplierId))];
    const [agreements, barcodes] = await Promise.all([
      readAgreements(ctx.db, ctx.keyring, supplierIds),
      readBarcodes(ctx.db, productsIssued(exchanges)),
    ]);
    return exchanges.map((exchange) => {
      const agreement = agreements.get(exchange.supplierId);
      // After a crash it counts as called: only an idempotent supplier may then be asked again.
      const mayWait = agreement?.idempotent === true;
      const barcode = agreement?.oddBarcodes === true ? null : (barcodes.get(exchange.productId) ?? null);
      return { exchange, agreement, barcode, slot: capacities.start(exchange.supplierId, mayWait) };
    });
  }

  async function attempt({ exchange, agreement, barcode, slot }: Job): Promise<Attempted> {
    const flight = await slot;
    const at = ctx.clock.now();
    if (flight === null) return { exchange, at, outcome: null, code: null, step: { is: 'again', at } };
    const end = endWithoutCall(exchange, agreement, at);
    if (end !== null) {
      capacities.end(flight, null, at);
      return { exchange, at, outcome: null, code: null, step: { is: 'end', end } };
    }
    let answered: boolean | null = null;
    try {
      const outcome = await callOf(ctx, { exchange, agreement, barcode }, at);
      answered = outcome.answered;
      count(ctx, exchange, outcome);
      const code = fingerprintOf(ctx, exchange, outcome);
      const step = nextStep(exchange, outcome.reading, agreement, ctx.clock.now(), code);
      return { exchange, at, outcome, code, step };
    } finally {
      capacities.end(flight, answered, ctx.clock.now());
    }
  }

  async function run(job: Job, freed: () => void): Promise<void> {
    const startMs = performance.now();
    const attempted = await attempt(job);
    if (ctx.tracing !== null) traceAttempt(ctx.tracing, attempted, startMs);
    // The supplier's next call does not wait for our commit.
    freed();
    ctx.crashPoint('ask-suppliers:after-call');
    const written = await write(attempted);
    if (written instanceof Error) throw written;
  }

  return workSlots({
    name: 'ask-suppliers',
    log: ctx.log,
    idleMs,
    firstIdleMs,
    due,
    paceMs: claimPaceMs,
    manyClaimed,
    capacity: (inFlight) => maxInFlight - inFlight,
    claim,
    run,
  });
}

async function callOf(ctx: CallerContext, job: Omit<Job, 'slot'>, now: Date): Promise<CallOutcome> {
  if (job.agreement === undefined) return notAgreed;
  return callSupplierOnce(ctx, job.agreement, await askOf(ctx, job, now));
}

const productsIssued = (exchanges: readonly ClaimedExchange[]): number[] => [
  ...new Set(exchanges.flatMap(({ kind, productId }) => (kind === 'issue' ? [productId] : []))),
];

const notAgreed: CallOutcome = {
  reading: { is: 'unreached', reason: { is: 'no-adapter' } },
  answered: true,
  durationMs: 0,
  httpStatus: null,
  transcript: '',
};

async function askOf(
  ctx: CallerContext,
  { exchange, barcode }: Pick<Job, 'exchange' | 'barcode'>,
  now: Date,
): Promise<SupplierCall> {
  const { supplierId, codeId, callId: requestId, faceKopecks, productId } = exchange;
  if (exchange.kind === 'issue')
    return { kind: 'issue', ask: { requestId, faceKopecks, productId }, barcode };
  if (codeId === null) throw new Error('An exchange is to activate no code.');
  const reading = { supplierId, codeId, reader: 'supplier', address: '' } as const;
  const code = await revealCode(ctx.db, ctx.keyring, reading, now);
  return { kind: 'activate', ask: { requestId, number: code.number, pin: code.pin } };
}

/** The fingerprint of a code issued to a repeat: only then must it be compared with the next answer. */
function fingerprintOf(
  { keyring }: CallerContext,
  exchange: ClaimedExchange,
  { reading }: CallOutcome,
): Buffer | null {
  if (reading.is !== 'done' || reading.answer === undefined || !mayHaveReached(exchange)) return null;
  const { number, pin } = reading.answer;
  return keyring.fingerprint(`issued:${exchange.supplierId}:${JSON.stringify([number, pin])}`);
}

function count({ metrics }: CallerContext, exchange: ClaimedExchange, outcome: CallOutcome): void {
  metrics.supplierCallsTotal.inc({ supplier: String(exchange.supplierId), outcome: outcome.reading.is });
  metrics.supplierCallSeconds.observe(outcome.durationMs / 1000);
}

/** Writes the results of many calls in one transaction. */
async function writeBatch(
  ctx: CallerContext,
  settings: IssuingSettings,
  attempts: Attempted[],
): Promise<void> {
  const now = ctx.clock.now();
  const startMs = performance.now();
  const conclusions = await claimNumbers(ctx, attempts.flatMap(conclusionOf));
  const decisions = await transaction(ctx.db, async (tx) => {
    const [, , concluded] = await inOrder(
      () => keepAttempts(tx, attempts),
      () => putOff(tx, attempts),
      () => (conclusions.length === 0 ? noDecisions() : finishObtaining(tx, settings, conclusions, now)),
    );
    return concluded;
  });
  ctx.crashPoint('ask-suppliers:after-commit');
  const nowMs = now.getTime();
  for (const { request } of decisions.issues)
    ctx.metrics.issueSeconds.observe((nowMs - request.acceptedAt.getTime()) / 1000);
  const span = { name: 'conclude', startMs, size: attempts.length, nowMs };
  if (ctx.tracing !== null) traceDecisions(ctx.tracing, decisions, span);
}

function conclusionOf({ exchange, step }: Attempted): Conclusion[] {
  return step.is === 'end' ? [{ exchange, claimId: exchange.claimId, end: step.end }] : [];
}
