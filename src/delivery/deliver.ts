import type { Context } from '../context.ts';
import { problemWords, type Worker } from '../platform/loop.ts';
import { letterTimeoutMs, mailConnections, type MailOutcome } from '../platform/mailer.ts';
import { createDeliveryQueue, keyOf, type Delivering, type DeliveryContext } from './delivery-queue.ts';
import { makeLetter } from './make-letter.ts';
import { dropBouncedReminders } from './reminders.ts';

const leaseSeconds = letterTimeoutMs / 1000 + 60;

type DelivererContext = DeliveryContext & Pick<Context, 'mailer'>;

/** Sends the letters that are due, as many at once as the mail server takes connections. */
export const createDeliverer = (ctx: DelivererContext): Worker =>
  createDeliveryQueue(ctx, {
    channel: 'email',
    name: 'deliver',
    leaseSeconds,
    admit: (claimId, claimed) => dropBouncedReminders(ctx.db, claimId, claimed, ctx.clock.now()),
    room: (inFlight) => (ctx.mailer.isUp() ? mailConnections - inFlight : 0),
    send: (delivering) => deliver(ctx, delivering),
  });

async function deliver(ctx: DelivererContext, { delivery, gift }: Delivering): Promise<MailOutcome> {
  try {
    return await ctx.mailer.send(await makeLetter(ctx, gift, delivery));
  } catch (problem) {
    ctx.log.error({ ...keyOf(delivery), problem: problemWords(problem) }, 'letter not made');
    return { is: 'failed', words: 'letter not made' };
  }
}
