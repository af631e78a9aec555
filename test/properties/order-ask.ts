import { createHash } from 'node:crypto';
import type { OrderAsk } from '../../src/orders/order-ask.ts';

export type AskTraits = Pick<OrderAsk, 'client' | 'productId' | 'faceKopecks'> & Partial<OrderAsk>;

/** An ask as parsed by the client API, with the hash of its parameters. */
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
