/** Limits of sending letters: time for each, and connections at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { createPermits } from '../batching/permits.ts';

export const mailConnections = 8;
/** Besides them, for letters whose answer takes its time. */
export const slowMailConnections = 12;

export interface LetterLimits {
  /** Until the server has the whole letter. */
  handOverMs: number;
  /**
   * From then on: whoever gives up before ten minutes have passed sends the letter again that the server has taken
   * (RFC 5321, 4.5.3.2.6).
   */
  answerMs: number;
  /** A letter that takes longer goes on beside the usual connections. */
  slowAfterMs: number;
}
export const usualLetterLimits: LetterLimits = { handOverMs: 90_000, answerMs: 600_000, slowAfterMs: 10_000 };

type Transport = Transporter<SMTPPool.SentMessageInfo, SMTPPool.Options>;

/** Calls `handedOver` of a letter when its last byte goes to the server: it is read only while the server takes it. */
export function tellHandOver(transport: Transport): void {
  transport.use('stream', ({ data, message }, done) => {
    const read = message.createReadStream.bind(message);
    message.createReadStream = (options) =>
      read(options).once('end', () => (data as Partial<TimedLetter>).handedOver?.());
    done();
  });
}

/** The usual connections are left by letters that take their time, as many as there are places beside: each opens the pool for one more. */
export function createPlaces(
  { slowAfterMs }: LetterLimits,
  pool: { maxConnections?: number },
): (send: () => Promise<void>) => Promise<void> {
  const usual = createPermits(() => mailConnections);
  let slow = 0;
  const changeSlow = (by: number): void => {
    slow += by;
    pool.maxConnections = mailConnections + slow;
  };
  changeSlow(0);
  return async (send) => {
    const sending = Promise.withResolvers<void>();
    let isSlow = false;
    await usual.within(async () => {
      const sent = send();
      sending.resolve(sent);
      const enough = new AbortController();
      const late = sleep(slowAfterMs, 'late', { signal: enough.signal }).catch(() => 'ended');
      const how = await Promise.race([
        sent.then(
          () => 'ended',
          () => 'ended',
        ),
        late,
      ]);
      enough.abort();
      isSlow = how === 'late' && slow < slowMailConnections;
      if (isSlow) changeSlow(1);
      else await sent.catch(() => {});
    });
    await sending.promise.finally(() => {
      if (isSlow) changeSlow(-1);
    });
  };
}

interface TimedLetter {
  handedOver: () => void;
}

/** What takes longer is cut off, with its connection. */
export async function sendWithin(
  limits: LetterLimits,
  transport: Transport,
  message: SMTPPool.MailOptions,
): Promise<void> {
  const cut = new AbortController();
  const cutAfter = (ms: number) => setTimeout(() => cut.abort(), ms);
  let timer = cutAfter(limits.handOverMs);
  const handedOver = (): void => {
    clearTimeout(timer);
    timer = cutAfter(limits.answerMs);
  };
  try {
    const timed: object = { ...message, handedOver, signal: cut.signal };
    await transport.sendMail(timed);
  } catch (problem) {
    throw cut.signal.aborted ? timedOut() : problem;
  } finally {
    clearTimeout(timer);
  }
}

export const timedOut = (): Error => Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
