import type { Context } from '../../context.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import { startOfMoscowDay } from '../../platform/time/moscow-time.ts';
import { isOver } from '../../certificates/certificate.ts';
import { findGifts, type FoundGift, type GiftKey } from '../../certificates/find-gift.ts';
import { endFailures } from './settle-failures.ts';
import { scheduleDeliveries, type Channel, type DeliveryKind, type NewDelivery } from './schedule.ts';

/** Maximum number of resends of an order per Moscow day, by requester. */
export const resendsADay = { client: 5, operator: 5, recipient: 2 } as const;
/** Minimum time between two resends of an order, whoever requests them. */
const resendPauseSeconds = 60;

export type ResendAsker = keyof typeof resendsADay;

/** New addresses; absent ones stay the same, and without any everything is sent to the last address. */
export interface ResendAddress {
  email?: string;
  /** `7XXXXXXXXXX`. */
  phone?: string;
}

export type Resend =
  /** `repeated`: the same resend was requested within the pause, so nothing more is sent. */
  | { is: 'asked'; channels: Channel[]; repeated: boolean; leftToday: number }
  | { is: 'no-certificate' }
  /** The certificate was taken back or blocked. */
  | { is: 'blocked' }
  /** Nothing was ever sent for this order, and no address is given. */
  | { is: 'no-address' }
  /** The certificate is over, and its recipient was erased: no address is kept for it any more. */
  | { is: 'erased' }
  /** A message of the same kind is being sent at this moment. */
  | { is: 'under-way' }
  | { is: 'too-soon'; waitSeconds: number }
  | { is: 'too-many' };

interface SentBefore {
  channel: Channel;
  kind: DeliveryKind;
  round: number;
  state: string;
  address: string;
  attempts: number;
  due_at: Date;
  claimed: boolean;
  asked_by: string;
  asked_at: Date | null;
}

/** What is resent: the certificate by mail, the code for later receipt by text. */
const kindOf = { email: 'certificate', sms: 'receipt' } as const;

interface Wanted {
  channel: Channel;
  address: string;
}

/**
 * Resends an issued certificate to the same or a corrected address: a new round of its delivery, which records who
 * requested it and when. Unsent messages to the old address are dropped. Concurrent requests run one after another.
 */
export async function askForResend(
  { db, clock }: Pick<Context, 'clock'> & { db: DatabaseOrTx },
  key: GiftKey,
  by: ResendAsker,
  address: ResendAddress = {},
): Promise<Resend> {
  const now = clock.now();
  return atomically<Resend>(db, async (tx) => {
    const { before, isErased } = await lockDeliveries(tx, key);
    const [gift] = await findGifts(tx, [key], now);
    if (!gift) return { is: 'no-certificate' };
    if (gift.view.state === 'blocked') return { is: 'blocked' };
    if (isErased && (isOver(gift.view) || gift.view.sample)) return { is: 'erased' };
    const wanted = wantedOf(before, address);
    if (wanted.length === 0) return { is: 'no-address' };
    const refusal = limitOf(before, wanted, by, now);
    if (refusal !== null) return refusal;
    const unsent = before.filter((one) => isUnsent(one) && wanted.some((want) => isOf(one, want)));
    if (unsent.some(({ claimed }) => claimed)) return { is: 'under-way' };
    await drop(tx, key, unsent, now);
    const rounds = wanted.map((want) => nextRound(gift, before, want, by, now));
    await scheduleDeliveries(tx, rounds);
    const channels = wanted.map(({ channel }) => channel);
    await endFailures(tx, key, channels, { by, at: now });
    await redirectReminders(tx, key, wanted);
    const leftToday = resendsADay[by] - askedToday(before, by, now) - 1;
    return { is: 'asked', channels, repeated: false, leftToday };
  });
}

/** The certificate's row serves as the lock of the order. */
async function lockDeliveries(
  tx: Tx,
  { clientId, requestId }: GiftKey,
): Promise<{ before: SentBefore[]; isErased: boolean }> {
  const key = [clientId, requestId];
  await tx.query(`select from certificates where client_id = $1 and request_id = $2 for update`, key);
  const { rows: requests } = await tx.query<{ isErased: boolean }>(
    `select erased_at is not null as "isErased" from requests where client_id = $1 and id = $2`,
    key,
  );
  const { rows } = await tx.query<SentBefore>(
    `select channel, kind, round, state, address, attempts, due_at, claim_id is not null as claimed, asked_by, asked_at
     from deliveries where client_id = $1 and request_id = $2 order by channel, kind, round for update`,
    key,
  );
  return { before: rows, isErased: requests[0]?.isErased === true };
}

