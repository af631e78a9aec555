import { findCallback } from '../../../callbacks/find-callback.ts';
import { findCodeAsk } from '../../../acts/guarded/show-code.ts';
import { findClient } from '../../../clients/find-client.ts';
import type { RequestKey } from '../../../orders/find-requests.ts';
import { may } from '../../../people/access/principal.ts';
import { maskedAddress } from '../../../platform/values/masked-address.ts';
import { findClientOrder, type OrderStory } from '../../../reports/client-order.ts';
import { readOrderMotion } from '../../../reports/order-motion.ts';
import { clientOfRequest } from '../../../orders/search/client-of-request.ts';
import { findSupplierCalls } from '../../../reports/supplier-calls.ts';
import { readDelayed } from '../../../reports/what-waits/read-waiting.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { OperatorCall } from '../operator.ts';
import { besideInList } from './list-filters.ts';
import type { OrderPage } from './order-view.ts';

/** The client and number of the order that the address names; null: there is none. */
export async function orderKey({ ctx, params }: OperatorCall): Promise<RequestKey | null> {
  const requestId = idIn(params['id']);
  const clientId = requestId === null ? null : await clientOfRequest(ctx.pageDb, requestId);
  return requestId === null || clientId === null ? null : { clientId, requestId };
}

export async function loadOrder(call: OperatorCall): Promise<OrderPage | null> {
  const { ctx, principal, party, now } = call;
  const key = await orderKey(call);
  if (key === null) return null;
  // First, so that nothing that comes while the rest is read is overlooked.
  const motion = await readOrderMotion(ctx.pageDb, key, now);
  if (motion === null) return null;
  const seesCodes = may(principal, 'codes.show', party);
  const [story, callback, calls, client, codeAsk] = await Promise.all([
    findClientOrder(ctx.pageDb, key),
    findCallback(ctx.pageDb, ctx.keyring, key),
    findSupplierCalls(ctx.pageDb, key),
    findClient(ctx.pageDb, key.clientId),
    seesCodes ? findCodeAsk(ctx.pageDb, principal, key, now) : null,
  ]);
  if (story === null || client === null) return null;
  const { state, productId, faceKopecks } = story.order;
  const [waiting, beside] = await Promise.all([
    state === 'delayed' ? readDelayed(ctx, now) : [],
    besideInList(call, story.order),
  ]);
  const awaited = waiting.find((face) => face.productId === productId && face.faceKopecks === faceKopecks);
  const seesAddresses = may(principal, 'orders.resend', party);
  const shown = seesAddresses ? story : withoutAddresses(story);
  const waitsFor = awaited?.waitsFor ?? null;
  return { story: shown, motion, callback, calls, beside, waitsFor, client: client.name, codeAsk };
}

const masked = (address: string): string => (address === '' ? '' : maskedAddress(address));

/** Whoever does not write to recipients needs no address of theirs. */
function withoutAddresses(story: OrderStory): OrderStory {
  const { order, events, deliveries, corrections } = story;
  return {
    ...story,
    order: { ...order, emailTo: masked(order.emailTo), toPhone: masked(order.toPhone), recipientName: '' },
    deliveries: deliveries.map((one) => ({ ...one, address: masked(one.address) })),
    corrections: corrections.map((one) => ({ ...one, from: masked(one.from), to: masked(one.to) })),
    events: events.map((event) => ({
      ...event,
      delivery: event.delivery && { ...event.delivery, address: masked(event.delivery.address) },
    })),
  };
}
