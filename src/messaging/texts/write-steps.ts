/** Writes the steps of a text: that it is about to be handed over, and its result. */
import { gatherCalls } from '../../platform/batching/gather.ts';
import { regroupIn } from '../../platform/cells/regroup.ts';
import { oneStatement } from '../../platform/database/one-statement.ts';
import { persist } from '../../platform/database/persist.ts';
import { wholeOrAlone } from '../../platform/database/whole-or-alone.ts';
import type { DeliveryContext, DeliveryOutcome } from '../queue/delivery-channel.ts';
import { recordChanges, recordValues } from '../queue/record-deliveries.ts';
import { markSubmitting, markValues, type SubmittingDelivery } from './mark-submitting.ts';
import {
  certificateOf,
  newestRounds,
  openReceipts,
  receiptValues,
  type NewReceipt,
} from './receipt-codes.ts';

/** A text that is about to be handed over. */
export interface Beginning {
  delivery: SubmittingDelivery;
  /** Its code for later receipt, if it has one. */
  receipt: NewReceipt | null;
}

/** `lost`: another worker has taken the delivery over. `superseded`: a later message has the valid code. */
type Begun = 'begun' | 'lost' | 'superseded';

type Step = { is: 'begin'; beginning: Beginning } | { is: 'end'; outcome: DeliveryOutcome };
type Written = Begun | 'ended';

export interface StepWriter {
  /** Marks a text as being handed over and makes its code valid. */
  begin: (beginning: Beginning) => Promise<Written>;
  end: (outcome: DeliveryOutcome) => Promise<Written>;
}

const stepLimits = { batch: 200, concurrency: 1, waiting: 100_000, lingerMs: 1 };

/** Steps of all texts at one moment are one commit: a text that ends makes place for the next one, which begins in the same batch. */
export function createStepWriter(ctx: DeliveryContext): StepWriter {
  const write = gatherCalls(
    async (asked: Step[]) => {
      const written = await wholeOrAlone(asked, (some) =>
        persist(() => writeSteps(ctx, some, ctx.clock.now())),
      );
      if (asked.some(({ is }) => is === 'end')) ctx.crashPoint('deliver-texts:after-commit');
      return written;
    },
    { ...stepLimits, ...regroupIn(ctx) },
  );
  async function writeOne(step: Step): Promise<Written> {
    const written = await write(step);
    if (written instanceof Error) throw written;
    return written;
  }
  return {
    begin: (beginning) => writeOne({ is: 'begin', beginning }),
    end: (outcome) => writeOne({ is: 'end', outcome }),
  };
}

/** One statement: it needs no `begin`, whose answer would come after the texts of the batch before have been handed over. */
const steps = oneStatement(
  { ...recordChanges, opened: openReceipts, marked: markSubmitting },
  `select place, null::bigint as client_id, null::bigint as request_id from marked
   union all select null, client_id, request_id from opened`,
);

interface Changed {
  /** Set for a text that was marked. */
  place: number | null;
  /** Client of a certificate whose code is valid. */
  client_id: number;
  request_id: number;
}

async function writeSteps(
  { db, keyring }: Pick<DeliveryContext, 'db' | 'keyring'>,
  asked: Step[],
  now: Date,
): Promise<Written[]> {
  const outcomes = asked.flatMap((step) => (step.is === 'end' ? [step.outcome] : []));
  const beginnings = asked.flatMap((step) => (step.is === 'begin' ? [step.beginning] : []));
  const receipts = newestRounds(beginnings.flatMap(({ receipt }) => receipt ?? []));
  const { rows } = await db.query<Changed>(steps, [
    ...recordValues(outcomes),
    ...receiptValues(keyring, receipts, now),
    ...markValues(
      beginnings.map(({ delivery }) => delivery),
      now,
    ),
  ]);
  const begun = judge(beginnings, receipts, rows);
  return asked.map((step) => (step.is === 'end' ? 'ended' : (begun.get(step.beginning) ?? 'lost')));
}

function judge(beginnings: Beginning[], receipts: NewReceipt[], changed: Changed[]): Map<Beginning, Begun> {
  const marked = new Set(changed.map(({ place }) => place));
  const opened = new Set(
    changed.map(({ client_id, request_id }) => certificateOf({ clientId: client_id, requestId: request_id })),
  );
  const valid = new Set(receipts.filter((receipt) => opened.has(certificateOf(receipt))));
  const begun = beginnings.map((beginning, index): [Beginning, Begun] => {
    if (!marked.has(index + 1)) return [beginning, 'lost'];
    const { receipt } = beginning;
    return [beginning, receipt === null || valid.has(receipt) ? 'begun' : 'superseded'];
  });
  return new Map(begun);
}
