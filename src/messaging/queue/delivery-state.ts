import { maskedEmail, maskedPhone } from './find-sent-addresses.ts';
import type { Channel, DeliveryKind } from './schedule.ts';

/** A message that brings an order's gift, as `messageColumns` reads it of `deliveries m`. */
export interface MessageRow {
  channel: Channel;
  kind: DeliveryKind;
  round: number;
  address: string;
  /** Of a message that was sent, what was reported of it since. */
  fate:
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
 * `scheduled`: not tried yet. `waiting`: for the activation of the code. `retrying`: `at` is the next try. `sent`: the mail
 * server or the provider of texts took it. `delivered`, `failed`: how it ended. `unknown`: a text of which nobody said how,
 * or that may have gone and is not sent again. `dropped`: it was not sent, since nobody needed it any more or a quota was
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
  /** Why, in words without an address; empty where there is nothing to explain. */
  reason: string;
}

/**
 * A letter that nobody reports is the usual one: its server took it, and it stays `sent`. A text that nobody reports
 * may have got lost.
 */
const report = `case when m.state = 'sent' and (m.channel = 'sms' or m.report <> 'unknown') then m.report end`;

export const messageColumns = `m.channel, m.kind, m.round, m.address, coalesce(${report}, m.state) as fate,
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

function messageState({ channel, kind, address, fate, at, reason }: MessageRow): MessageState {
  const to = channel === 'email' ? maskedEmail(address) : maskedPhone(address);
  const told = { channel, kind, to, at, reason };
  switch (fate) {
    case 'due':
      return { ...told, state: reason === '' ? 'scheduled' : 'retrying' };
    case 'undelivered':
      return { ...told, state: 'failed' };
    case 'over_quota':
      return { ...told, state: 'dropped', reason: "the day's quota of test messages is used up" };
    case 'sent':
    case 'delivered':
      return { ...told, state: fate, reason: '' };
    case 'waiting':
    case 'failed':
    case 'unknown':
    case 'dropped':
      return { ...told, state: fate };
  }
}
