import { z } from 'zod';
import type { Clock } from '../../../platform/time/clock.ts';
import { makeOrderRequest, readOrder } from '../../../orders/read-order.ts';
import { wireError } from '../../../orders/refusals.ts';
import type { Metrics } from '../../../platform/process/metrics.ts';
import type { AcceptOrder } from '../accept-orders.ts';
import { ok, refuse, type Answer } from '../answer.ts';
import { tooManyRequests, wrongFields } from '../errors.ts';
import type { Operation } from '../operation.ts';

/** makeOrder: queues a request for one certificate. */
export function makeOrder(parts: { clock: Clock; metrics: Metrics; accept: AcceptOrder }): Operation {
  return {
    cmd: 'makeOrder',
    title: 'Orders one certificate',
    request: makeOrderRequest,
    answer: z.object({ id: z.int().meta({ description: 'Id of the queue request, for getStatus' }) }),
    errors: [1003, 1102, 1207, 3601, 5000],
    run({ client }, data) {
      // Before the fields are read, so that thousands of refusals cost as little as possible.
      if (parts.accept.isFullFor(client.id)) return refuse(tooManyRequests);
      const startedAt = performance.now();
      const order = readOrder(client, data, parts.clock.now());
      if (order.is === 'wrong') return refuse(wrongFields(order.names));
      const accepting = parts.accept(order.ask);
      if (accepting === 'full') return refuse(tooManyRequests);
      return accepting.then((judged) => {
        if (judged === 'full') return refuse(tooManyRequests);
        if (judged.is === 'failed') throw judged.problem;
        parts.metrics.acceptSeconds.observe((performance.now() - startedAt) / 1000);
        return judged.is === 'placed' ? placed(judged.requestId) : refuse(wireError(judged.refusal));
      });
    },
  };
}

const placed = (requestId: number): Answer => ok({ id: requestId });
