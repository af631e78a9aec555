import { createHmac } from 'node:crypto';

const key = Buffer.from('the key of the callbacks');
export const secret = `whsec_${key.toString('base64')}`;

export interface Sent {
  headers: Record<string, string>;
  body: string;
}

/** A callback as the platform sends it now: docs/client-api.md, "Callbacks". */
export function signed(id: string, contentType: string, body: string): Sent {
  const timestamp = String(Math.trunc(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    headers: {
      'content-type': contentType,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  };
}
