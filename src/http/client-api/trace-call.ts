/** Tells of a call of the client API as a span. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TraceLink } from '../../platform/tracing/span.ts';
import { newTrace, type Tracing } from '../../platform/tracing/tracing.ts';
import { outcomeOf, type Answer } from './answer.ts';

const traceparentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/**
 * The call that brings an order is the first span of its trace; every other call has a trace of its own and a link to its
 * order's, so that no trace grows with the number of questions. The caller's own trace is a link too: whether a call is
 * told is decided here, and only of authenticated clients. Returns the id of its trace.
 */
export function traceCall(
  tracing: Tracing,
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, clientId, cmd }: { answer: Answer; clientId: number | null; cmd: string },
): string | undefined {
  if (clientId === null) return undefined;
  const about = answer.is === 'data' ? answer.order : undefined;
  const order = about === undefined ? null : tracing.ofOrder({ clientId, requestId: about.requestId });
  // Questions about a sampled order are all told; a sampled order is told whole.
  const place = about?.isNew === true ? order : order === null ? tracing.alone() : newTrace();
  if (place === null) return undefined;
  const links = [callersSpan(request), about?.isNew === true ? null : order].filter((link) => link !== null);
  const isError = answer.is === 'error';
  tracing.record({
    place,
    name: cmd,
    kind: 'server',
    startMs: performance.now() - reply.elapsedTime,
    attributes: {
      'facevalue.client_id': clientId,
      ...(about !== undefined && { 'facevalue.request_id': about.requestId }),
      'facevalue.outcome': isError ? 'refused' : 'ok',
      ...(isError && { 'facevalue.error_code': answer.error.code }),
    },
    problem: isError ? outcomeOf(answer) : undefined,
    links,
  });
  return place.traceId;
}

/** What the header of W3C Trace Context names; null: there is none that is whole. */
function callersSpan({ headers }: FastifyRequest): TraceLink | null {
  const { traceparent } = headers;
  const [, traceId = '', spanId = ''] =
    typeof traceparent === 'string' ? (traceparentForm.exec(traceparent) ?? []) : [];
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : null;
}
