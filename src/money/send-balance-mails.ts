/** Sends the letters that the funds are low, or no longer. */
import { balanceLetter } from '../messaging/letters/balance/balance-letter.ts';
import { createMailQueue, type DueMail, type MailQueueContext } from '../messaging/mail/mail-queue.ts';
import type { Worker } from '../platform/process/loop.ts';
import { inLanguage, type Language } from '../platform/text/language.ts';

interface BalanceMail extends DueMail {
  kind: 'low' | 'over';
  language: Language;
  available_kopecks: number;
  level_kopecks: number;
  made_at: Date;
}

export const createBalanceMailSender = (ctx: MailQueueContext): Worker =>
  createMailQueue<BalanceMail>(ctx, {
    name: 'send-balance-letters',
    table: 'balance_mails',
    columns: 'kind, language, available_kopecks, level_kopecks, made_at',
    messageIdOf: ({ owner_id: clientId, id }) => ctx.keyring.token(`balance:${clientId}:${id}`),
    compose: ({ kind, language, ...mail }) =>
      balanceLetter({
        kind,
        language,
        availableKopecks: mail.available_kopecks,
        levelKopecks: mail.level_kopecks,
        madeAt: mail.made_at,
        link: inLanguage(`${ctx.config.baseUrl}${kind === 'low' ? '/c/money/top-up' : '/c/money'}`, language),
      }),
  });
