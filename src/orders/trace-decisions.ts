/** Records decisions about orders, and calls to their suppliers, as spans. */
import { traceBatch, type BatchedOrder } from '../platform/tracing/trace-batch.ts';
import { within, type Tracing } from '../platform/tracing/tracing.ts';
import type { Attempted } from '../suppliers/calls/exchanges.ts';
import type { Ending } from './end-orders.ts';
import type { QueuedRequest } from './queued-request.ts';
import { wireError } from './refusals.ts';
import type { Decisions } from './write-outcomes.ts';

interface DecidedBatch {
  name: string;
  startMs: number;
  size: number;
  /** A time of the clock that orders are dated by. */
  nowMs: number;
}

/** A batch of orders that were issued, delayed, ended, or passed on to their suppliers. */
export function traceDecisions(
  tracing: Tracing,
  { issues, obtainings, delays, endings }: Decisions,
  { nowMs, ...batch }: DecidedBatch,
): void {
  const batchedOrder = (outcome: string, { request }: { request: QueuedRequest }): BatchedOrder => ({
    clientId: request.clientId,
    requestId: request.requestId,
    attributes: {
      'facevalue.outcome': outcome,
      'facevalue.supplier_id': request.supplierId,
      'facevalue.testmode': request.testmode,
      'facevalue.waited_ms': Math.max(0, nowMs - request.acceptedAt.getTime()),
    },
  });
  const orders = [
    ...issues.map((one) => batchedOrder('issued', one)),
    ...obtainings.map((one) => batchedOrder('obtaining', one)),
    ...delays.map((one) => batchedOrder('delayed', one)),
    ...endings.map(endedOrder),
  ];
  traceBatch(tracing, { ...batch, orders });
}

function endedOrder({ request, state, refusal }: Ending): BatchedOrder {
  const { code } = wireError(refusal);
  return {
    clientId: request.clientId,
    requestId: request.requestId,
    attributes: { 'facevalue.outcome': state, 'facevalue.error_code': code },
    problem: String(code),
  };
}

/** Orders that ended because their ttl did. */
export function traceExpired(tracing: Tracing, endings: Ending[], startMs: number): void {
  traceBatch(tracing, { name: 'expire', startMs, size: endings.length, orders: endings.map(endedOrder) });
}

/** One call to a supplier; one that was put off without a call is not told. */
export function traceAttempt(tracing: Tracing, { exchange, outcome }: Attempted, startMs: number): void {
  if (outcome === null) return;
  const order = tracing.ofOrder(exchange);
  if (order === null) return;
  const { is } = outcome.reading;
  tracing.record({
    place: within(order),
    name: 'ask supplier',
    kind: 'client',
    startMs,
    attributes: {
      'facevalue.client_id': exchange.clientId,
      'facevalue.request_id': exchange.requestId,
      'facevalue.supplier_id': exchange.supplierId,
      'facevalue.kind': exchange.kind,
      'facevalue.outcome': is,
      ...(outcome.httpStatus !== null && { 'http.response.status_code': outcome.httpStatus }),
    },
    problem: is === 'done' ? undefined : is,
  });
}
