/** Sends a code for an exchange to where the certificate was sent last. */
import type { GiftKey } from '../../certificates/find-gift.ts';
import { transaction, type Database, type Tx } from '../../platform/database/database.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';
import { findLastAddress, maskedAddress } from '../queue/find-sent-addresses.ts';
import { scheduleDeliveries } from '../queue/schedule.ts';
import { confirmationMinutes, mostWrong } from './confirmation-code.ts';

/** Together with the limit of wrong attempts for each code, this leaves too few guesses to hit one of a million. */
const mostInDay = 5;
const pauseSeconds = 60;

export interface ConfirmationAsk extends GiftKey {
  /** The number of the exchange. */
  step: number;
  testmode: boolean;
}

export type ConfirmationAsked =
  /** Also if it was asked for a moment ago: a second press sends nothing more. */
  { is: 'asked'; to: string } | { is: 'no-address' } | { is: 'too-soon' } | { is: 'too-many' };

export const askForConfirmation = (
  db: Database,
  ask: ConfirmationAsk,
  now: Date,
): Promise<ConfirmationAsked> =>
  transaction<ConfirmationAsked>(db, async (tx) => {
    const last = await findLastAddress(tx, ask);
    if (last === null) return { is: 'no-address' };
    const to = maskedAddress(last);
    const round = await nextRound(tx, ask, now);
    if (round === null) return whyNone(tx, ask, to, now);
    const { clientId, requestId, testmode } = ask;
    await scheduleDeliveries(tx, [
      {
        clientId,
        requestId,
        testmode,
        ...last,
        kind: 'confirmation',
        round,
        askedBy: 'recipient',
        state: 'due',
        dueAt: now,
      },
    ]);
    return { is: 'asked', to };
  });

/** Null: too soon after the last one, or too many on one day. Of two at once the second waits, and finds what the first has written. */
async function nextRound(
  tx: Tx,
  { clientId, requestId, step }: ConfirmationAsk,
  now: Date,
): Promise<number | null> {
  const { rows } = await tx.query<{ round: number }>(
    `insert into confirmation_codes as kept (client_id, request_id, round, step, asked_at, expires_at, day, sent)
     values ($1, $2, 1, $3, $4, $5, $6, 1)
     on conflict (client_id, request_id) do update
     set round = kept.round + 1, step = excluded.step, asked_at = excluded.asked_at, expires_at = excluded.expires_at, wrong = 0,
         day = excluded.day, sent = case when kept.day = excluded.day then kept.sent + 1 else 1 end
     where kept.asked_at <= $7 and (kept.day <> excluded.day or kept.sent < $8)
     returning round`,
    [
      clientId,
      requestId,
      step,
      now,
      new Date(now.getTime() + confirmationMinutes * 60_000),
      moscowDay(now),
      new Date(now.getTime() - pauseSeconds * 1000),
      mostInDay,
    ],
  );
  return rows[0]?.round ?? null;
}

async function whyNone(tx: Tx, ask: ConfirmationAsk, to: string, now: Date): Promise<ConfirmationAsked> {
  const { rows } = await tx.query<{ isSoon: boolean; isOpen: boolean }>(
    `select asked_at > $3 as "isSoon", step = $4 and wrong < $5 as "isOpen"
     from confirmation_codes where client_id = $1 and request_id = $2`,
    [ask.clientId, ask.requestId, new Date(now.getTime() - pauseSeconds * 1000), ask.step, mostWrong],
  );
  const [last] = rows;
  if (last?.isSoon !== true) return { is: 'too-many' };
  return last.isOpen ? { is: 'asked', to } : { is: 'too-soon' };
}
