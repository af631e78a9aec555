/** Finds the address to which a certificate was sent last. */
import type { Sql } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { GiftKey } from '../../certificates/find-gift.ts';

export interface SentAddress {
  channel: 'email' | 'sms';
  /** Empty: it was erased. */
  address: string;
}

/** For each certificate, in order: the last addresses of it or its code, masked, to be shown to whoever has the link. */
export async function findSentAddresses(db: Sql, keys: readonly GiftKey[]): Promise<string[][]> {
  const sent = await findLastAddresses(db, keys);
  return sent.map((addresses) => addresses.filter(({ address }) => address !== '').map(maskedAddress));
}

/** The same as they are: one of each channel. */
export async function findLastAddresses(db: Sql, keys: readonly GiftKey[]): Promise<SentAddress[][]> {
  const { rows } = await db.query<SentAddress & { place: number }>(
    `select (w.place - 1)::int as place, sent.channel, sent.address
     from unnest((select $1::bigint[]), (select $2::bigint[])) with ordinality as w (client_id, request_id, place)
     cross join lateral (
       select distinct on (channel) channel, address from deliveries
       where client_id = w.client_id and request_id = w.request_id
         and (channel, kind) in (('email', 'certificate'), ('sms', 'receipt'))
       order by channel, round desc) as sent`,
    columnsOf(keys, ['clientId', 'requestId']),
  );
  const sent = Map.groupBy(rows, ({ place }) => place);
  return keys.map((_key, place) =>
    (sent.get(place) ?? []).map(({ channel, address }) => ({ channel, address })),
  );
}

/** The one to which it went last of all, letter or text; null: it was never sent, or its address was erased. */
export async function findLastAddress(
  db: Sql,
  { clientId, requestId }: GiftKey,
): Promise<SentAddress | null> {
  const { rows } = await db.query<SentAddress>(
    `select channel, address from deliveries
     where client_id = $1 and request_id = $2 and (channel, kind) in (('email', 'certificate'), ('sms', 'receipt'))
     order by asked_at desc nulls last, channel, round desc limit 1`,
    [clientId, requestId],
  );
  const [last] = rows;
  return last === undefined || last.address === '' ? null : last;
}

/** The address as it is shown to anybody who has the link. */
export const maskedAddress = ({ channel, address }: SentAddress): string =>
  channel === 'email' ? maskedEmail(address) : maskedPhone(address);

/** `a•••@mail.example`: enough for its owner. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address.slice(0, Math.max(0, at));
  return `${first}•••${address.slice(at)}`;
}

/** `+7 ••• •••-45-67`. */
export const maskedPhone = (phone: string): string =>
  phone === '' ? '•••' : `+7 ••• •••-${phone.slice(-4, -2)}-${phone.slice(-2)}`;
