import { createHash } from 'node:crypto';
import type { OrderAsk } from '../../src/orders/order-ask.ts';

export type AskTraits = Pick<OrderAsk, 'client' | 'productId' | 'faceKopecks'> & Partial<OrderAsk>;

/** An ask as the client API would have parsed it, with the hash of what was asked. */
export function orderAsk(traits: AskTraits): OrderAsk {
  const { client, ...parameters } = {
    wrongNow: [] as string[],
    uuid: '',
    emailFrom: '',
    emailTo: '',
    senderName: '',
    recipientName: '',
    toPhone: '',
    greeting: '',
    serviceCode: 'API',
    comment: '',
    externalId: '',
    deliveryType: 'link' as const,
    dateSend: null,
    ttlSeconds: null,
    callbackUrl: null,
    testmode: false,
    ...traits,
  };
  const parametersHash = createHash('sha256').update(JSON.stringify(parameters)).digest('hex');
  return { client, ...parameters, parametersHash };
}
