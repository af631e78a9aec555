/** The worker that sends texts; a text that may have been sent is never sent again. */
import type { Context } from '../../context.ts';
import { codeOfDelivery } from '../confirmations/confirmation-code.ts';
import { dropLateConfirmations } from '../confirmations/drop-late-confirmations.ts';
import { confirmationText } from '../letters/confirmation/confirmation-letter.ts';
import { giftText } from '../letters/text/gift-text.ts';
import { createPermits } from '../../platform/batching/permits.ts';
import { describeProblem, type Worker } from '../../platform/process/loop.ts';
import { textTimeoutMs } from '../../platform/texter/texter.ts';
import { inLanguage } from '../../platform/text/language.ts';
import type { ClaimedDelivery, Delivering, DeliveryContext, SendOutcome } from '../queue/delivery-channel.ts';
import { createDeliveryQueue, keyOf, outcomeOf } from '../queue/delivery-queue.ts';
import { recordDeliveries } from '../queue/record-deliveries.ts';
import { traced } from '../queue/trace-delivery.ts';
import { traceIdOf } from '../../platform/tracing/tracing.ts';
import { createClaimAhead } from './claim-ahead.ts';
import { receiptCode, type NewReceipt } from './receipt-codes.ts';
import { createStepWriter } from './write-steps.ts';

const leaseSeconds = textTimeoutMs / 1000 + 60;
/**
 * While no provider can be reached, one text per this interval probes them. The others stay due and untried: a long
 * queue that fails as fast as it can would use up the machine.
 */
const probeEveryMs = 1000;

/** The page where a code for later receipt is typed in. */
const receivePath = '/receive';

type TextDelivererContext = DeliveryContext & Pick<Context, 'texter'>;

/**
 * Sends due texts. Each is marked in a commit before it is handed over. A worker that finds the mark on an
 * abandoned delivery cannot know whether the text was sent, and never sends it again.
 */
export function createTextDeliverer(ctx: TextDelivererContext): Worker {
  const steps = createStepWriter(ctx);
  const ahead = createClaimAhead();
  // A text is marked only when there is a slot for it, so that a crash leaves few unclear.
  const places = createPermits(() => ctx.texter.capacity());
  let probedMs = -Infinity;
  function capacity(inFlight: number): number {
    if (ctx.texter.isUp()) return ahead.more(ctx.texter.capacity(), inFlight);
    if (inFlight > 0 || performance.now() - probedMs < probeEveryMs) return 0;
    probedMs = performance.now();
    return 1;
  }
  async function beginAndSend(delivering: Delivering): Promise<SendOutcome | null> {
    const written = writeText(ctx, delivering);
    if (written.is !== 'written') return written;
    const { text, receipt } = written;
    const { delivery, claimId } = delivering;
    const { kind, round } = delivery;
    const begun = await steps.begin({ delivery: { ...keyOf(delivery), kind, round, claimId }, receipt });
    if (begun === 'superseded') return { is: 'dropped', details: 'a later message took its place' };
    if (begun !== 'begun') return null;
    ctx.crashPoint('deliver-texts:after-mark');
    const outcome = await traced(ctx.tracing, delivering, () =>
      ctx.texter.send({ to: delivery.address, text, reference: referenceOf(delivery) }),
    );
    if (outcome.is === 'sent') ahead.taken();
    return outcome;
  }

  return createDeliveryQueue(ctx, {
    channel: 'sms',
    name: 'deliver-texts',
    leaseSeconds,
    capacity,
    async admit(claimId, claimed) {
      const wanted = await endAbandoned(ctx, claimId, claimed);
      return dropLateConfirmations(ctx.db, { claimId, channel: 'sms' }, wanted, ctx.clock.now());
    },
    send: (delivering) => places.within(() => beginAndSend(delivering)),
    record: (outcome) => steps.end(outcome),
  });
}

async function endAbandoned(
  { db, clock }: TextDelivererContext,
  claimId: string,
  claimed: ClaimedDelivery[],
): Promise<ClaimedDelivery[]> {
  const abandoned = claimed.filter((delivery) => delivery.submitting_at !== null);
  if (abandoned.length === 0) return claimed;
  const unclear = { is: 'unclear', details: 'the platform was stopped while it was sent' } as const;
  await recordDeliveries(
    db,
    abandoned.map((delivery) => outcomeOf('sms', { delivery, claimId }, unclear, clock.now())),
  );
  return claimed.filter((delivery) => delivery.submitting_at === null);
}

interface WrittenText {
  is: 'written';
  text: string;
  receipt: NewReceipt | null;
}

function writeText(ctx: TextDelivererContext, delivering: Delivering): WrittenText | SendOutcome {
  const { delivery, gift } = delivering;
  const { view } = gift;
  try {
    switch (delivery.kind) {
      case 'notice':
        return {
          is: 'written',
          text: giftText({ kind: 'notice', view, language: view.language }),
          receipt: null,
        };
      case 'receipt':
        return writeReceipt(ctx, delivering);
      case 'confirmation': {
        const code = codeOfDelivery(ctx.keyring, gift, delivery);
        return {
          is: 'written',
          text: confirmationText({ view, code, language: view.language }),
          receipt: null,
        };
      }
      case 'certificate':
      case 'reminder':
        return { is: 'refused', details: `a ${delivery.kind} is not sent as a text` };
    }
  } catch (problem) {
    const trace_id = traceIdOf(ctx.tracing, keyOf(delivery));
    ctx.log.error({ ...keyOf(delivery), problem: describeProblem(problem), trace_id }, 'text not made');
    return { is: 'failed', details: 'text not made' };
  }
}

function writeReceipt(
  { keyring, config }: TextDelivererContext,
  {
    delivery,
    gift: {
      view,
      link: { linkSalt },
    },
  }: Delivering,
): WrittenText {
  const { round, address: phone } = delivery;
  const certificateExpiresAt = view.expiresAt;
  const receipt = { ...keyOf(delivery), round, phone, certificateExpiresAt, salt: linkSalt };
  const { language } = view;
  const link = inLanguage(`${config.baseUrl}${receivePath}`, language);
  const code = receiptCode(keyring, receipt);
  return { is: 'written', text: giftText({ kind: 'receipt', view, language, link, code }), receipt };
}

const referenceOf = ({ client_id, request_id, kind, round }: ClaimedDelivery): string =>
  `${client_id}-${request_id}-${kind}-${round}`;
