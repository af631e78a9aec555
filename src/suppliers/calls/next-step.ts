/** What follows an answer of a supplier: another call, a conclusion, or a person. */
import type { CallReading } from './call-supplier.ts';
import type { ClaimedExchange } from './exchanges.ts';
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
      ? quarantined('no clear answer came before the deadline')
      : { is: 'given_up', details: 'the supplier was not reached before the deadline' };
  }
  if (terms === undefined || !mayHaveReached(exchange)) return null;
  if (!terms.idempotent) return quarantined('the result of an earlier call is unknown');
  // A repeat would reach another system, or use other credentials: it says nothing about our call.
  if (terms.agreedAt !== null && terms.agreedAt > exchange.createdAt)
    return quarantined('the result of a call before the agreement changed is unknown');
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
      return end(quarantined(reading.details));
    case 'unclear':
      if (terms?.idempotent !== false) return again(exchange, now);
      return end(quarantined(reading.details));
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
  if (answer === undefined) return end(quarantined('the answer holds no code'));
  if (code === null || !mayHaveReached(exchange)) return end({ is: 'issued', code: answer });
  const { code: seen } = exchange.earlier;
  if (seen === null) return { is: 'again', at: now };
  if (seen === code.toString('hex')) return end({ is: 'issued', code: answer });
  return end(quarantined('the supplier answers one request_id with different codes'));
}

function afterRefusal(
  exchange: ClaimedExchange,
  reading: Extract<CallReading, { is: 'refused' }>,
  now: Date,
): NextStep {
  if (!mayHaveReached(exchange)) return end(reading);
  if (exchange.earlier.refused + 1 < maxRefusedRepeats) return again(exchange, now);
  return end(
    quarantined(
      `an earlier call may have been done; its repeats are refused: ${reading.why}: ${reading.details}`,
    ),
  );
}

const end = (one: ExchangeEnd): NextStep => ({ is: 'end', end: one });

const quarantined = (details: string): ExchangeEnd => ({ is: 'quarantined', details });

function again({ attempts, deadlineAt }: ClaimedExchange, now: Date): NextStep {
  const seconds = retrySeconds[Math.min(attempts, retrySeconds.length) - 1] ?? retrySeconds[0];
  const at = new Date(Math.min(now.getTime() + seconds * 1000, deadlineAt.getTime()));
  return { is: 'again', at };
}
