import type { Sql } from '../../platform/database/database.ts';
import type { GiftKey } from '../../certificates/find-gift.ts';

/** The last addresses of a certificate or its code, masked, to be shown to whoever has the link. */
export async function findSentAddresses(db: Sql, { clientId, requestId }: GiftKey): Promise<string[]> {
  const { rows } = await db.query<{ channel: 'email' | 'sms'; address: string }>(
    `select distinct on (channel) channel, address from deliveries
     where client_id = $1 and request_id = $2
       and (channel, kind) in (('email', 'certificate'), ('sms', 'receipt'))
     order by channel, round desc`,
    [clientId, requestId],
  );
  return rows
    .filter(({ address }) => address !== '')
    .map(({ channel, address }) => (channel === 'email' ? maskedEmail(address) : maskedPhone(address)));
}

/** `a•••@mail.example`: enough for its owner. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address.slice(0, Math.max(0, at));
  return `${first}•••${address.slice(at)}`;
}

/** `+7 ••• •••-45-67`. */
export const maskedPhone = (phone: string): string =>
  phone === '' ? '•••' : `+7 ••• •••-${phone.slice(-4, -2)}-${phone.slice(-2)}`;
