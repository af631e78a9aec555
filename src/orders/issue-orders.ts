/** The worker that issues queued requests: decides each of a batch, gets its code, or has its supplier asked. */
import type { Context } from '../context.ts';
import { mayPass } from '../platform/database/database-errors.ts';
import { inOrder, transaction, type Sql, type Tx } from '../platform/database/database.ts';
import { floorOf, sinceFloor } from '../platform/database/kept-versions.ts';
import { traceIdOf } from '../platform/tracing/tracing.ts';
import { describeProblem, type Worker } from '../platform/process/loop.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { renewPromises } from './promises.ts';
import type { Ending } from './end-orders.ts';
import { isExchanged } from './exchange/exchanged-orders.ts';
import type { RequestKey } from './find-requests.ts';
import {
  agreementsOf,
  requestColumns,
  withAgreement,
  type ClaimedRequest,
  type QueuedRequest,
} from './queued-request.ts';
import { scriptOf } from './test-script.ts';
import {
  aheadMs,
  drawOrderIds,
  noDecisions,
  validityEnd,
  writeDecisions,
  type Decisions,
  type IssuingSettings,
} from './write-outcomes.ts';
import { traceDecisions } from './trace-decisions.ts';
import { makeCodes, takeCodes, type Taken } from '../vault/sell-codes.ts';

type IssuerContext = Pick<Context, 'db' | 'clock' | 'log' | 'metrics' | 'tracing' | 'crashPoint'>;

const idleMs = 50;
/** About as long as an issue takes: at a steady rate, an order waits no longer for its round than since the order before. */
const firstIdleMs = 5;
/** When a request that could not be issued is tried again. */
const postponeMs = 60_000;

export const createOrderIssuer = (ctx: IssuerContext, settings: IssuingSettings): Worker => ({
  name: 'issue-orders',
  idleMs,
  firstIdleMs,
  mostOfRound: settings.limit,
  due: [`select from {cell}.requests where state = 'queued' and due_at <= $1 ${sinceFloor('queued')}`],
  wakes: ['ask-suppliers', 'deliver', 'deliver-texts', 'send-callbacks'],
  round: () => issueBatch(ctx, settings),
  drain: () => Promise.resolve(),
});

/** Returns how many requests were taken. */
async function issueBatch(ctx: IssuerContext, settings: IssuingSettings): Promise<number> {
  try {
    return await issue(ctx, settings);
  } catch (problem) {
    if (mayPass(problem)) throw problem;
    ctx.log.error({ problem: describeProblem(problem) }, 'a batch of orders could not be issued');
    return issueEachAlone(ctx, settings);
  }
}

/** So that a bad request harms no other: it is put off, and a person finds it in the log. */
async function issueEachAlone(ctx: IssuerContext, settings: IssuingSettings): Promise<number> {
  for (let count = 0; count < settings.limit; count += 1) {
    try {
      if ((await issue(ctx, { ...settings, limit: 1 })) === 0) return count;
    } catch (problem) {
      if (mayPass(problem)) throw problem;
      const now = ctx.clock.now();
      const key = await postponeOldest(ctx.db, now, new Date(now.getTime() + postponeMs));
      const trace_id = key === null ? undefined : traceIdOf(ctx.tracing, key);
      ctx.log.error({ ...key, problem: describeProblem(problem), trace_id }, 'an order could not be issued');
    }
  }
  return settings.limit;
}

async function issue(
  { db, clock, metrics, tracing, crashPoint }: IssuerContext,
  settings: IssuingSettings,
): Promise<number> {
  const startMs = performance.now();
  const { taken, decisions } = await transaction(db, async (tx) => {
    const batch = await issueOrders(tx, settings, clock.now());
    if (batch.taken > 0) crashPoint('issue-orders:before-commit');
    return batch;
  });
  if (taken > 0) crashPoint('issue-orders:after-commit');
  const nowMs = clock.now().getTime();
  for (const { request } of decisions.issues)
    metrics.issueSeconds.observe((nowMs - request.acceptedAt.getTime()) / 1000);
  if (tracing !== null) traceDecisions(tracing, decisions, { name: 'issue', startMs, size: taken, nowMs });
  return taken;
}

interface IssuedBatch {
  /** How many requests were taken; if it equals the limit, more may be waiting. */
  taken: number;
  decisions: Decisions;
}

/**
 * Issues a batch of queued requests in one transaction: certificates, captures and further work. Requests whose
 * supplier must be called first become `obtaining`; `finish-obtaining.ts` continues with them.
 */
export async function issueOrders(tx: Tx, settings: IssuingSettings, now: Date): Promise<IssuedBatch> {
  const requests = await claimQueued(tx, settings.limit, now);
  if (requests.length === 0) return { taken: 0, decisions: noDecisions() };
  const decisions = noDecisions();
  for (const request of requests.filter((one) => one.testmode)) decideTest(request, decisions, now);
  const paid = requests.filter((request) => !request.testmode);
  const [, orderIds] = await inOrder(
    () => decidePaid(tx, settings.keyring, paid, decisions, now),
    () => drawOrderIds(tx, paid.filter(({ scheme }) => scheme !== 'api').length),
  );
  await writeDecisions(tx, settings, decisions, orderIds, now);
  return { taken: requests.length, decisions };
}

