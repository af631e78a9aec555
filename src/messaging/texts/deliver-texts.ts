import type { Context } from '../../context.ts';
import { giftText } from '../letters/text/gift-text.ts';
import { gather } from '../../platform/batching/gather.ts';
import { createPermits } from '../../platform/batching/permits.ts';
import { describeProblem, type Worker } from '../../platform/process/loop.ts';
import { textTimeoutMs } from '../../platform/texter/texter.ts';
import { inLanguage } from '../../platform/text/language.ts';
import type { ClaimedDelivery, Delivering, DeliveryContext, SendOutcome } from '../queue/delivery-channel.ts';
import { createDeliveryQueue, keyOf, outcomeOf } from '../queue/delivery-queue.ts';
import { markSubmitting, type SubmittingDelivery } from './mark-submitting.ts';
import { openReceipt } from './receipt-codes.ts';
import { recordDeliveries } from '../queue/record-deliveries.ts';

const leaseSeconds = textTimeoutMs / 1000 + 60;
const markLimits = { batch: 200, concurrency: 2, waiting: 100_000, lingerMs: 1 };
/** Claimed texts per slot at the provider: the others are being prepared or recorded. */
const textsPerPlace = 3;
/**
 * While no provider can be reached, one text per this interval probes them. The others stay due and untried: a long
 * queue that fails as fast as it can would use up the machine.
 */
const probeEveryMs = 1000;

/** The page where a code for later receipt is typed in. */
const receivePath = '/receive';

type TextDelivererContext = DeliveryContext & Pick<Context, 'texter'>;

/**
 * Sends due texts. Each is marked in its own commit before it is handed over. A worker that finds the mark on an
 * abandoned delivery cannot know whether the text was sent, and never sends it again.
 */
export function createTextDeliverer(ctx: TextDelivererContext): Worker {
  const mark = gather(
    (asked: SubmittingDelivery[]) => markSubmitting(ctx.db, asked, ctx.clock.now()),
    markLimits,
  );
  // A text is marked only when there is a slot for it, so that a crash leaves few unclear.
  const places = createPermits(() => ctx.texter.capacity());
  let probedMs = -Infinity;
  function capacity(inFlight: number): number {
    if (ctx.texter.isUp()) return ctx.texter.capacity() * textsPerPlace - inFlight;
    if (inFlight > 0 || performance.now() - probedMs < probeEveryMs) return 0;
    probedMs = performance.now();
    return 1;
  }
  async function markAndSend({ delivery, claimId }: Delivering, text: string): Promise<SendOutcome | null> {
    const { kind, round } = delivery;
    if ((await mark({ ...keyOf(delivery), kind, round, claimId })) !== true) return null;
    ctx.crashPoint('deliver-texts:after-mark');
    return ctx.texter.send({ to: delivery.address, text, reference: referenceOf(delivery) });
  }

  return createDeliveryQueue(ctx, {
    channel: 'sms',
    name: 'deliver-texts',
    leaseSeconds,
    capacity,
    admit: (claimId, claimed) => endLeftBehind(ctx, claimId, claimed),
    async send(delivering) {
      const details = await writeText(ctx, delivering);
      if (details.is !== 'written') return details;
      return places.within(() => markAndSend(delivering, details.text));
    },
  });
}

async function endLeftBehind(
  { db, clock }: TextDelivererContext,
  claimId: string,
  claimed: ClaimedDelivery[],
): Promise<ClaimedDelivery[]> {
  const left = claimed.filter((delivery) => delivery.submitting_at !== null);
  if (left.length === 0) return claimed;
  const unclear = { is: 'unclear', details: 'the platform was stopped while it was sent' } as const;
  await recordDeliveries(
    db,
    left.map((delivery) => outcomeOf('sms', { delivery, claimId }, unclear, clock.now())),
  );
  return claimed.filter((delivery) => delivery.submitting_at === null);
}

type Written = { is: 'written'; text: string } | SendOutcome;

async function writeText(ctx: TextDelivererContext, delivering: Delivering): Promise<Written> {
  const { delivery, gift } = delivering;
  try {
    switch (delivery.kind) {
      case 'notice':
        return {
          is: 'written',
          text: giftText({ kind: 'notice', view: gift.view, language: gift.view.language }),
        };
      case 'receipt':
        return await writeReceipt(ctx, delivering);
      case 'certificate':
      case 'reminder':
        return { is: 'refused', details: `a ${delivery.kind} is not sent as a text` };
    }
  } catch (problem) {
    ctx.log.error({ ...keyOf(delivery), problem: describeProblem(problem) }, 'text not made');
    return { is: 'failed', details: 'text not made' };
  }
}

async function writeReceipt(
  { db, keyring, clock, config }: TextDelivererContext,
  { delivery, gift: { view } }: Delivering,
): Promise<Written> {
  const { round, address: phone } = delivery;
  const receipt = await openReceipt(
    { db, keyring },
    { ...keyOf(delivery), round, phone, certificateExpiresAt: view.expiresAt },
    clock.now(),
  );
  if (receipt === null) return { is: 'dropped', details: 'a later message took its place' };
  const { language } = view;
  const link = inLanguage(`${config.baseUrl}${receivePath}`, language);
  return {
    is: 'written',
    text: giftText({ kind: 'receipt', view, language, link, code: receipt.code }),
  };
}

const referenceOf = ({ client_id, request_id, kind, round }: ClaimedDelivery): string =>
  `${client_id}-${request_id}-${kind}-${round}`;
