import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { trialLetter } from '../../messaging/letters/trial-letter.ts';
import { operator } from '../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { transaction } from '../../platform/database/database.ts';
import { createLoadLimit } from '../../platform/process/load-limit.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { maskedAddress } from '../../platform/values/masked-address.ts';
import { sendReasons } from '../../platform/mail/send-reasons.ts';

/** What a text says that somebody tries. */
export const trialText = 'Facevalue: проверка СМС. Так приходят сообщения о подарках.';

/** Limit for the whole process, so that it cannot be used to write to others. */
const triesAtMost = { events: 6, windowSeconds: 600 };
/** The page does not wait longer; the message may still arrive. */
const longestWaitMs = 20_000;

export type MessageTried =
  | { is: 'sent'; parts?: number }
  | { is: 'failed' | 'unclear'; details: string }
  /** `not-set`: no server or provider of messages is configured. */
  | { is: 'missing' | 'no-address' | 'not-set' | 'slow' }
  | { is: 'too-many'; waitSeconds: number };

export type TryMessage = (principal: Principal, address: string, now: Date) => Promise<MessageTried>;

type Parts = Pick<Context, 'config' | 'db' | 'keyring' | 'mailer' | 'texter'>;

/** Sends a letter or a text that says nothing but that it arrives, and tells what the server or provider said. */
export function createMessageTrials(ctx: Parts): { letter: TryMessage; text: TryMessage } {
  const limit = createLoadLimit(triesAtMost);
  const { config, db, keyring, mailer, texter } = ctx;

  async function attempt(
    { principal, address, now }: { principal: Principal; address: string; now: Date },
    { isSet, isAddress, send }: { isSet: boolean; isAddress: boolean; send: () => Promise<MessageTried> },
  ): Promise<MessageTried> {
    if (!may(principal, 'settings.change', operator)) return { is: 'missing' };
    if (!isAddress) return { is: 'no-address' };
    if (!isSet) return { is: 'not-set' };
    const waitSeconds = limit.take('all', now);
    if (waitSeconds > 0) return { is: 'too-many', waitSeconds };
    const act = { party: operator, by: actorOf(principal), act: 'messages.tried', about: 'messages' };
    const after = { address: maskedAddress(address) };
    await transaction(db, (tx) => recordAct(tx, keyring, { ...act, after }, now));
    return within(send());
  }

  return {
    letter: (principal, address, now) =>
      attempt(
        { principal, address, now },
        {
          isSet: config.smtp.url !== '',
          isAddress: isEmailAddress(address),
          async send() {
            const outcome = await mailer.send(trialLetter(config.smtp.from, address));
            return outcome.is === 'sent'
              ? outcome
              : { is: 'failed', details: sendReasons.text(outcome.reason, 'en') };
          },
        },
      ),
    text: (principal, typed, now) => {
      const address = readPhone(typed);
      return attempt(
        { principal, address: address ?? typed, now },
        {
          isSet: config.sms.primary !== null,
          isAddress: address !== null,
          async send() {
            const text = { to: address ?? '', text: trialText, reference: `try-${randomUUID()}` };
            const outcome = await texter.send(text);
            if (outcome.is === 'sent') return { is: 'sent', parts: outcome.parts };
            return { is: outcome.is === 'unclear' ? 'unclear' : 'failed', details: outcome.details };
          },
        },
      );
    },
  };
}

/** What came of it, unless that takes too long. */
function within(tried: Promise<MessageTried>): Promise<MessageTried> {
  const { promise, resolve } = Promise.withResolvers<MessageTried>();
  const timer = setTimeout(() => resolve({ is: 'slow' }), longestWaitMs);
  return Promise.race([tried, promise]).finally(() => clearTimeout(timer));
}
