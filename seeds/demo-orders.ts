/** The first orders of the demo, placed over its own API. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Story } from '../simulators/story/story-page.ts';
import type { DemoOrders } from '../simulators/story/story-routes.ts';
import type { Context } from '../src/context.ts';
import { presentSecret } from './demo-facts.ts';
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
export function demoOrders(
  ctx: Pick<Context, 'db' | 'clock' | 'keyring'>,
  clients: Pick<ApiClient, 'id' | 'baseUrl'>[],
): DemoOrders {
  const { db, clock, keyring } = ctx;
  const signing = async ({ id, baseUrl }: Pick<ApiClient, 'id' | 'baseUrl'>): Promise<ApiClient> => ({
    id,
    baseUrl,
    secret: (await presentSecret(db, keyring, id)) ?? '',
  });
  /** A client's people may also have closed its API to this machine, which the page then says. */
  const linkOf = async (
    client: Pick<ApiClient, 'id' | 'baseUrl'>,
    requestId: number,
  ): Promise<Pick<Story, 'giftLink' | 'refused'>> => {
    try {
      return { giftLink: await giftLinkOf(await signing(client), requestId), refused: null };
    } catch (problem) {
      if (problem instanceof ApiRefusal) return { giftLink: null, refused: problem.message };
      throw problem;
    }
  };
  const latest = () => listOrders(db, { clientId: null, state: null, limit: shownOrders });
  return {
    latest,
    async find(requestId) {
      const [order] = await findOrders(db, { requestId });
      if (order === undefined) return null;
      const client = clients.find(({ id }) => id === order.clientId);
      const linked = client !== undefined && order.state === 'issued' && order.refundedAt === null;
      const link = linked ? await linkOf(client, requestId) : { giftLink: null, refused: null };
      return { order, ...link, now: clock.now() };
    },
    async placeOne() {
      const [buyer] = clients;
      if (buyer === undefined) return { is: 'refused', why: 'The demo world has no client.' };
      try {
        const [newest] = await latest();
        const { requestId } = await placeOrder(await signing(buyer), newest?.productId ?? null);
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
