/** Why a mail to the bounce address is left to a person. The database keeps the English text. */
import { mailReasons } from '../../platform/mail/arriving/mail-reasons.ts';
import { reasonsOf, type ReasonOf } from '../../platform/text/reasons.ts';

export const bounceReasons = reasonsOf({
  ...mailReasons.texts,
  complaint: { en: 'a complaint', ru: 'жалоба' },
  'no-report': { en: 'no delivery report', ru: 'не отчёт о доставке' },
  'broken-report': { en: 'a broken delivery report', ru: 'испорченный отчёт о доставке' },
  'foreign-report': { en: 'a report that names no letter of ours', ru: 'отчёт не о нашем письме' },
  'too-large': { en: 'larger than {megabytes} MB', ru: 'больше {megabytes} МБ' },
  'long-head': { en: 'a head of more than {kilobytes} kB', ru: 'заголовки длиннее {kilobytes} кБ' },
});

export type BounceReason = ReasonOf<typeof bounceReasons>;
