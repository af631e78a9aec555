/** What follows an answer of a supplier: another call, a conclusion, or a person. */
import type { CallReading } from './call-supplier.ts';
import type { ClaimedExchange } from './exchanges.ts';
import { callReasons, type CallReason } from '../adapters/call-reasons.ts';
import type { ExchangeEnd, NextStep } from './conclusion.ts';

/** Seconds between attempts without a clear answer; the last is repeated until the deadline. */
const retrySeconds = [1, 2, 5, 15, 30, 60, 300] as const;

/** Refused repeats of a call that may have been executed, after which a person must look. */
const maxRefusedRepeats = 3;

/** How the supplier is called at present. */
export interface Terms {
  idempotent: boolean;
  agreedAt: Date | null;
}

/** Whether an earlier call may have been received: one was begun and not proven unreceived. */
export const mayHaveReached = ({ attempts, earlier }: ClaimedExchange): boolean =>
  attempts - 1 > earlier.unreached;

/** What ends an exchange before its next call; null if the call may be made. */
export function endWithoutCall(
  exchange: ClaimedExchange,
  terms: Terms | undefined,
  now: Date,
): ExchangeEnd | null {
  if (now >= exchange.deadlineAt) {
    return mayHaveReached(exchange)
      ? quarantined({ is: 'no-clear-answer' })
      : { is: 'given_up', reason: { is: 'not-reached' } };
  }
  if (terms === undefined || !mayHaveReached(exchange)) return null;
  if (!terms.idempotent) return quarantined({ is: 'earlier-unknown' });
  // A repeat would reach another system, or use other credentials: it says nothing about our call.
  if (terms.agreedAt !== null && terms.agreedAt > exchange.createdAt)
    return quarantined({ is: 'agreement-changed' });
  return null;
}

/**
 * What follows an answer. Once a call may have been executed unnoticed, a refusal of its repeat proves nothing, and a
 * code is accepted only if the supplier answers the same one twice: see decision 22. `code` is the fingerprint of the
 * code just issued.
 */
export function nextStep(
  exchange: ClaimedExchange,
  reading: CallReading,
  terms: Terms | undefined,
  now: Date,
  code: Buffer | null = null,
): NextStep {
  switch (reading.is) {
    case 'done':
      return afterDone(exchange, reading.answer, now, code);
    case 'refused':
      return afterRefusal(exchange, reading, now);
    case 'wrong':
      return end(quarantined(reading.reason));
    case 'unclear':
      if (terms?.idempotent !== false) return again(exchange, now);
      return end(quarantined(reading.reason));
    case 'unreached':
      return again(exchange, now);
  }
}

function afterDone(
  exchange: ClaimedExchange,
  answer: Extract<CallReading, { is: 'done' }>['answer'],
  now: Date,
  code: Buffer | null,
): NextStep {
  if (exchange.kind === 'activate') return end({ is: 'activated' });
  if (answer === undefined) return end(quarantined({ is: 'no-code' }));
  if (code === null || !mayHaveReached(exchange)) return end({ is: 'issued', code: answer });
  const { code: seen } = exchange.earlier;
  if (seen === null) return { is: 'again', at: now };
  if (seen === code.toString('hex')) return end({ is: 'issued', code: answer });
  return end(quarantined({ is: 'different-codes' }));
}

function afterRefusal(
  exchange: ClaimedExchange,
  reading: Extract<CallReading, { is: 'refused' }>,
  now: Date,
): NextStep {
  if (!mayHaveReached(exchange)) return end(reading);
  if (exchange.earlier.refused + 1 < maxRefusedRepeats) return again(exchange, now);
  const details = callReasons.text(reading.reason, 'en');
  return end(quarantined({ is: 'repeats-refused', why: reading.why, details }));
}

const end = (one: ExchangeEnd): NextStep => ({ is: 'end', end: one });

const quarantined = (reason: CallReason): ExchangeEnd => ({ is: 'quarantined', reason });

function again({ attempts, deadlineAt }: ClaimedExchange, now: Date): NextStep {
  const seconds = retrySeconds[Math.min(attempts, retrySeconds.length) - 1] ?? retrySeconds[0];
  const at = new Date(Math.min(now.getTime() + seconds * 1000, deadlineAt.getTime()));
  return { is: 'again', at };
}
