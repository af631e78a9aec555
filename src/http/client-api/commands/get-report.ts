/** getReport: a bulk order with the results of its lines. */
import { z } from 'zod';
import {
  bulkStates,
  findBulk,
  findBulkByUuid,
  lineStates,
  type BulkOrder,
} from '../../../orders/bulk/bulk-order.ts';
import { listLines, type BulkLine } from '../../../orders/bulk/list-lines.ts';
import { reasonText } from '../../../orders/bulk/problems.ts';
import { linkOf } from '../../../orders/bulk/result-file.ts';
import { comparedUuid, sentUuid } from '../../../clients/sandbox.ts';
import type { Context } from '../../../context.ts';
import { moscowDateTime } from '../../../platform/time/moscow-time.ts';
import {
  optionalIdField,
  optionalIntegerField,
  readFields,
  textField,
  textOf,
  wholeValues,
} from '../../../platform/values/fields.ts';
import { notFound, ok, refuse, wrongFields } from '../answer.ts';
import type { Operation } from '../operation.ts';

const linesInAnswer = 500;

const request = {
  id: optionalIdField('Id of the bulk order, from makeBulkOrder; or'),
  uuid: textField('its uuid', { most: 36 }),
  after: optionalIntegerField('Only lines after this one: `next` of the answer before', {
    least: 0,
    most: 10_000_000,
  }),
};

const line = z.object({
  line: z.int().meta({ description: 'Place of the order in what was sent, from 1' }),
  status: z.enum(lineStates),
  id: z.int().nullable().meta({ description: 'Id of the queue request, for getStatus' }),
  order_id: z.int().nullable(),
  external_id: z.string(),
  link: z.string().nullable().meta({ description: 'Gift page, once issued' }),
  problems: z.array(z.object({ field: z.string(), reason: z.string(), text: z.string() })),
});

const answer = z.object({
  id: z.int(),
  uuid: z.string().nullable(),
  status: z.enum(bulkStates),
  reason: z.string().nullable().meta({ description: 'Why it is paused, or why nothing was placed' }),
  orders: z.int(),
  wrong: z.int(),
  placed: z.int(),
  refused: z.int(),
  issued: z.int(),
  failed: z.int(),
  added_at: z.string().meta({ description: 'Moscow time' }),
  ended_at: z.string().nullable(),
  lines: z.array(line).meta({ description: `At most ${linesInAnswer}` }),
  next: z.int().nullable().meta({ description: 'For `after` of the next request; null: these are the last' }),
});

type ReportContext = Pick<Context, 'db' | 'config' | 'keyring'>;

export function getReport(ctx: ReportContext): Operation {
  return {
    cmd: 'getReport',
    title: 'What has become of a bulk order and of its lines',
    request,
    answer,
    errors: [1201, 3601],
    async run({ client }, data) {
      const reading = readFields(request, data);
      const values = wholeValues(reading);
      if (values === null) return refuse(wrongFields(reading.wrong));
      const { id, uuid } = values;
      if (id === 0 && uuid === '') return refuse(wrongFields(['id']));
      const bulk =
        id === 0
          ? await findBulkByUuid(ctx.db, client.id, comparedUuid(client, uuid))
          : await findBulk(ctx.db, { clientId: client.id, bulkId: id });
      const isSeen = client.withTestKey !== true || sentUuid(bulk?.uuid ?? '').withTestKey;
      return bulk === null || !isSeen ? refuse(notFound) : ok(await reportOf(ctx, bulk, values.after ?? 0));
    },
  };
}

async function reportOf(ctx: ReportContext, bulk: BulkOrder, after: number): Promise<z.input<typeof answer>> {
  const lines = await listLines(ctx.db, { ...bulk, after, limit: linesInAnswer });
  const last = lines.length < linesInAnswer ? undefined : lines.at(-1);
  return {
    id: bulk.bulkId,
    uuid: bulk.uuid === null ? null : sentUuid(bulk.uuid).uuid,
    status: bulk.state,
    reason: bulk.pausedBecause ?? bulk.problem,
    orders: bulk.lines,
    wrong: bulk.wrong,
    placed: bulk.placed,
    refused: bulk.refused,
    issued: bulk.issued,
    failed: bulk.failed,
    added_at: moscowDateTime(bulk.addedAt),
    ended_at: bulk.endedAt === null ? null : moscowDateTime(bulk.endedAt),
    lines: lines.map((one) => lineOf(ctx, bulk.clientId, one)),
    next: last?.line ?? null,
  };
}

function lineOf({ config, keyring }: ReportContext, clientId: number, one: BulkLine): z.input<typeof line> {
  const externalId = textOf(one.fields['external_id']);
  return {
    line: one.line,
    status: one.state,
    id: one.requestId,
    order_id: one.orderId,
    external_id: typeof externalId === 'string' ? externalId : '',
    link: linkOf(one, keyring, { clientId, baseUrl: config.baseUrl }),
    problems: one.problems.map((problem) => ({
      field: problem.column,
      reason: problem.reason,
      text: reasonText(problem, 'en'),
    })),
  };
}
