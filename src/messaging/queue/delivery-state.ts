import { maskedEmail, maskedPhone } from './find-sent-addresses.ts';
import type { Channel, DeliveryKind } from './schedule.ts';

/** A message that delivers an order's gift: the columns `messageColumns` of `deliveries m`. */
export interface MessageRow {
  channel: Channel;
  kind: DeliveryKind;
  round: number;
  address: string;
  /** The report of a sent message, if any. */
  result:
    | 'due'
    | 'waiting'
    | 'sent'
    | 'failed'
    | 'over_quota'
    | 'dropped'
    | 'delivered'
    | 'undelivered'
    | 'unknown';
  at: Date;
  reason: string;
}

/**
 * `scheduled`: not tried yet. `waiting`: for the activation of the code. `retrying`: `at` is the next attempt. `sent`:
 * taken by the mail server or SMS provider. `delivered`, `failed`: final. `unknown`: a text without a report, or one
 * that may have been sent and is not sent again. `dropped`: not sent, because it was no longer needed or a quota was
 * used up.
 */
export const messageStates = [
  'scheduled',
  'waiting',
  'retrying',
  'sent',
  'delivered',
  'failed',
  'unknown',
  'dropped',
] as const;

export interface MessageState {
  channel: Channel;
  kind: DeliveryKind;
  /** Masked. */
  to: string;
  state: (typeof messageStates)[number];
  at: Date;
  /** The reason, without addresses; empty if there is nothing to explain. */
  reason: string;
}

/** Most letters get no report and stay `sent`. A text without a report may have been lost. */
const report = `case when m.state = 'sent' and (m.channel = 'sms' or m.report <> 'unknown') then m.report end`;

export const messageColumns = `m.channel, m.kind, m.round, m.address, coalesce(${report}, m.state) as result,
  case when m.state <> 'sent' then m.due_at when ${report} is null then m.sent_at else m.reported_at end as at,
  case when m.state = 'sent' then m.report_details else m.last_error end as reason`;

/** The newest message of each kind, letters first. */
export function messageStatesOf(rows: MessageRow[]): MessageState[] {
  if (rows.length < 2) return rows.map(messageState);
  const newest = new Map<string, MessageRow>();
  for (const row of rows) {
    const name = `${row.channel} ${row.kind}`;
    if ((newest.get(name)?.round ?? 0) < row.round) newest.set(name, row);
  }
  return [...newest.values()].map(messageState).toSorted((a, b) => (a.channel < b.channel ? -1 : 1));
}

function messageState({ channel, kind, address, result, at, reason }: MessageRow): MessageState {
  const to = channel === 'email' ? maskedEmail(address) : maskedPhone(address);
  const message = { channel, kind, to, at, reason };
  switch (result) {
    case 'due':
      return { ...message, state: reason === '' ? 'scheduled' : 'retrying' };
    case 'undelivered':
      return { ...message, state: 'failed' };
    case 'over_quota':
      return { ...message, state: 'dropped', reason: "the day's quota of test messages is used up" };
    case 'sent':
      return { ...message, state: result, reason: '' };
    case 'delivered':
      // For a text the reason is its provider's later report.
      return { ...message, state: result, reason: channel === 'sms' ? reason : '' };
    case 'waiting':
    case 'failed':
    case 'unknown':
    case 'dropped':
      return { ...message, state: result };
  }
}
