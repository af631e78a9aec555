import type { Context } from '../../context.ts';
import { firstFound } from '../../platform/cells/merge.ts';
import type { Sql } from '../../platform/database/database.ts';
import { createSecurityLog } from '../../platform/process/security-log.ts';
import { judgeWithin, type Judged } from '../../platform/throttle/judge-within.ts';
import { createLoadLimit } from '../../platform/process/load-limit.ts';
import { networkOf } from '../../platform/throttle/network-of.ts';
import { createThrottle } from '../../platform/throttle/throttle.ts';
import type { GiftKey } from '../../certificates/find-gift.ts';
import { phoneHash, receiptCode, type ReceiptKey } from './receipt-codes.ts';
import { isSameSecret } from '../../platform/secrets/constant-time.ts';

/**
 * Wrong codes for one phone from one network, whether or not the phone has a code. Attempts of others from elsewhere do
 * not count against the owner.
 */
export const wrongOfPhone = { name: 'receipt-of-phone', tries: 5, windowSeconds: 900 };
/** Wrong codes from one network; many phones of a mobile network share one. */
export const wrongOfNetwork = { name: 'receipt-of-network', tries: 60, windowSeconds: 600 };
/** Wrong codes in the whole installation; above this the operator is alerted to guessing. */
export const wrongOfAll = { name: 'receipt-of-all', tries: 300, windowSeconds: 3600 };
/** If a phone has more open codes than this, some cannot be used. */
const openCodesOfPhone = 100;

export interface ReceiptAsk {
  phone: string;
  code: string;
  address: string;
}

export type Receipt = { is: 'right'; gift: GiftKey } | { is: 'wrong' };

export type JudgeReceipt = (ask: ReceiptAsk, now: Date) => Promise<Judged<Receipt>>;

type ReceiptContext = Pick<Context, 'db' | 'cells' | 'keyring' | 'clock' | 'metrics' | 'log'>;

/** Finds the order whose code was sent to this phone. `wrong` does not say why. */
export function createReceiptJudge(ctx: ReceiptContext): JudgeReceipt {
  const note = createSecurityLog(ctx.log);
  const alarms = createLoadLimit({ events: 1, windowSeconds: wrongOfAll.windowSeconds });
  const phones = createThrottle(ctx, wrongOfPhone);
  const networks = createThrottle(ctx, wrongOfNetwork);
  const all = createThrottle(ctx, wrongOfAll);

  return async ({ phone, code, address }, now) => {
    const network = networkOf(address);
    const counts = [[networks, network] as const, [phones, `${phone} ${network}`] as const];
    const judged = await judgeWithin(
      counts,
      () => findReceipt(ctx, phone, code, now),
      (receipt) => receipt.is === 'wrong',
    );
    if (judged.is === 'refused') note('throttled', 'receive', now);
    else if (judged.verdict.is === 'wrong') await countWrong(now);
    return judged;
  };

  async function countWrong(now: Date): Promise<void> {
    ctx.metrics.receiptCodesWrongTotal.inc();
    const counted = await all.take('');
    if (counted.is === 'taken') return counted.end(true);
    if (alarms.take('', now) > 0) return;
    note('receipt-codes-guessed', 'receive', now);
    await noteAlarm(ctx.db, counted.waitSeconds, now);
  }
}

/** Once per window, over all processes. */
async function noteAlarm(db: Sql, secondsLeft: number, now: Date): Promise<void> {
  await db.query(
    `insert into guess_alarms (kind, ends_at, at) values ('receipt-codes', $1, $2) on conflict do nothing`,
    [new Date(now.getTime() + secondsLeft * 1000), now],
  );
}

/** A phone does not say its cell, so all are asked. */
async function findReceipt(ctx: ReceiptContext, phone: string, code: string, now: Date): Promise<Receipt> {
  return (await firstFound(ctx, (cell) => findInCell(cell, phone, code, now))) ?? { is: 'wrong' };
}

async function findInCell(
  { db, keyring }: Pick<ReceiptContext, 'db' | 'keyring'>,
  phone: string,
  code: string,
  now: Date,
): Promise<Receipt | null> {
  const { rows } = await db.query<Omit<ReceiptKey, 'phone'>>(
    `select client_id as "clientId", request_id as "requestId", round, salt from receipt_codes
     where phone_hash = $1 and expires_at > $2
     order by client_id, request_id desc limit $3`,
    [phoneHash(keyring, phone), now, openCodesOfPhone],
  );
  const [found] = rows.filter((row) => isSameSecret(receiptCode(keyring, { ...row, phone }), code));
  if (found === undefined) return null;
  return { is: 'right', gift: { clientId: found.clientId, requestId: found.requestId } };
}
