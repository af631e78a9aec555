/** makeBulkOrder: one part of a bulk order. */
import { z } from 'zod';
import { addPart, maxPartLines, maxParts, type PartAdded } from '../../../orders/bulk/add-part.ts';
import { bulkStates, type Placing } from '../../../orders/bulk/bulk-order.ts';
import type { Context } from '../../../context.ts';
import { wireError } from '../../../orders/refusals.ts';
import {
  choiceField,
  listField,
  optionalIntegerField,
  readFields,
  requiredTextField,
  wholeValues,
} from '../../../platform/values/fields.ts';
import { ok, refuse, tooManyRequests, wrongFields, type Answer } from '../answer.ts';
import type { Operation } from '../operation.ts';

const placings: readonly Placing[] = ['all', 'right', 'asked'];

const request = {
  uuid: requiredTextField('Names the bulk order; all its parts carry the same', { most: 36 }),
  orders: listField('Orders, each with the fields of makeOrder', {
    most: maxPartLines,
    items: { $ref: '#/components/schemas/makeOrderRequest' },
  }),
  part: optionalIntegerField('Which part this is; 1 when absent', { least: 1, most: maxParts }),
  parts: optionalIntegerField('How many parts there are; 1 when absent', { least: 1, most: maxParts }),
  placing: choiceField(
    'all: nothing is placed if any order is wrong; right: wrong ones are left out; asked: a person confirms',
    placings,
    'all',
  ),
};

const answer = z.object({
  id: z.int().meta({ description: 'Id of the bulk order, for getReport' }),
  status: z.enum(bulkStates),
  parts_received: z.int(),
  orders: z.int().meta({ description: 'Received so far' }),
  wrong: z.int().meta({ description: 'Of these filled incorrectly' }),
});

export function makeBulkOrder({
  clock,
  config,
  ...ctx
}: Pick<Context, 'db' | 'keyring' | 'clock' | 'config'>): Operation {
  return {
    cmd: 'makeBulkOrder',
    title: 'Orders many certificates, in one part or several',
    request,
    answer,
    errors: [1207, 3601],
    async run({ client, keyVersion }, data) {
      const reading = readFields(request, data);
      const values = wholeValues(reading);
      if (values === null) return refuse(wrongFields(reading.wrong));
      const { part, parts, ...rest } = values;
      // The audit names live keys by their number.
      const byKey = client.withTestKey === true ? undefined : keyVersion;
      const ask = { ...rest, client, keyVersion: byKey, part: part ?? 1, parts: parts ?? 1 };
      if (ask.part > ask.parts) return refuse(wrongFields(['part']));
      const rules = { callsPrivate: config.privateAddresses.callbacks };
      return answerOf(await addPart({ ...ctx, rules }, ask, clock.now()));
    },
  };
}

function answerOf(added: PartAdded): Answer {
  switch (added.is) {
    case 'added':
      return ok({
        id: added.bulkId,
        status: added.state,
        parts_received: added.partsCome,
        orders: added.lines,
        wrong: added.wrong,
      });
    case 'mismatch':
      return refuse(wireError({ why: 'uuid-mismatch' }));
    case 'out-of-order':
      return refuse(wrongFields(['part']));
    case 'too-long':
      return refuse(wrongFields(['orders']));
    case 'too-many-open':
      return refuse(tooManyRequests);
  }
}
