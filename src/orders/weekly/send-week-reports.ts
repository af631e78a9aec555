import type { Context } from '../../context.ts';
import { weeklyLetter } from '../../messaging/letters/weekly/weekly-letter.ts';
import { createMailQueue, type DueMail } from '../../messaging/mail/mail-queue.ts';
import { automaticHeaders } from '../../platform/mail/mailer.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { mailDomain } from '../../platform/settings/mail-settings.ts';
import { inLanguage, type Language } from '../../platform/text/language.ts';
import { errorName } from '../error-names.ts';
import type { WeekReport } from './week-report.ts';

interface ReportMail extends DueMail {
  language: Language;
  report: string;
}

type SendingContext = Pick<Context, 'config' | 'db' | 'clock' | 'keyring' | 'mailer' | 'log'>;

/** Sends the reports of weeks. */
export const createWeekReportSender = (ctx: SendingContext): Worker =>
  createMailQueue<ReportMail>(ctx, {
    name: 'send-week-reports',
    table: 'report_mails',
    columns: 'language, report',
    compose: ({ owner_id: clientId, id, address, language, report: json }) => {
      const { from } = ctx.config.smtp;
      const { failures, ...report } = JSON.parse(json) as WeekReport;
      const link = (path: string): string => inLanguage(`${ctx.config.baseUrl}${path}`, language);
      const letter = weeklyLetter({
        ...report,
        failures: failures.map(({ code, orders }) => ({ code, orders, name: errorName(code, language) })),
        language,
        link: link('/c/charts?days=7'),
        notificationsLink: link('/c/notifications'),
      });
      return Promise.resolve({
        ...letter,
        from,
        to: address,
        messageId: `${ctx.keyring.token(`week:${clientId}:${id}`)}@${mailDomain(from)}`,
        headers: automaticHeaders,
      });
    },
    afterSend: () => {},
  });
