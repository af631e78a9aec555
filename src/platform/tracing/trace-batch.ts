/** Records batches as spans. */
import { newTrace, within, type Tracing } from './tracing.ts';
import type { OrderKey } from './span.ts';
import type { SpanAttributes } from './span-attributes.ts';

export interface BatchedOrder extends OrderKey {
  attributes?: SpanAttributes;
  problem?: string | undefined;
}

interface Batch {
  name: string;
  startMs: number;
  /** Number of all orders in the batch, sampled or not. */
  size: number;
  orders: BatchedOrder[];
  /** The orders' traces begin with these spans, as no call of a client began them. */
  areFirst?: boolean;
}

/**
 * Records a batch: one span of its own, and one in the trace of each sampled order, linked both ways. A batch without a sampled
 * order is not recorded.
 */
export function traceBatch(tracing: Tracing, { name, startMs, size, orders, areFirst = false }: Batch): void {
  const endMs = performance.now();
  const batch = newTrace();
  const places = orders.flatMap((order) => {
    const first = tracing.ofOrder(order);
    return first === null ? [] : [{ order, place: areFirst ? first : within(first) }];
  });
  if (places.length === 0) return;
  for (const { order, place } of places) {
    const { clientId, requestId, attributes, problem } = order;
    tracing.record({
      place,
      name,
      startMs,
      endMs,
      attributes: {
        'facevalue.client_id': clientId,
        'facevalue.request_id': requestId,
        'facevalue.batch_size': size,
        ...attributes,
      },
      problem,
      links: [batch],
    });
  }
  tracing.record({
    place: batch,
    name: `${name} batch`,
    startMs,
    endMs,
    attributes: { 'facevalue.batch_size': size },
    links: places.map(({ place }) => place),
  });
}
