/** Traces of orders: one each, from the request to the callback, though many processes write it (docs/tracing.md). */
import { randomBytes } from 'node:crypto';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { TracingSettings } from '../settings/tracing-settings.ts';
import type { EndedSpan, OrderKey, TraceLink, TracePlace } from './span.ts';

export interface Tracing {
  /** The first span of an order's trace, the same in every process; null: this order is not sampled. */
  ofOrder(order: OrderKey): TracePlace | null;
  /** A trace of its own, for what is of no order; null: not sampled. */
  alone(): TracePlace | null;
  /** Costs the caller no waiting; what cannot be sent in time is lost. */
  record(span: EndedSpan): void;
  close(): Promise<void>;
}

const traceIdBytes = 16;
const spanIdBytes = 8;

const randomId = (bytes: number): string => randomBytes(bytes).toString('hex');

/** The first span of a new trace. */
export const newTrace = (): TracePlace => ({
  traceId: randomId(traceIdBytes),
  spanId: randomId(spanIdBytes),
  parentId: null,
});

export const within = ({ traceId, spanId }: TraceLink): TracePlace => ({
  traceId,
  spanId: randomId(spanIdBytes),
  parentId: spanId,
});

/** For log lines about an order. */
export const traceIdOf = (tracing: Tracing | null, order: OrderKey): string | undefined =>
  tracing?.ofOrder(order)?.traceId;

interface TracingParts {
  keyring: Pick<Keyring, 'fingerprint'>;
  /** The time that all processes share. */
  nowMs: () => number;
  log: Log;
  metrics: Pick<Metrics, 'traceSpansTotal'>;
  /** Name of the process. */
  name: string;
  /** Version of the program. */
  version: string;
}

/** Null, and nothing is loaded, where the settings name no collector. */
export async function openTracing(
  settings: TracingSettings | null,
  parts: TracingParts,
): Promise<Tracing | null> {
  if (settings === null) return null;
  const { openExporter } = await import('./span-exporter.ts');
  const exporter = openExporter(settings, parts);
  const { sampledShare } = settings;
  const isSampled = orderSampler(sampledShare, parts.keyring.fingerprint('trace-sample').readUInt32BE());
  return {
    ofOrder({ clientId, requestId }) {
      if (!isSampled(requestId)) return null;
      // Computed, so that it needs no column, and keyed, so that nobody outside can tell or choose it.
      const ids = parts.keyring.fingerprint(`trace:${clientId}:${requestId}`);
      return {
        traceId: ids.toString('hex', 0, traceIdBytes),
        spanId: ids.toString('hex', traceIdBytes, traceIdBytes + spanIdBytes),
        parentId: null,
      };
    },
    alone: () => (Math.random() < sampledShare ? newTrace() : null),
    record(span) {
      const nowMs = performance.now();
      const offsetMs = parts.nowMs() - nowMs;
      exporter.export(span, span.startMs + offsetMs, (span.endMs ?? nowMs) + offsetMs);
    },
    close: () => exporter.close(),
  };
}

const range = 2 ** 32;

/** Bits of the id, mixed so that any share of the results is an even share of the ids (the finalizer of MurmurHash3). */
function mix(bits: number): number {
  let mixed = bits >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** `seed` is secret, so that nobody outside can tell which orders are seen. */
function orderSampler(share: number, seed: number): (requestId: number) => boolean {
  const below = share * range;
  return (requestId) => mix(mix(Math.floor(requestId / range) ^ seed) ^ (requestId >>> 0)) < below;
}
