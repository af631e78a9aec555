import { join } from 'node:path';
import { quoted } from '../src/platform/text/typography.ts';
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

${firstOrder(order)}

  Gift page   ${order.giftPageUrl}
  Inbox       ${facts.base_url}/demo/inbox
  SMS         ${facts.base_url}/demo/sms
${facts.clients.map(({ id, callback_inbox: inbox }) => `  Callbacks   ${inbox}  (client ${id})`).join('\n')}
  Suppliers   ${facts.base_url}/demo/suppliers
  Mailbox     ${facts.base_url}/demo/mailbox  (codes and answers that suppliers send by mail)
  People      ${facts.base_url}/demo/persons  (somebody for every role; one press signs in)
  Client API  ${facts.base_url}/openapi.json

Callbacks may go to this computer and into private networks; production accepts no such address
unless FACEVALUE_CALLBACK_PRIVATE=1 allows it.
${simulated(facts)}

Clients
${facts.clients.map(({ id, name, secret }) => `  ${id}  secret ${secret}  ${name}`).join('\n')}

Tills, where certificates that the platform makes are redeemed (${facts.base_url}/till)
${facts.logins
  .filter(({ role }) => role === undefined)
  .map(({ user, password }) => `  ${user}  password ${password}`)
  .join('\n')}

Another order, signed and ready to paste:

  curl '${curl}'

These facts are in ${join(dataFolder, 'demo.json')}. Ctrl+C ends it; the data stays for the next start.
`;
}

function firstOrder({ placedNow, productTitle, face, orderId, issuedAfterMs }: FirstOrder): string {
  const what = `${quoted(productTitle, 'en')}, ${face} roubles`;
  return placedNow
    ? `A first order went through the public API: ${what},\norder ${orderId}, issued ${issuedAfterMs} ms after it was accepted.`
    : `The demo world is as you left it. Its first order was ${orderId}: ${what}.\nA button at /demo places another.`;
}

/** The simulated suppliers, each with the command that makes its next call fail. */
function simulated({ suppliers }: DemoFacts): string {
  const asked = suppliers.filter(({ scheme }) => scheme === 'api');
  const [first] = asked;
  if (first?.simulator_url === undefined) return '';
  const { origin, pathname } = new URL(first.simulator_url);
  const key = pathname.split('/').at(-1);
  return `
Suppliers that are asked at the moment of sale, played by a simulator
${asked.map(({ name, simulator_url: url }) => `  ${url}  ${name}`).join('\n')}

Let the next call of one go wrong (slow, timeout-after, error-500, cut-after, duplicate …), and read its books:

  curl -d '{"fault":"slow","seconds":5,"times":1}' ${origin}/faults/${key}
  curl ${origin}/ledger/${key}

Suppliers whose codes come inactive; a pull is called and a letter is written every minute
${suppliers.flatMap(({ name, activation }) => (activation === undefined ? [] : `  ${activation.padEnd(6)}  ${name}`)).join('\n')}`;
}
