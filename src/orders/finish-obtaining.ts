/** Goes on with orders whose supplier has answered: issued, delayed, failed or set aside. */
import { inOrder, type Tx } from '../platform/database/database.ts';
import { byKeys } from '../platform/database/by-keys.ts';
import { knownCode, type Conclusion, type ExchangeEnd } from '../suppliers/calls/conclusion.ts';
import { closeExchanges, lockClaimed, type ClosedExchange } from '../suppliers/calls/exchanges.ts';
import { keepIssuedCodes } from '../vault/sell-codes.ts';
import { activateCodes, blockSoldCodes, returnToPool, type CodeKey } from '../vault/sold-codes.ts';
import { endsTooSoon } from './promises.ts';
import type { RequestKey } from './find-requests.ts';
import {
  agreementsOf,
  requestColumns,
  withAgreement,
  type ClaimedRequest,
  type Pair,
  type QueuedRequest,
} from './queued-request.ts';
import type { Refusal } from './refusals.ts';
import { setAside } from './set-aside.ts';
import { movable } from './states.ts';
import {
  allMoved,
  drawOrderIds,
  noDecisions,
  validityEnd,
  writeDecisions,
  type Decisions,
  type IssuingSettings,
} from './write-outcomes.ts';
import type { CallReason } from '../suppliers/adapters/call-reasons.ts';

/** How long a delayed order waits before a supplier without codes is called again. */
const askAgainAfterMs = 10 * 60_000;

/** One conclusion with its request. */
interface Case {
  conclusion: Conclusion;
  request: QueuedRequest;
  /** The order's ttl has expired: it can no longer get a certificate. */
  late: boolean;
  /** The issued code expires before the day until which the certificate must be valid. */
  tooSoon: boolean;
  /** Id of the issued code; 'known' if the vault already had that number. */
  issuedCodeId: number | 'known' | null;
}

/** The results for the conclusions of a batch. */
interface Work {
  decisions: Decisions;
  closed: ClosedExchange[];
  activated: CodeKey[];
  blocked: CodeKey[];
  returned: CodeKey[];
  requeued: QueuedRequest[];
}

/**
 * Second half of an order whose supplier was called: its conclusion becomes a certificate, another attempt or an end,
 * all in one transaction. A conclusion whose claim was lost changes nothing.
 */
export async function finishObtaining(
  tx: Tx,
  settings: IssuingSettings,
  conclusions: Conclusion[],
  now: Date,
): Promise<Decisions> {
  const [held, requests, orderIds] = await inOrder(
    () => lockClaimed(tx, conclusions),
    // Also those of lost claims, whose conclusions then change nothing.
    () =>
      lockObtaining(
        tx,
        conclusions.map(({ exchange }) => exchange),
      ),
    () => drawOrderIds(tx, conclusions.length),
  );
  const { cases, withoutOrder } = findCases(held, requests, now);
  await keepCodes(tx, settings, cases, now);
  const work: Work = {
    decisions: noDecisions(),
    closed: [],
    activated: [],
    blocked: [],
    returned: [],
    requeued: [],
  };
  for (const one of cases) conclude(one, work, now);
  if (withoutOrder.length > 0) await setAside(tx, settings.keyring, withoutOrder, work, now);
  await Promise.all([
    activateCodes(tx, work.activated, now),
    blockSoldCodes(tx, work.blocked),
    returnToPool(tx, work.returned),
    requeue(tx, work.requeued),
  ]);
  await inOrder(
    () => closeExchanges(tx, work.closed, now),
    () => writeDecisions(tx, settings, work.decisions, orderIds, now),
  );
  return work.decisions;
}

const isObtaining = `r.state = 'obtaining'`;

/** Locks the given requests whose supplier is being called. */
export async function lockObtaining(tx: Tx, asked: (RequestKey & Pair)[]): Promise<QueuedRequest[]> {
  const [{ rows }, agreements] = await inOrder(
    () =>
      tx.query<ClaimedRequest>(
        `select ${requestColumns} from requests r join unnest($1::bigint[], $2::bigint[]) as w (client_id, id)
           on ${byKeys('r', 'w', ['client_id', 'id'], isObtaining)}
         order by r.client_id, r.id for update of r`,
        [asked.map(({ clientId }) => clientId), asked.map(({ requestId }) => requestId)],
      ),
    () => agreementsOf(tx, asked),
  );
  return rows.map((row) => withAgreement(row, agreements));
}

function findCases(
  conclusions: Conclusion[],
  requests: QueuedRequest[],
  now: Date,
): { cases: Case[]; withoutOrder: Conclusion[] } {
  const byKey = new Map(requests.map((request) => [`${request.clientId}:${request.requestId}`, request]));
  const requestOf = ({ exchange }: Conclusion): QueuedRequest | undefined =>
    byKey.get(`${exchange.clientId}:${exchange.requestId}`);
  return {
    cases: conclusions.flatMap((conclusion) => {
      const request = requestOf(conclusion);
      if (request === undefined) return [];
      const late = request.ttlAt !== null && request.ttlAt <= now;
      const { end } = conclusion;
      const tooSoon = end.is === 'issued' && endsTooSoon(request, end.code.expiresAt, now);
      return [{ conclusion, request, late, tooSoon, issuedCodeId: null }];
    }),
    withoutOrder: conclusions.filter((conclusion) => requestOf(conclusion) === undefined),
  };
}

