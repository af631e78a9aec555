/** makeTopUp, getTopUpStatus and getTopUpLimit: announced payments. */
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import {
  countWaitingTopUps,
  findTopUpRequest,
  maxTopUpKopecks,
  maxWaitingTopUps,
  minTopUpKopecks,
  topUpState,
  type TopUpRequest,
} from '../../../ledger/top-up-requests.ts';
import { wireError, type WireError } from '../../../orders/refusals.ts';
import { askTopUp } from '../../../clients/money/ask-top-up.ts';
import { moscowDateTime } from '../../../platform/time/moscow-time.ts';
import {
  idField,
  isGiven,
  moneyField,
  readFields,
  textField,
  wholeValues,
  type Data,
} from '../../../platform/values/fields.ts';
import { roublesFromKopecks } from '../../../platform/values/money.ts';
import { notFound, ok, refuse, tooManyRequests, wrongFields, type Answer } from '../answer.ts';
import type { Operation } from '../operation.ts';

type TopUpContext = Pick<Context, 'db' | 'keyring' | 'clock'>;

const makeRequest = {
  sum: moneyField('Roubles that will be paid'),
  uuid: textField('Protects from duplicates: the same uuid brings the same request', { most: 36 }),
};

const topUp = z.object({
  id: z.int().meta({ description: 'For getTopUpStatus' }),
  reference: z.string().meta({ description: 'Name it in the payment: the operator books it under this' }),
  sum: z.number(),
  status: z.enum(['waiting', 'booked', 'reversed', 'withdrawn']),
  booked_sum: z
    .number()
    .nullable()
    .meta({ description: 'What was booked; it may differ from what was announced' }),
  booked_at: z.string().nullable().meta({ description: 'Moscow time' }),
});

/** The operation of this name in the original API: `{phone, face}`. */
const isPhoneTopUp = (data: Data): boolean => !isGiven(data['sum']) && isGiven(data['phone']);
const noPhones: WireError = {
  ...wrongFields(['sum']),
  fields: [
    {
      field: 'sum',
      reason: 'missing',
      wanted:
        'Roubles that you will pay: here makeTopUp announces a payment to your balance, and no phone is topped up',
    },
  ],
};

export function makeTopUp({ clock, ...ctx }: TopUpContext): Operation {
  return {
    cmd: 'makeTopUp',
    onlyWith: 'live',
    title: 'Announces a payment and gives it a reference; books nothing',
    request: makeRequest,
    answer: topUp,
    errors: [1005, 1207, 3601],
    async run({ client, keyVersion }, data) {
      const reading = readFields(makeRequest, data);
      const values = wholeValues(reading);
      if (values === null) return refuse(isPhoneTopUp(data) ? noPhones : wrongFields(reading.wrong));
      const { sum: sumKopecks, uuid } = values;
      const ask = { clientId: client.id, uuid, sumKopecks };
      const program = { is: 'program', side: 'client', partyId: client.id, keyVersion } as const;
      const requested = await askTopUp(ctx, program, ask, clock.now());
      switch (requested.is) {
        case 'asked':
          return topUpAnswer(requested.request);
        case 'uuid-mismatch':
          return refuse(wireError({ why: 'uuid-mismatch' }));
        case 'too-many':
          return refuse(tooManyRequests);
        case 'forbidden':
        case 'sum':
          return refuse(wrongFields(['sum']));
      }
    },
  };
}

const statusRequest = { id: idField('Id of the top-up, from makeTopUp') };

export function getTopUpStatus({ db }: TopUpContext): Operation {
  return {
    cmd: 'getTopUpStatus',
    onlyWith: 'live',
    title: 'Whether an announced payment was booked',
    request: statusRequest,
    answer: topUp,
    errors: [1005, 1201, 3601],
    async run({ client }, data) {
      const reading = readFields(statusRequest, data);
      const values = wholeValues(reading);
      if (values === null) return refuse(wrongFields(reading.wrong));
      const found = await findTopUpRequest(db, { clientId: client.id, requestId: values.id });
      return found === null ? refuse(notFound) : topUpAnswer(found);
    },
  };
}

function topUpAnswer(request: TopUpRequest): Answer {
  const { requestId, reference, sumKopecks, booked } = request;
  return ok({
    id: requestId,
    reference,
    sum: roublesFromKopecks(sumKopecks),
    status: statusOf(request),
    booked_sum: booked === null ? null : roublesFromKopecks(booked.sumKopecks),
    booked_at: booked === null ? null : moscowDateTime(booked.at),
  });
}

/** Programs know four: to them it does not matter which side no longer expects the payment. */
function statusOf(request: TopUpRequest): z.infer<typeof topUp>['status'] {
  const state = topUpState(request);
  return state === 'closed' ? 'withdrawn' : state;
}

const limits = z.object({
  min: z.number().meta({ description: 'Roubles that one top-up has at the least' }),
  max: z.number(),
  waiting: z.int().meta({ description: 'Top-ups that are announced and not booked' }),
  waiting_max: z.int().meta({ description: 'How many may wait at once' }),
});

export function getTopUpLimit({ db }: TopUpContext): Operation {
  return {
    cmd: 'getTopUpLimit',
    onlyWith: 'live',
    title: 'What sums makeTopUp takes, and how many may wait',
    request: {},
    answer: limits,
    errors: [1005],
    async run({ client }) {
      return ok({
        min: roublesFromKopecks(minTopUpKopecks),
        max: roublesFromKopecks(maxTopUpKopecks),
        waiting: await countWaitingTopUps(db, client.id),
        waiting_max: maxWaitingTopUps,
      });
    },
  };
}
