/** The workers that watch for failures and send digests. */
import type { Context } from '../../context.ts';
import { digestLetter } from '../../messaging/letters/digest/digest-letter.ts';
import { endedLetter } from '../../messaging/letters/digest/ended-letter.ts';
import { transaction } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import type { LettersToPeople } from '../../messaging/outbox/letter-contents.ts';
import type { LetterWriter } from '../../messaging/outbox/send-letters.ts';
import { digestKindNames } from './digest-kinds.ts';
import { raiseDigest } from './raise-digests.ts';

const idleMs = 30_000;

type DigestContext = Pick<
  Context,
  'config' | 'db' | 'cells' | 'clock' | 'keyring' | 'mailer' | 'log' | 'crashPoint'
>;

/**
 * Looks for permanent failures and lasting problems. They are also logged, because a dead mail server sends no alerts.
 */
export function createDigestWatcher({ db, cells, clock, config, log }: DigestContext): Worker {
  const operator = { address: config.operatorMail, language: config.operatorLanguage };
  async function round(): Promise<number> {
    let raised = 0;
    for (const kind of digestKindNames) {
      const digest = await transaction(db, (tx) =>
        raiseDigest({ db: tx, cells }, kind, operator, clock.now()),
      );
      if (digest === null) continue;
      raised += 1;
      if (digest.amount === 0) log.info({ kind }, 'problem ended');
      else log.warn({ kind, amount: digest.amount }, 'digest raised');
    }
    return raised;
  }
  return { name: 'watch-failures', idleMs, round, drain: () => Promise.resolve() };
}

export const digestLetters: LetterWriter<LettersToPeople['digest']> = {
  compose({ language, madeAt, content: { topic: kind, amount, examples, beganAt } }) {
    return beganAt === null
      ? digestLetter({ kind, language, amount, examples, madeAt })
      : endedLetter({ kind, language, beganAt: new Date(beganAt), madeAt });
  },
};
