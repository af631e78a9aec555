import { join } from 'node:path';
import type { DemoFacts } from './demo-facts.ts';
import { firstOrderData, signedUrl, type FirstOrder } from './first-order.ts';

/** What `npm start` prints when everything runs: what came of the first order, and what to try next. */
export function tour(facts: DemoFacts, order: FirstOrder, dataFolder: string): string {
  const [client] = facts.clients;
  const curl =
    client === undefined
      ? ''
      : signedUrl(
          { baseUrl: facts.base_url, ...client },
          'makeOrder',
          firstOrderData(order.productId, order.face),
        );
  return `
Facevalue runs at ${facts.base_url}/demo

A first order went through the public API: «${order.productTitle}», ${order.face} roubles,
order ${order.orderId}, issued ${order.issuedAfterMs} ms after it was accepted.

  Gift page   ${order.giftPageUrl}
  Inbox       ${facts.base_url}/demo/inbox
${facts.clients.map(({ id, callback_inbox: inbox }) => `  Callbacks   ${inbox}  (client ${id})`).join('\n')}
  Client API  ${facts.base_url}/openapi.json

Clients
${facts.clients.map(({ id, name, secret }) => `  ${id}  secret ${secret}  ${name}`).join('\n')}

Another order, signed and ready to paste:

  curl '${curl}'

These facts lie in ${join(dataFolder, 'demo.json')}. Ctrl+C ends it; the data stays for the next start.
`;
}
