import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallKind, CallLog, CallSample } from '../../reports/call-log/call-log.ts';
import { beginningOf, masked, shorten, withoutAddresses } from '../../platform/text/mask.ts';

/** Notes how a call of a known supplier ended; the texts are asked only for those few that are kept. */
export type NoteCall = (end: { kind: CallKind; outcome: string; answered: () => string }) => void;

export const noteCallOf =
  (
    callLog: CallLog,
    request: FastifyRequest,
    reply: FastifyReply,
    { supplierId, cmd }: { supplierId: number; cmd: string },
  ): NoteCall =>
  ({ kind, outcome, answered }) =>
    callLog.note({ ownerId: supplierId, kind, cmd, outcome }, (): CallSample => ({
      ref: request.id,
      address: request.ip,
      durationMs: Math.round(reply.elapsedTime),
      asked: kind === 'refused' ? '' : maskAsked(request),
      answered: answered(),
    }));

/** Notes an answer that is sent whole. */
export function noteAnswer(note: NoteCall, status: number, body: string): void {
  if (status < 400) return note({ kind: 'ok', outcome: 'ok', answered: () => maskAnswered(body) });
  const { error } = JSON.parse(body) as { error: { code: string } };
  const kind = error.code === 'unauthorized' ? 'refused' : 'error';
  note({ kind, outcome: error.code, answered: () => maskAnswered(body) });
}

/** Fields of requests that are no secret, unless the code stands in them. */
const plain = new Set(['idempotency_key', 'till', 'from', 'to']);
const mostFields = 20;

function maskAsked({ method, url, body }: FastifyRequest): string {
  const [path = '', query = ''] = url.split('?', 2);
  const head = `${method} ${path}`;
  if (method === 'GET')
    return shorten(`${head}\n${maskFields(Object.fromEntries(new URLSearchParams(query)))}`);
  const fields = fieldsIn(body);
  if (fields === null) return `${head}\n(${Buffer.byteLength(typeof body === 'string' ? body : '')} bytes)`;
  return shorten(`${head}\n${maskFields(fields)}`);
}

function fieldsIn(body: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(String(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function maskFields(fields: Record<string, unknown>): string {
  const code = bare(fields['code']);
  const shown = Object.entries(fields)
    .slice(0, mostFields)
    .map(([name, value]) => [fieldName(name), maskField({ name, value }, code)]);
  return JSON.stringify(Object.fromEntries(shown), null, 2);
}

const fieldName = (name: string): string => (name === 'code' || plain.has(name) ? name : masked);

function maskField({ name, value }: { name: string; value: unknown }, code: string): unknown {
  if (!plain.has(name) || typeof value !== 'string') return value === null ? null : masked;
  // A program may use the code itself as the key of its attempt.
  if (code !== '' && bare(value).includes(code)) return masked;
  return withoutAddresses(beginningOf(value));
}

/** A code as people write it differently. */
const bare = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .replaceAll(/[^\p{L}\p{N}]/gu, '')
        .toUpperCase()
    : '';

function maskAnswered(body: string): string {
  const answer = JSON.parse(body) as Record<string, unknown>;
  const shown = 'code' in answer ? { ...answer, code: masked } : answer;
  return shorten(JSON.stringify(shown, withoutNames, 2));
}

/** The name of a till is whatever its program calls it. */
const withoutNames = (name: string, value: unknown): unknown =>
  typeof value === 'string' && name !== 'transaction' ? withoutAddresses(beginningOf(value)) : value;
