import { timingSafeEqual } from 'node:crypto';
import type { Sql } from '../platform/database.ts';
import type { Keyring } from '../platform/keyring.ts';
import type { GiftKey } from './find-gift.ts';
import { phoneHash, receiptCode } from './receipt-codes.ts';

/** Wrong codes that an order's code bears; then it is closed until it is sent again. */
export const receiptTries = 5;
/** Of a phone with more open codes than this some cannot be typed in. */
const openCodesOfPhone = 100;

/**
 * Finds the order whose code was sent to this phone. A try is spent on every open code of the phone before anything is
 * compared, so that of any number of guesses at the same moment no more than `receiptTries` are judged, whichever
 * processes they reach; a right code gives it back. Null says nothing about why.
 */
export async function judgeReceipt(
  { db, keyring }: { db: Sql; keyring: Keyring },
  { phone, code }: { phone: string; code: string },
  now: Date,
): Promise<GiftKey | null> {
  const { rows } = await db.query<{ client_id: number; request_id: number }>(
    `with open as (
       select client_id, request_id from receipt_codes
       where phone_hash = $1 and expires_at > $2 and tries < $3
       order by client_id, request_id desc limit $4 for update)
     update receipt_codes spent set tries = tries + 1
     from open where spent.client_id = open.client_id and spent.request_id = open.request_id
     returning spent.client_id, spent.request_id`,
    [phoneHash(keyring, phone), now, receiptTries, openCodesOfPhone],
  );
  const right = rows.filter((row) =>
    isSame(receiptCode(keyring, row.client_id, row.request_id, phone), code),
  );
  const [found] = right;
  if (found === undefined) return null;
  await giveTriesBack(db, rows);
  return { clientId: found.client_id, requestId: found.request_id };
}

async function giveTriesBack(db: Sql, spent: { client_id: number; request_id: number }[]): Promise<void> {
  await db.query(
    `with spent as (
       select client_id, request_id from receipt_codes
       where (client_id, request_id) in (select * from unnest($1::bigint[], $2::bigint[]))
       order by client_id, request_id desc for update)
     update receipt_codes kept set tries = tries - 1
     from spent where kept.client_id = spent.client_id and kept.request_id = spent.request_id and tries > 0`,
    [spent.map((row) => row.client_id), spent.map((row) => row.request_id)],
  );
}

function isSame(right: string, typed: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(typed)];
  return one.length === other.length && timingSafeEqual(one, other);
}
