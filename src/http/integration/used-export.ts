/** `GET /integration/v1/used?from=&to=`: the sales of an interval, as a stream. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { activatePulled } from '../../orders/activate-sold-codes.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import type { Gap } from '../../suppliers/used-export/gaps.ts';
import { exportForm } from '../../suppliers/used-export/used-export-form.ts';
import {
  endUsedExport,
  maxIntervalDays,
  prepareUsedExport,
  readInterval,
  readUsedExport,
  type IntervalReading,
  type Prepared,
  type UsedExport,
} from '../../suppliers/used-export/used-export.ts';
import { answerHeaders, sendError, type ErrorAnswer } from './answers.ts';
import type { SupplierCall } from './supplier-call.ts';

/** Maximum number of concurrent exports per supplier, in this process. */
const maxAtOnce = 2;
const askAgainSeconds = 10;

export async function answerUsed(call: SupplierCall): Promise<FastifyReply> {
  const { ctx, access, request, reply, language } = call;
  const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
  const reading = readInterval(onlyOne(query, 'from'), onlyOne(query, 'to'), ctx.clock.now());
  if (reading.is !== 'interval') return sendError(reply, language, refusal(reading, ctx.clock.now()));
  const gapsWord = onlyOne(query, 'gaps');
  if (gapsWord !== undefined && gapsWord !== 'yes' && gapsWord !== 'no')
    return sendError(reply, language, { error: 'malformed', detail: 'gaps' });
  const { exportsUnderWay: underWay } = call;
  const running = underWay.get(access.supplierId) ?? 0;
  if (running >= maxAtOnce) {
    return sendError(reply, language, { error: 'too_many_requests', retryAfterSeconds: askAgainSeconds });
  }
  const { supplierId, format, fields } = access;
  const ask = {
    supplierId,
    ...reading.interval,
    format,
    fields,
    address: request.ip,
    withGaps: gapsWord === 'yes',
  };
  underWay.set(supplierId, running + 1);
  try {
    const prepared = await prepareUsedExport(ctx, ask, ctx.clock.now());
    const stream = Readable.from(writeExport(call, ask, prepared), { objectMode: false });
    stream.once('close', () => leave(underWay, supplierId));
    return await reply
      .headers({ ...answerHeaders, ...gapHeaders(prepared.gaps) })
      .type(exportForm(format, fields).contentType)
      .send(stream);
  } catch (problem) {
    leave(underWay, supplierId);
    throw problem;
  }
}

/** Gaps that are named in the headers; the others are only counted. */
const gapsNamed = 20;

/** What was never completely answered beside this interval; nothing if there are no gaps. */
function gapHeaders(gaps: readonly Gap[]): Record<string, string> {
  if (gaps.length === 0) return {};
  const named = gaps
    .slice(0, gapsNamed)
    .map(({ from, to, sales }) => `${moscowDateTime(from)}/${moscowDateTime(to)};sales=${sales}`);
  return {
    'facevalue-gaps': String(gaps.length),
    'facevalue-gaps-sales': String(gaps.reduce((sum, { sales }) => sum + sales, 0)),
    'facevalue-gaps-list': named.join(', '),
  };
}

/** A bound that is given twice is refused, because either may have been meant. */
function onlyOne(query: URLSearchParams, name: string): unknown {
  const values = query.getAll(name);
  return values.length > 1 ? values : values[0];
}

function leave(underWay: Map<number, number>, supplierId: number): void {
  const running = (underWay.get(supplierId) ?? 1) - 1;
  if (running <= 0) underWay.delete(supplierId);
  else underWay.set(supplierId, running);
}

/**
 * The pieces of the answer. Codes are activated before its last bytes: a supplier with a complete answer can rely on
 * it, and one whose answer broke off requests the interval again and gets the same.
 */
async function* writeExport(
  { ctx, note }: SupplierCall,
  ask: UsedExport,
  { exportId, listed }: Prepared,
): AsyncGenerator<string> {
  const form = exportForm(ask.format, ask.fields);
  let rows = 0;
  let isWhole = false;
  try {
    yield form.head;
    let last = '';
    for await (const items of readUsedExport(ctx, ask, listed)) {
      // One page is held back, so that formats without a footer also have last bytes.
      if (last !== '') yield last;
      last = form.items(items, rows === 0);
      rows += items.length;
    }
    const { supplierId } = ask;
    for (const interval of listed) await activatePulled(ctx, { supplierId, ...interval }, ctx.clock.now());
    await endUsedExport(ctx.db, { supplierId, exportId, listed, rows }, ctx.clock.now());
    yield last + form.foot;
    isWhole = true;
  } finally {
    const answered = (): string => JSON.stringify({ format: ask.format, rows });
    note({ kind: isWhole ? 'ok' : 'error', outcome: isWhole ? 'ok' : 'broken_off', answered });
  }
}

function refusal(reading: Exclude<IntervalReading, { is: 'interval' }>, now: Date): ErrorAnswer {
  switch (reading.is) {
    case 'missing':
      return { error: 'interval_missing', detail: reading.name };
    case 'malformed':
      return { error: 'interval_malformed', detail: reading.name };
    case 'empty':
      return { error: 'interval_empty' };
    case 'future':
      return { error: 'interval_future', detail: moscowDateTime(now) };
    case 'too-long':
      return { error: 'interval_too_long', detail: String(maxIntervalDays) };
  }
}