async function keepCodes(tx: Tx, { keyring }: IssuingSettings, cases: Case[], now: Date): Promise<void> {
  const issued = cases.flatMap((one) => {
    const { end } = one.conclusion;
    return end.is === 'issued' ? [{ one, end }] : [];
  });
  const ids = await keepIssuedCodes(
    tx,
    keyring,
    issued.map(({ one, end }) => ({
      sale: one.request,
      code: { number: end.code.number, pin: end.code.pin },
      expiresAt: end.code.expiresAt,
      sold: !one.late && !one.tooSoon,
    })),
    now,
  );
  issued.forEach(({ one }, index) => {
    one.issuedCodeId = ids[index] ?? null;
  });
}

function conclude(one: Case, work: Work, now: Date): void {
  const { end } = one.conclusion;
  switch (end.is) {
    case 'issued':
      return concludeIssued(one, end, work, now);
    case 'activated':
      return concludeActivated(one, work, now);
    case 'refused':
      return concludeRefused(one, end, work, now);
    case 'quarantined':
      block(one, work);
      close(one, work, 'quarantined', end.reason);
      return fail(one, work, { why: 'supplier-failed' });
    case 'given_up':
      putBack(one, work);
      close(one, work, 'given_up', end.reason);
      return fail(one, work, { why: 'supplier-failed' });
  }
}

function concludeIssued(one: Case, end: Extract<ExchangeEnd, { is: 'issued' }>, work: Work, now: Date): void {
  if (one.issuedCodeId === 'known') {
    close(one, work, 'quarantined', knownCode);
    return fail(one, work, { why: 'supplier-failed' });
  }
  if (one.late) {
    close(one, work, 'quarantined', { is: 'after-ttl' }, one.issuedCodeId);
    return fail(one, work, { why: 'ttl-expired' });
  }
  if (one.tooSoon) {
    close(one, work, 'quarantined', { is: 'ends-too-soon' }, one.issuedCodeId);
    return fail(one, work, { why: 'supplier-failed' });
  }
  close(one, work, 'done', null, one.issuedCodeId);
  const expiresAt = end.code.expiresAt ?? validityEnd(one.request, now);
  work.decisions.issues.push({ request: one.request, codeId: one.issuedCodeId, expiresAt });
}

function concludeActivated(one: Case, work: Work, now: Date): void {
  const { codeId } = one.conclusion.exchange;
  if (one.late) {
    block(one, work);
    close(one, work, 'quarantined', { is: 'activated-after-ttl' });
    return fail(one, work, { why: 'ttl-expired' });
  }
  if (codeId !== null) work.activated.push({ supplierId: one.request.supplierId, codeId });
  close(one, work, 'done', null);
  const expiresAt = one.conclusion.exchange.codeExpiresAt ?? validityEnd(one.request, now);
  work.decisions.issues.push({ request: one.request, codeId, expiresAt });
}

function concludeRefused(
  one: Case,
  end: Extract<ExchangeEnd, { is: 'refused' }>,
  work: Work,
  now: Date,
): void {
  const { supplierId, exchangeId } = one.conclusion.exchange;
  work.closed.push({
    supplierId,
    exchangeId,
    state: 'refused',
    why: end.why,
    reason: end.reason,
    codeId: null,
  });
  switch (end.why) {
    case 'no-stock':
      putBack(one, work);
      if (!one.request.delayedMode || one.late) return fail(one, work, { why: 'no-stock' });
      work.decisions.delays.push({ request: one.request, until: new Date(now.getTime() + askAgainAfterMs) });
      return;
    case 'bad-code':
      // The supplier does not know this code of its own pool: it is left to a person, and the order takes the next one.
      block(one, work);
      if (one.late) return fail(one, work, { why: 'ttl-expired' });
      work.requeued.push(one.request);
      return;
    case 'limit':
      putBack(one, work);
      return fail(one, work, { why: 'supplier-limit' });
    case 'bad-face':
      putBack(one, work);
      return fail(one, work, { why: 'fields', names: ['face'] });
    case 'auth':
      putBack(one, work);
      return fail(one, work, { why: 'supplier-failed' });
  }
}

function close(
  one: Case,
  work: Work,
  state: Exclude<ClosedExchange['state'], 'refused'>,
  reason: CallReason | null,
  codeId: number | null = null,
): void {
  const { supplierId, exchangeId } = one.conclusion.exchange;
  work.closed.push({ supplierId, exchangeId, state, reason, codeId });
}

/** An order whose ttl has expired is cancelled, whatever else happened to it. */
function fail(one: Case, work: Work, refusal: Refusal): void {
  const { request } = one;
  if (one.late) work.decisions.endings.push({ request, state: 'cancelled', refusal: { why: 'ttl-expired' } });
  else work.decisions.endings.push({ request, state: 'failed', refusal });
}

function block(one: Case, work: Work): void {
  const { supplierId, codeId } = one.conclusion.exchange;
  if (codeId !== null) work.blocked.push({ supplierId, codeId });
}

/** A code that its supplier has certainly not activated can be sold again. */
function putBack(one: Case, work: Work): void {
  const { supplierId, codeId } = one.conclusion.exchange;
  if (codeId !== null) work.returned.push({ supplierId, codeId });
}

/** The order keeps its hold and takes another code in the next batch. */
async function requeue(tx: Tx, requests: QueuedRequest[]): Promise<void> {
  if (requests.length === 0) return;
  const { rowCount } = await tx.query(
    `update requests r set state = 'queued', due_at = r.accepted_at, promised_lot = null
     from unnest($1::bigint[], $2::bigint[]) as w (client_id, id)
     where ${byKeys('r', 'w', ['client_id', 'id'], movable('finish-obtaining', 'queued'))}`,
    [requests.map((request) => request.clientId), requests.map((request) => request.requestId)],
  );
  allMoved(rowCount, requests.length);
}
