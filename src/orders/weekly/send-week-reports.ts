/** The worker that sends the weekly letters. */
import { weeklyLetter } from '../../messaging/letters/weekly/weekly-letter.ts';
import { createMailQueue, type DueMail, type MailQueueContext } from '../../messaging/mail/mail-queue.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { inLanguage, type Language } from '../../platform/text/language.ts';
import { errorName } from '../error-names.ts';
import type { WeekReport } from './week-report.ts';

interface ReportMail extends DueMail {
  language: Language;
  report: string;
}

export const createWeekReportSender = (ctx: MailQueueContext): Worker =>
  createMailQueue<ReportMail>(ctx, {
    name: 'send-week-reports',
    table: 'report_mails',
    columns: 'language, report',
    messageIdOf: ({ owner_id: clientId, id }) => ctx.keyring.token(`week:${clientId}:${id}`),
    compose: ({ language, report: json }) => {
      const { failures, ...report } = JSON.parse(json) as Omit<WeekReport, 'client'> & Partial<WeekReport>;
      const link = (path: string): string => inLanguage(`${ctx.config.baseUrl}${path}`, language);
      return weeklyLetter({
        ...report,
        // One that was queued by an earlier version.
        client: report.client ?? 'Facevalue',
        failures: failures.map(({ code, orders }) => ({ code, orders, name: errorName(code, language) })),
        language,
        link: link('/c/charts?days=7'),
        notificationsLink: link('/c/notifications'),
      });
    },
  });
