import { createHmac } from 'node:crypto';

export { callbackSecretContext } from '../clients/client-secrets.ts';

const secretPrefix = 'whsec_';

/** The header `webhook-signature` of Standard Webhooks, by which a receiver verifies sender and time. */
export function webhookSignature(
  secret: string,
  { messageId, timestamp, body }: { messageId: string; timestamp: string; body: string },
): string {
  const key = Buffer.from(
    secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret,
    'base64',
  );
  return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`;
}
