/** What is written of a text: that it is about to be handed over, and what came of it. */
import { gatherCalls } from '../../platform/batching/gather.ts';
import { regroupIn } from '../../platform/cells/regroup.ts';
import { inOrder, transactionAtOnce, type Tx } from '../../platform/database/database.ts';
import { persist } from '../../platform/database/persist.ts';
import { wholeOrAlone } from '../../platform/database/whole-or-alone.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { DeliveryContext, DeliveryOutcome } from '../queue/delivery-channel.ts';
import { recordWithin } from '../queue/delivery-queue.ts';
import { markSubmitting, type SubmittingDelivery } from './mark-submitting.ts';
import { openReceipts, type NewReceipt } from './receipt-codes.ts';

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
    async (steps: Step[]) => {
      const written = await wholeOrAlone(steps, (some) =>
        persist(() => writeSteps(ctx, some, ctx.clock.now())),
      );
      if (steps.some(({ is }) => is === 'end')) ctx.crashPoint('deliver-texts:after-commit');
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

async function writeSteps(
  { db, keyring }: Pick<DeliveryContext, 'db' | 'keyring'>,
  steps: Step[],
  now: Date,
): Promise<Written[]> {
  const outcomes = steps.flatMap((step) => (step.is === 'end' ? [step.outcome] : []));
  const beginnings = steps.flatMap((step) => (step.is === 'begin' ? [step.beginning] : []));
  const [, begun] = await transactionAtOnce(db, (tx) =>
    inOrder(
      () => recordWithin(tx, outcomes),
      () => beginSending({ tx, keyring }, beginnings, now),
    ),
  );
  const answers = new Map(beginnings.map((beginning, index) => [beginning, begun[index]]));
  return steps.map((step) => (step.is === 'end' ? 'ended' : (answers.get(step.beginning) ?? 'lost')));
}

async function beginSending(
  { tx, keyring }: { tx: Tx; keyring: Keyring },
  asked: Beginning[],
  now: Date,
): Promise<Begun[]> {
  if (asked.length === 0) return [];
  const receipts = asked.flatMap(({ receipt }) => (receipt === null ? [] : [receipt]));
  const [ends, marked] = await inOrder(
    () => openReceipts({ db: tx, keyring }, receipts, now),
    () =>
      markSubmitting(
        tx,
        asked.map(({ delivery }) => delivery),
        now,
      ),
  );
  const valid = new Set(receipts.filter((_, index) => ends[index] !== null));
  return asked.map(({ receipt }, index) => {
    if (marked[index] !== true) return 'lost';
    return receipt === null || valid.has(receipt) ? 'begun' : 'superseded';
  });
}
