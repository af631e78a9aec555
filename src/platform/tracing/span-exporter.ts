/** Sends spans by OTLP through the SDK of OpenTelemetry; loaded only where traces are on. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace, type Link } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  TracerProvider,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import { Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import type { TracingSettings } from '../settings/tracing-settings.ts';
import { safeAttributes, safeWord } from './span-attributes.ts';
import type { EndedSpan, TraceLink } from './span.ts';

/** Spans that wait or are being sent; further ones are lost. About a kilobyte each. */
const maxWaiting = 8192;
const spansInExport = 512;
const exportEveryMs = 1000;
/** Limit of one export with its repeats. */
const exportTimeoutMs = 10_000;
/** A batch of orders links to each of them. */
const maxLinks = 512;
/** A process that ends waits no longer for its collector. */
const closeTimeoutMs = 2000;
const warnEveryMs = 60_000;
/** The SDK's result code of a successful export. */
const codeOfSuccess = 0;

interface ExporterParts {
  log: Log;
  metrics: Pick<Metrics, 'traceSpansTotal'>;
  /** Name of the process. */
  name: string;
  /** Version of the program. */
  version: string;
}

export interface Exporter {
  /** Times in milliseconds since the epoch. */
  export(span: EndedSpan, startedMs: number, endedMs: number): void;
  close(): Promise<void>;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

export function openExporter(
  settings: TracingSettings,
  { log, metrics, name, version }: ExporterParts,
): Exporter {
  const agent = settings.tracesUrl.startsWith('https:')
    ? new TlsAgent({ keepAlive: true })
    : new PlainAgent({ keepAlive: true });
  const sender = new OTLPTraceExporter({
    url: settings.tracesUrl,
    headers: settings.headers,
    timeoutMillis: exportTimeoutMs,
    httpAgentOptions: () => agent,
  });
  const ids = { traceId: '', spanId: '' };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...settings.resource,
      'service.name': settings.serviceName,
      'service.version': version,
      'service.instance.id': `${name} ${process.pid}`,
    }),
    // tracing.ts has decided what is sampled, so that other orders cost nothing.
    sampler: new AlwaysOnSampler(),
    spanLimits: { linkCountLimit: maxLinks },
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [boundedProcessor(sender, metrics.traceSpansTotal, failureLog(log))],
  });
  const tracer = provider.getTracer('facevalue', version);

  return {
    export({ place, name: what, kind, attributes, problem, links }, startedMs, endedMs) {
      // The next line reads both ids, before anything else can run.
      Object.assign(ids, place);
      const span = tracer.startSpan(
        what,
        {
          startTime: startedMs,
          attributes: safeAttributes(attributes),
          ...(kind !== undefined && { kind: kinds[kind] }),
          ...(links !== undefined && { links: links.map(linkTo) }),
        },
        place.parentId === null
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, contextOf({ traceId: place.traceId, spanId: place.parentId })),
      );
      if (problem !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: safeWord(problem) });
      span.end(endedMs);
    },
    async close() {
      await Promise.race([provider.shutdown().catch(() => {}), sleep(closeTimeoutMs, null, { ref: false })]);
      agent.destroy();
    },
  };
}

const contextOf = ({ traceId, spanId }: TraceLink) => ({
  traceId,
  spanId,
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
});

const linkTo = (to: TraceLink): Link => ({ context: contextOf(to) });

/** Takes no more spans than may wait, those in flight included, and counts what became of all. */
function boundedProcessor(
  sender: SpanExporter,
  total: Metrics['traceSpansTotal'],
  onFailure: () => void,
): SpanProcessor {
  let waiting = 0;
  const counting: SpanExporter = {
    export(spans, done) {
      sender.export(spans, (result) => {
        waiting -= spans.length;
        const code: number = result.code;
        const isSent = code === codeOfSuccess;
        total.inc({ outcome: isSent ? 'sent' : 'lost' }, spans.length);
        if (!isSent) onFailure();
        done(result);
      });
    },
    shutdown: () => sender.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: maxWaiting,
    maxExportBatchSize: spansInExport,
    scheduledDelayMillis: exportEveryMs,
  });
  return {
    onStart: () => {},
    onEnd(span) {
      if (waiting >= maxWaiting) {
        total.inc({ outcome: 'lost' });
        return;
      }
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

/** A line a minute at the most, without what the collector said: it may quote what it was sent. */
function failureLog(log: Log): () => void {
  let warnedMs = -Infinity;
  return () => {
    if (performance.now() - warnedMs < warnEveryMs) return;
    warnedMs = performance.now();
    log.warn('traces cannot be sent: the collector is away or refuses them');
  };
}
