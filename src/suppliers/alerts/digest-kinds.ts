import { failureWays, type FailureWay } from '../../messaging/queue/settle-failures.ts';
import { deadServerTexts } from '../../platform/mail/send-reasons.ts';
import { isUnanswered } from '../activation/settle-letters.ts';

/**
 * Kinds of digests, apart from stock and limits. An `event` is a permanent failure: the failures of a period are
 * counted. A `state` is a lasting problem: it is reported when it begins, daily until it ends, and once it is over. A
 * `recovery` is reported like an event, but is no failure. `of` says where its rows are: in the `cells`, in the `centre`, in `both`, so that
 * one line may be found in several cells, or `summed`: in the cells, with lines that end with a number of things.
 */
export const digestKinds = {
  'letters-failed': { is: 'event', of: 'cells', tellsClient: true },
  'texts-failed': { is: 'event', of: 'cells', tellsClient: true },
  'callbacks-abandoned': { is: 'event', of: 'cells', tellsClient: true },
  'callbacks-accepted-again': { is: 'recovery', of: 'cells', tellsClient: true },
  'bulk-paused': { is: 'event', of: 'cells', tellsClient: true },
  quarantined: { is: 'event', of: 'cells', tellsClient: false },
  'activation-mails-failed': { is: 'event', of: 'centre', tellsClient: false },
  'activation-answers-unclear': { is: 'event', of: 'centre', tellsClient: false },
  'receipt-codes-guessed': { is: 'event', of: 'centre', tellsClient: false },
  'accounts-guessed': { is: 'event', of: 'centre', tellsClient: false, tellsLeads: true },
  'final-tests-red': { is: 'event', of: 'centre', tellsClient: false },
  'activation-unanswered': { is: 'state', of: 'both', tellsClient: false },
  'suppliers-silent': { is: 'state', of: 'summed', tellsClient: false },
  'letters-stuck': { is: 'state', of: 'cells', tellsClient: false },
  'texts-stuck': { is: 'state', of: 'cells', tellsClient: false },
} as const satisfies Record<string, DigestTraits>;

export interface DigestTraits {
  is: 'event' | 'state' | 'recovery';
  of: 'cells' | 'centre' | 'both' | 'summed';
  tellsClient: boolean;
  /** Beside those who read alerts, the administrators of the operator. */
  tellsLeads?: true;
}

export type DigestKind = keyof typeof digestKinds;

export const digestKindNames = Object.keys(digestKinds) as DigestKind[];

/**
 * For each failed message or callback `client_id, at, line`; lines contain only ids, names of suppliers and results.
 */
const failedMessages = (channel: 'email' | 'sms'): string =>
  `${failedBy(failureWays.failed, channel, 'd.last_error')}
  union all ${failedBy(failureWays.returned, channel, 'left(d.report_details, 80)')}`;

const failedBy = ({ at, failed }: FailureWay, channel: 'email' | 'sms', details: string): string => `
  select d.client_id, ${at} as at, d.request_id || ' · ' || ${details} as line from deliveries d
  where ${failed} and d.channel = '${channel}' and ${at} > $1 and ${at} <= $2`;

/** Messages are waiting for a retry, and none has been sent for this long. */
const stuckMessages = (channel: 'email' | 'sms', where: string): string => `
  select 0::bigint as client_id, min(due_at) as at, count(*) || ' · ' || max(last_error) as line from deliveries
  where state = 'due' and last_error <> '' and channel = '${channel}' and ${where} and not exists (
    select from deliveries gone where gone.channel = '${channel}' and gone.state = 'sent' and gone.report is null
      and gone.sent_at > $2::timestamptz - interval '10 minutes')
  having count(*) > 0`;

/** SQL: the supplier of call `e` was asked, and has not answered for too long. */
export const isSilent = (now: string): string =>
  `e.state = 'due' and e.attempts > 0 and e.created_at <= ${now}::timestamptz - interval '10 minutes'`;

/** The failures between $1 and $2, or the problems that exist at $2 ($1 is then unused). */
export const digestRows: Record<DigestKind, string> = {
  'letters-failed': failedMessages('email'),
  'texts-failed': failedMessages('sms'),
  'callbacks-abandoned': `
    select client_id, ended_at as at, request_id::text as line from callbacks
    where state = 'abandoned' and ended_at > $1 and ended_at <= $2`,
  'callbacks-accepted-again': `
    select client_id, recovered_at as at,
      client_id || ' · ' || to_char(failed_at at time zone 'Europe/Moscow', 'YYYY-MM-DD HH24:MI') as line
    from failed_receivers where recovered_at > $1 and recovered_at <= $2`,
  'bulk-paused': `
    select client_id, paused_at as at, id::text as line from bulk_orders
    where paused_because = 'no-funds' and paused_at > $1 and paused_at <= $2`,
  quarantined: `
    select 0::bigint as client_id, e.ended_at as at, s.name || ' · ' || e.id as line
    from exchanges e join suppliers s on s.id = e.supplier_id
    where e.state = 'quarantined' and e.ended_at > $1 and e.ended_at <= $2`,
  'activation-mails-failed': `
    select 0::bigint as client_id, m.due_at as at, s.name || ' · ' || m.about_id || ' · ' || m.last_error as line
    from letters_to_people m join suppliers s on s.id = m.owner_id
    where m.kind = 'activation' and m.state = 'failed' and m.due_at > $1 and m.due_at <= $2`,
  'activation-answers-unclear': `
    select 0::bigint as client_id, m.read_at as at, coalesce(s.name, '?') || ' · ' || coalesce(d.letter_id::text, '?') as line
    from mails m join mail_decisions d on d.mail_id = m.id left join suppliers s on s.id = d.supplier_id
    where d.decision = 'unclear' and m.read_at > $1 and m.read_at <= $2`,
  'receipt-codes-guessed': `
    select 0::bigint as client_id, at, to_char(at at time zone 'Europe/Moscow', 'YYYY-MM-DD HH24:MI') as line
    from guess_alarms where kind = 'receipt-codes' and at > $1 and at <= $2`,
  'accounts-guessed': `
    select 0::bigint as client_id, at, account || ' · ' || coalesce(nullif(network, ''), '*')
      || ' · ' || to_char(at at time zone 'Europe/Moscow', 'YYYY-MM-DD HH24:MI') as line
    from guessed_accounts where at > $1 and at <= $2`,
  'final-tests-red': `
    select 0::bigint as client_id, tested_at as at, name || ' · ' || id as line from suppliers
    where not test_green and tested_at > $1 and tested_at <= $2`,
  'activation-unanswered': `
    select 0::bigint as client_id, l.made_at as at, s.name || ' · ' || l.id as line
    from activation_letters l join suppliers s on s.id = l.supplier_id
    where ${isUnanswered}
      and l.made_at <= $2::timestamptz - interval '48 hours' and l.made_at > $2::timestamptz - interval '90 days'`,
  'suppliers-silent': `
    select 0::bigint as client_id, min(e.created_at) as at, s.name || ' · ' || count(*) as line
    from exchanges e join suppliers s on s.id = e.supplier_id
    where ${isSilent('$2')}
    group by s.id, s.name`,
  'letters-stuck': stuckMessages(
    'email',
    `last_error in (${deadServerTexts.map((details) => `'${details}'`).join(', ')})`,
  ),
  'texts-stuck': stuckMessages('sms', 'attempts > 1'),
};
