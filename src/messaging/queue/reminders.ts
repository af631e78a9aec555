/** Reminders of certificates that expire soon. */
import { moscowDay } from '../../platform/time/moscow-time.ts';
import type { ClaimedDelivery, SendOutcome } from './delivery-channel.ts';
import type { FoundGift } from '../../certificates/find-gift.ts';
import type { NewDelivery } from './schedule.ts';

/** Days before the expiry date, by round. */
const reminderDays = [30, 3] as const;
/** Moscow time of day for reminders, as opposed to midnight, when the validity ends. */
const reminderHour = '11:00:00';
/** No reminder is sent if the certificate was sent more recently than this. */
const leastAgeMs = 86_400_000;

/** When the reminder of this round is due; null: no such round. */
function reminderAt(expiresAt: Date, round: number): Date | null {
  const days = reminderDays[round - 1];
  if (days === undefined) return null;
  const day = moscowDay(new Date(expiresAt.getTime() - days * 86_400_000));
  return new Date(`${day}T${reminderHour}+03:00`);
}

export interface ReminderAsk {
  clientId: number;
  requestId: number;
  address: string;
  testmode: boolean;
  expiresAt: Date | null;
  /** When the certificate itself is sent. */
  sendAt: Date;
}

/** The useful reminders of a certificate that is being issued. */
export function remindersOf({ expiresAt, sendAt, ...delivery }: ReminderAsk): NewDelivery[] {
  if (expiresAt === null) return [];
  return reminderDays.flatMap((_, index) => {
    const dueAt = reminderAt(expiresAt, index + 1);
    if (dueAt === null || dueAt.getTime() < sendAt.getTime() + leastAgeMs) return [];
    return [
      {
        ...delivery,
        channel: 'email',
        kind: 'reminder',
        round: index + 1,
        askedBy: 'order',
        state: 'due',
        dueAt,
      } as const,
    ];
  });
}

/** Why a due reminder is not sent; null if it is. */
export function reminderHindrance(
  { round }: Pick<ClaimedDelivery, 'round'>,
  { view }: FoundGift,
  now: Date,
): SendOutcome | null {
  if (view.state === 'redeemed') return { is: 'dropped', details: 'redeemed before' };
  // Only a choice certificate can come here: one that is used up at a till is redeemed.
  if (view.leftKopecks === 0) return { is: 'dropped', details: 'exchanged before' };
  if (view.state === 'expired' || view.expiresAt === null)
    return { is: 'dropped', details: 'expired before' };
  const next = reminderAt(view.expiresAt, round + 1);
  return next !== null && next <= now ? { is: 'dropped', details: 'the next reminder is due' } : null;
}
