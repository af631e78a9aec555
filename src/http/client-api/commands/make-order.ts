import { z } from 'zod';
import { makeOrderRequest, readOrder } from '../../../orders/read-order.ts';
import { okAbout, refuse, tooManyRequests, type Answer } from '../answer.ts';
import { explainRefusal, explainWrong } from '../explain.ts';
import { createDeprecationLog } from '../note-deprecated.ts';
import type { Operation } from '../operation.ts';
import type { Context } from '../../../context.ts';
import type { AcceptOrder } from '../../../orders/accept-orders.ts';
import type { Placement } from '../../../orders/place-orders.ts';
import { TooManyWaiting } from '../../../platform/batching/permits.ts';

/** makeOrder: queues a request for one certificate. */
export function makeOrder(parts: MakingContext & { accept: AcceptOrder }): Operation {
  const noteDeprecated = createDeprecationLog(parts);
  return {
    cmd: 'makeOrder',
    title: 'Orders one certificate',
    request: makeOrderRequest,
    answer: z.object({ id: z.int().meta({ description: 'Id of the queue request, for getStatus' }) }),
    errors: [1102, 1207, 3601, 5000],
    isFullFor: parts.accept.isFullFor,
    sharesItself: true,
    run({ client }, data) {
      const startedAt = performance.now();
      const now = parts.clock.now();
      const { callbacks: callsPrivate } = parts.config.privateAddresses;
      const order = readOrder(client, data, now, { callsPrivate });
      if (order.is === 'wrong') return refuse(explainWrong(makeOrderRequest, order.names, data));
      if (order.hasLegacyDate) noteDeprecated('date_send', client.id, now);
      const accepting = parts.accept(order.ask);
      if (accepting === 'full') return refuse(tooManyRequests);
      return accepting.then((judged) => {
        if (judged === 'full') return refuse(tooManyRequests);
        if (judged.is === 'failed') {
          if (judged.problem instanceof TooManyWaiting) return refuse(tooManyRequests);
          throw judged.problem;
        }
        parts.metrics.acceptSeconds.observe((performance.now() - startedAt) / 1000);
        return judged.is === 'placed' ? placed(judged) : refuse(explainRefusal(judged.refusal));
      });
    },
  };
}

type MakingContext = Pick<Context, 'clock' | 'metrics' | 'log' | 'config'>;

const placed = ({ requestId, repeated }: Placed): Answer =>
  okAbout({ requestId, isNew: !repeated }, { id: requestId });

type Placed = Extract<Placement, { is: 'placed' }>;
