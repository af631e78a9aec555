import type { Context } from '../context.ts';
import { balanceLetter } from '../messaging/letters/balance/balance-letter.ts';
import { createMailQueue, type DueMail } from '../messaging/mail/mail-queue.ts';
import { automaticHeaders } from '../platform/mail/mailer.ts';
import type { Worker } from '../platform/process/loop.ts';
import { mailDomain } from '../platform/settings/mail-settings.ts';
import { inLanguage, type Language } from '../platform/text/language.ts';

interface BalanceMail extends DueMail {
  kind: 'low' | 'over';
  language: Language;
  available_kopecks: number;
  level_kopecks: number;
  made_at: Date;
}

type SendingContext = Pick<Context, 'config' | 'db' | 'clock' | 'keyring' | 'mailer' | 'log'>;

/** Sends the letters that the funds are low, or no longer. */
export const createBalanceMailSender = (ctx: SendingContext): Worker =>
  createMailQueue<BalanceMail>(ctx, {
    name: 'send-balance-letters',
    table: 'balance_mails',
    columns: 'kind, language, available_kopecks, level_kopecks, made_at',
    compose: (mail) => {
      const { from } = ctx.config.smtp;
      const { kind, language } = mail;
      return Promise.resolve({
        ...balanceLetter({
          kind,
          language,
          availableKopecks: mail.available_kopecks,
          levelKopecks: mail.level_kopecks,
          madeAt: mail.made_at,
          link: inLanguage(
            `${ctx.config.baseUrl}${kind === 'low' ? '/c/money/top-up' : '/c/money'}`,
            language,
          ),
        }),
        from,
        to: mail.address,
        messageId: `${ctx.keyring.token(`balance:${mail.owner_id}:${mail.id}`)}@${mailDomain(from)}`,
        headers: automaticHeaders,
      });
    },
    afterSend: () => {},
  });
