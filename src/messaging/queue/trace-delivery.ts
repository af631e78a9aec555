/** Tells of a letter or text as a span, with its parts within it. */
import type { OrderKey, TracePlace } from '../../platform/tracing/span.ts';
import { within, type Tracing } from '../../platform/tracing/tracing.ts';
import type { Delivering, SendOutcome } from './delivery-channel.ts';
import type { Channel } from './schedule.ts';

type Traced = Pick<Delivering, 'delivery' | 'trace'>;

export function placeOfDelivery(tracing: Tracing | null, order: OrderKey): TracePlace | null {
  const first = tracing?.ofOrder(order) ?? null;
  return first === null ? null : within(first);
}

const nameOf: Record<Channel, string> = { email: 'letter', sms: 'text' };

export function traceDelivery(
  tracing: Tracing,
  channel: Channel,
  { delivery, trace }: Traced,
  { outcome, startMs }: { outcome: SendOutcome | null; startMs: number },
): void {
  if (trace === null) return;
  const is = outcome?.is ?? 'taken-over';
  tracing.record({
    place: trace,
    name: nameOf[channel],
    startMs,
    attributes: {
      'facevalue.client_id': delivery.client_id,
      'facevalue.request_id': delivery.request_id,
      'facevalue.kind': delivery.kind,
      'facevalue.attempt': delivery.attempts,
      'facevalue.testmode': delivery.testmode,
      'facevalue.outcome': is,
    },
    problem: is === 'sent' || is === 'dropped' ? undefined : is,
  });
}

export function tracePart(
  tracing: Tracing | null,
  { trace }: Traced,
  part: { name: string; startMs: number; kind?: 'client'; problem?: string | undefined },
): void {
  if (tracing !== null && trace !== null) tracing.record({ place: within(trace), attributes: {}, ...part });
}

/** Handing a message over to the mail server or provider. */
export async function traced<Outcome extends SendOutcome>(
  tracing: Tracing | null,
  delivering: Traced,
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  const startMs = performance.now();
  const outcome = await send();
  const problem = outcome.is === 'sent' ? undefined : outcome.is;
  tracePart(tracing, delivering, { name: 'send', kind: 'client', startMs, problem });
  return outcome;
}
