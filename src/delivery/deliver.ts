import type { Context } from '../context.ts';
import { problemWords, type Worker } from '../platform/loop.ts';
import { letterTimeoutMs, mailConnections, type MailOutcome } from '../platform/mailer.ts';
import { createDeliveryQueue, keyOf, type Delivering, type DeliveryContext } from './delivery-queue.ts';
import { makeLetter } from './make-letter.ts';

const leaseSeconds = letterTimeoutMs / 1000 + 60;

type DelivererContext = DeliveryContext & Pick<Context, 'mailer'>;

/** Sends the letters that are due, as many at once as the mail server takes connections. */
export const createDeliverer = (ctx: DelivererContext): Worker =>
  createDeliveryQueue(ctx, {
    channel: 'email',
    name: 'deliver',
    leaseSeconds,
    room: (inFlight) => mailConnections - inFlight,
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
