import type { CallReading } from './call-supplier.ts';
import type { ClaimedExchange } from './claim-exchanges.ts';
import type { ExchangeEnd } from './conclusion.ts';

/** Seconds from an attempt that brought no clear answer to the next one; the last is repeated to the deadline. */
export const retrySeconds = [1, 2, 5, 15, 30, 60, 300] as const;

/** What follows from an attempt: an end, or another attempt with the same request_id. */
export type NextStep = { is: 'end'; end: ExchangeEnd } | { is: 'again'; at: Date };

/** Whether an earlier call may have been received: one was begun, and nobody knows that it was not. */
const mayHaveReached = ({ attempts, unreached }: ClaimedExchange): boolean => attempts - 1 > unreached;

/** What ends an exchange before its next call; null when the call may be made. */
export function endWithoutCall(
  exchange: ClaimedExchange,
  agreement: { idempotent: boolean } | undefined,
  now: Date,
): ExchangeEnd | null {
  if (now >= exchange.deadlineAt) {
    return mayHaveReached(exchange)
      ? { is: 'quarantined', words: 'no clear answer came before the deadline' }
      : { is: 'given_up', words: 'the supplier was not reached before the deadline' };
  }
  if (agreement?.idempotent === false && mayHaveReached(exchange)) {
    return { is: 'quarantined', words: 'nobody knows what became of an earlier call' };
  }
  return null;
}

export function nextStep(
  exchange: ClaimedExchange,
  reading: CallReading,
  agreement: { idempotent: boolean } | undefined,
  now: Date,
): NextStep {
  switch (reading.is) {
    case 'done':
      return { is: 'end', end: endOfDone(exchange, reading.answer) };
    case 'refused':
      return { is: 'end', end: reading };
    case 'wrong':
      return { is: 'end', end: { is: 'quarantined', words: reading.words } };
    case 'unclear':
      if (agreement?.idempotent !== false) return again(exchange, now);
      return { is: 'end', end: { is: 'quarantined', words: reading.words } };
    case 'unreached':
      return again(exchange, now);
  }
}

function endOfDone(
  exchange: ClaimedExchange,
  code: Extract<CallReading, { is: 'done' }>['answer'],
): ExchangeEnd {
  if (exchange.kind === 'activate') return { is: 'activated' };
  if (code === undefined) return { is: 'quarantined', words: 'the answer holds no code' };
  return { is: 'issued', code };
}

function again({ attempts, deadlineAt }: ClaimedExchange, now: Date): NextStep {
  const seconds = retrySeconds[Math.min(attempts, retrySeconds.length) - 1] ?? retrySeconds[0];
  const at = new Date(Math.min(now.getTime() + seconds * 1000, deadlineAt.getTime()));
  return { is: 'again', at };
}
