import type { Context } from '../../context.ts';
import { describeProblem, type Worker } from '../../platform/process/loop.ts';
import { letterTimeoutMs, mailConnections, type OutgoingLetter } from '../../platform/mail/mailer.ts';
import { createPermits } from '../../platform/batching/permits.ts';
import type { Delivering, DeliveryContext } from '../queue/delivery-channel.ts';
import { createDeliveryQueue, keyOf } from '../queue/delivery-queue.ts';
import { makeLetter } from './make-letter.ts';
import { dropBouncedReminders } from '../queue/reminders.ts';

/** Per connection one letter is being sent while the next is prepared, so that no connection waits for the database. */
const lettersInHand = 2 * mailConnections;
/** Longer than a letter can wait for the slowest one, be sent as slowly itself, and be recorded. */
const leaseSeconds = (2 * letterTimeoutMs) / 1000 + 60;

type DelivererContext = DeliveryContext & Pick<Context, 'mailer'>;

/** Sends due letters, as many at once as the mail server accepts connections. */
export function createDeliverer(ctx: DelivererContext): Worker {
  const connections = createPermits(() => mailConnections);
  return createDeliveryQueue(ctx, {
    channel: 'email',
    name: 'deliver',
    leaseSeconds,
    admit: (claimId, claimed) => dropBouncedReminders(ctx.db, claimId, claimed, ctx.clock.now()),
    capacity: (inFlight) => (ctx.mailer.isUp() ? lettersInHand - inFlight : 0),
    async send(delivering) {
      const letter = await writeLetter(ctx, delivering);
      if (letter === null) return { is: 'failed', details: 'letter not made' };
      return connections.within(() => ctx.mailer.send(letter));
    },
  });
}

async function writeLetter(
  ctx: DelivererContext,
  { delivery, gift }: Delivering,
): Promise<OutgoingLetter | null> {
  try {
    return await makeLetter(ctx, gift, delivery);
  } catch (problem) {
    ctx.log.error({ ...keyOf(delivery), problem: describeProblem(problem) }, 'letter not made');
    return null;
  }
}