const isOf = ({ channel, kind }: SentBefore, want: Wanted): boolean =>
  channel === want.channel && kind === kindOf[want.channel];

const isUnsent = ({ state }: SentBefore): boolean => state === 'due' || state === 'waiting';

function wantedOf(before: SentBefore[], { email, phone }: ResendAddress): Wanted[] {
  const given: Wanted[] = [
    ...(email === undefined ? [] : [{ channel: 'email' as const, address: email }]),
    ...(phone === undefined ? [] : [{ channel: 'sms' as const, address: phone }]),
  ];
  if (given.length > 0) return given;
  return (['email', 'sms'] as const).flatMap((channel) => {
    const last = before.findLast((one) => isOf(one, { channel, address: '' }));
    return last === undefined || last.address === '' ? [] : [{ channel, address: last.address }];
  });
}

function limitOf(before: SentBefore[], wanted: Wanted[], by: ResendAsker, now: Date): Resend | null {
  const asked = before.flatMap(({ asked_at }) => (asked_at === null ? [] : [asked_at.getTime()]));
  const lastAt = Math.max(0, ...asked);
  const waitMs = lastAt + resendPauseSeconds * 1000 - now.getTime();
  const today = askedToday(before, by, now);
  if (waitMs > 0) {
    const last = before.filter((one) => one.asked_at?.getTime() === lastAt && one.asked_by === by);
    const same = (want: Wanted): boolean =>
      last.some((one) => isOf(one, want) && one.address === want.address);
    if (last.length === wanted.length && wanted.every(same)) {
      const channels = wanted.map(({ channel }) => channel);
      return { is: 'asked', channels, repeated: true, leftToday: resendsADay[by] - today };
    }
    return { is: 'too-soon', waitSeconds: Math.ceil(waitMs / 1000) };
  }
  return today >= resendsADay[by] ? { is: 'too-many' } : null;
}

/** Both channels of one request get the same time. */
function askedToday(before: SentBefore[], by: ResendAsker, now: Date): number {
  const since = startOfMoscowDay(now);
  const asked = before.flatMap(({ asked_by, asked_at }) =>
    asked_by === by && asked_at !== null && asked_at >= since ? [asked_at.getTime()] : [],
  );
  return new Set(asked).size;
}

async function drop(
  tx: Tx,
  { clientId, requestId }: GiftKey,
  unsent: SentBefore[],
  now: Date,
): Promise<void> {
  await tx.query(
    `update deliveries set state = 'dropped', due_at = $6, last_error = 'replaced by a resend'
     where client_id = $1 and request_id = $2
       and (channel, kind, round) in (select * from unnest($3::text[], $4::text[], $5::integer[]))`,
    [
      clientId,
      requestId,
      unsent.map(({ channel }) => channel),
      unsent.map(({ kind }) => kind),
      unsent.map(({ round }) => round),
      now,
    ],
  );
}

/** A message scheduled for later that was never tried is sent to the corrected address at that time. */
function nextRound(
  { view, codeId }: FoundGift,
  before: SentBefore[],
  want: Wanted,
  by: ResendAsker,
  now: Date,
): NewDelivery {
  const earlier = before.filter((one) => isOf(one, want));
  const planned = earlier.find((one) => isUnsent(one) && one.attempts === 0 && one.due_at > now);
  return {
    clientId: view.clientId,
    requestId: view.requestId,
    channel: want.channel,
    kind: kindOf[want.channel],
    round: Math.max(1, ...earlier.map(({ round }) => round)) + 1,
    askedBy: by,
    askedAt: now,
    address: want.address,
    testmode: codeId === null,
    state: view.state === 'closed-until-activation' ? 'waiting' : 'due',
    dueAt: planned?.due_at ?? now,
  };
}

/** Reminders also go to the corrected address. */
async function redirectReminders(tx: Tx, { clientId, requestId }: GiftKey, wanted: Wanted[]): Promise<void> {
  const email = wanted.find(({ channel }) => channel === 'email');
  if (email === undefined) return;
  await tx.query(
    `update deliveries set address = $3
     where client_id = $1 and request_id = $2 and kind = 'reminder' and state = 'due' and claim_id is null`,
    [clientId, requestId, email.address],
  );
}