/** Takes the oldest due requests and locks them until the transaction ends. */
async function claimQueued(tx: Tx, limit: number, now: Date): Promise<QueuedRequest[]> {
  const from = floorOf(tx, 'queued');
  const { rows } = await tx.query<ClaimedRequest>(
    `select ${requestColumns}
     from (select * from requests
           where state = 'queued' and due_at <= $1 ${from === null ? '' : 'and due_at >= $3'} and (ttl_at is null or ttl_at > $1)
           order by due_at limit $2 for update skip locked) r
     order by r.due_at, r.id`,
    [now, limit, ...(from === null ? [] : [from])],
  );
  const agreements = await agreementsOf(tx, rows);
  return rows.map((row) => withAgreement(row, agreements));
}

/** Puts off the request that `claimQueued` would take first. Returns it; null if there is none any more. */
async function postponeOldest(db: Sql, now: Date, until: Date): Promise<RequestKey | null> {
  const { rows } = await db.query<RequestKey>(
    `update requests r set due_at = $2
     from (select client_id, id from requests
           where state = 'queued' and due_at <= $1 and (ttl_at is null or ttl_at > $1)
           order by due_at limit 1 for update skip locked) oldest
     where r.client_id = oldest.client_id and r.id = oldest.id
     returning r.client_id as "clientId", r.id as "requestId"`,
    [now, until],
  );
  return rows[0] ?? null;
}

/** A test order touches no money, pool, limit or supplier; its comment may script the result. */
function decideTest(request: QueuedRequest, decisions: Decisions, now: Date): void {
  const script = scriptOf(request.comment, request.testScript);
  const until = new Date(request.acceptedAt.getTime() + script.delaySeconds * 1000 - aheadMs(request));
  if (script.cancelled) {
    decisions.endings.push({ request, state: 'cancelled', refusal: { why: 'cancelled' } });
  } else if (script.errorCode !== null) {
    decisions.endings.push(failure(request, { why: 'scripted', code: script.errorCode }));
  } else if (script.delaySeconds > 0 && now < until) {
    decisions.delays.push({ request, until });
  } else {
    const { bounces } = script;
    decisions.issues.push({ request, codeId: null, expiresAt: validityEnd(request, now), bounces });
  }
}

async function decidePaid(
  tx: Tx,
  keyring: Keyring,
  requests: QueuedRequest[],
  decisions: Decisions,
  now: Date,
): Promise<void> {
  const covered = await renewPromises(tx, withoutShortfall(requests, decisions), now);
  const codes = await obtainCodes(tx, keyring, covered, now);
  covered.forEach((request, index) => {
    const code = codes[index];
    if (code === undefined) throw new Error('A request was neither sold a code nor refused one.');
    if (typeof code === 'object') {
      decideWithCode(request, code, decisions, now);
      return;
    }
    if (code === 'ask-supplier') {
      decisions.obtainings.push({ request, kind: 'issue', codeId: null });
      return;
    }
    // 'ask-again' leaves the request queued: the next batch continues where this one stopped.
    if (code === 'no-stock' && request.delayedMode) decisions.delays.push({ request, until: null });
    else if (code === 'no-stock') decisions.endings.push(failure(request, { why: 'no-stock' }));
  });
}

function decideWithCode(
  request: QueuedRequest,
  code: Extract<Obtained, object>,
  decisions: Decisions,
  now: Date,
): void {
  if (!code.active && request.activation === 'api') {
    decisions.obtainings.push({ request, kind: 'activate', codeId: code.codeId });
    return;
  }
  const awaitsActivation = !code.active && request.activation !== 'none' && !request.deliverBeforeActivation;
  const expiresAt = code.expiresAt ?? validityEnd(request, now);
  decisions.issues.push({ request, codeId: code.codeId, expiresAt, awaitsActivation });
}

/** While a client has a shortfall, its requests fail one by one; each released hold covers a part. */
function withoutShortfall(requests: QueuedRequest[], decisions: Decisions): QueuedRequest[] {
  const shortfalls = new Map(requests.map((request) => [request.clientId, request.shortfallKopecks]));
  return requests.filter((request) => {
    const shortfall = shortfalls.get(request.clientId) ?? 0;
    if (shortfall <= 0 || isExchanged(request)) return true;
    shortfalls.set(request.clientId, shortfall - request.sumKopecks);
    decisions.endings.push(failure(request, { why: 'no-funds' }));
    return false;
  });
}

const failure = (request: QueuedRequest, refusal: Ending['refusal']): Ending => ({
  request,
  state: 'failed',
  refusal,
});

/** The result for a sale; `ask-supplier`: no code yet, the supplier's API issues it. */
type Obtained = Taken | 'ask-supplier';

/**
 * Gets a code for each request by the scheme of its product, in their order. A request of a pool without a promise gets
 * none.
 */
async function obtainCodes(
  tx: Tx,
  keyring: Keyring,
  requests: QueuedRequest[],
  now: Date,
): Promise<Obtained[]> {
  const promised = requests.flatMap(({ scheme, promisedLot, ...sale }, place) =>
    scheme === 'pool' && promisedLot !== null ? [{ place, sale: { ...sale, endsOn: promisedLot } }] : [],
  );
  const own = requests.flatMap((ask, place) => (ask.scheme === 'platform' ? [{ place, sale: ask }] : []));
  const [taken, made] = await Promise.all([
    takeCodes(
      tx,
      promised.map(({ sale }) => sale),
      now,
    ),
    makeCodes(
      tx,
      keyring,
      own.map(({ sale }) => sale),
      now,
    ),
  ]);
  const answers = requests.map(({ scheme }): Obtained => (scheme === 'api' ? 'ask-supplier' : 'no-stock'));
  promised.forEach(({ place }, index) => (answers[place] = taken[index] as Taken));
  own.forEach(({ place }, index) => (answers[place] = made[index] as Taken));
  return answers;
}
