/** The first orders of the demo, placed over its own API. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoOrders } from '../simulators/story/story-routes.ts';
import type { Context } from '../src/context.ts';
import { systemClock } from '../src/platform/time/clock.ts';
import { transaction } from '../src/platform/database/database.ts';
import { resetTravel, travelOn } from '../src/platform/time-travel/set-time-travel.ts';
import { kopecksPerRouble } from '../src/platform/values/money.ts';
import { findOrders, listOrders } from '../src/reports/order-report.ts';
import {
  ApiRefusal,
  demoComment,
  giftLinkOf,
  placeOrder,
  type ApiClient,
  type FirstOrder,
} from './first-order.ts';

const shownOrders = 6;
/** A running process checks the demo clock twice a second. */
const followMs = 600;

/** The demo's orders as its pages show them; the buyer places new ones as any client would. */
export function demoOrders(ctx: Pick<Context, 'db' | 'clock'>, clients: ApiClient[]): DemoOrders {
  const { db, clock } = ctx;
  const latest = () => listOrders(db, { clientId: null, state: null, limit: shownOrders });
  return {
    latest,
    async find(requestId) {
      const [order] = await findOrders(db, { requestId });
      if (order === undefined) return null;
      const client = clients.find(({ id }) => id === order.clientId);
      const linked = client !== undefined && order.state === 'issued' && order.refundedAt === null;
      return { order, giftLink: linked ? await giftLinkOf(client, requestId) : null, now: clock.now() };
    },
    async placeOne() {
      const [buyer] = clients;
      if (buyer === undefined) return { is: 'refused', why: 'The demo world has no client.' };
      try {
        const [newest] = await latest();
        const { requestId } = await placeOrder(buyer, newest?.productId ?? null);
        return { is: 'placed', requestId };
      } catch (problem) {
        if (problem instanceof ApiRefusal) return { is: 'refused', why: problem.message };
        throw problem;
      }
    },
    clock: {
      now: () => clock.now(),
      aheadMs: () => clock.now().getTime() - systemClock.now().getTime(),
      async travel(span) {
        const reached = await transaction(db, (tx) =>
          span === 'reset' ? resetTravel(tx).then(() => 0) : travelOn(tx, span),
        );
        if (reached === 'too-far') return false;
        await sleep(followMs);
        return true;
      },
    },
  };
}

/** The order of the demo's first start; null if none has been issued yet. */
export async function findFirstOrder(db: Context['db'], client: ApiClient): Promise<FirstOrder | null> {
  const { rows } = await db.query<{ id: number }>(
    `select id from requests
     where client_id = $1 and state = 'issued' and not testmode and refunded_at is null and comment = $2
     order by id limit 1`,
    [client.id, demoComment],
  );
  const requestId = rows[0]?.id;
  if (requestId === undefined) return null;
  const [order] = await findOrders(db, { requestId });
  if (order === undefined || order.orderId === null || order.endedAt === null) return null;
  return {
    requestId,
    orderId: order.orderId,
    productId: order.productId,
    productTitle: order.title,
    face: order.faceKopecks / kopecksPerRouble,
    giftPageUrl: await giftLinkOf(client, requestId),
    issuedAfterMs: order.endedAt.getTime() - order.acceptedAt.getTime(),
    placedNow: false,
  };
}
