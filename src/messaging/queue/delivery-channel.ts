/** What a channel (letters, texts) is to the queue of deliveries. */
import type { LinkedGift } from '../../certificates/find-gift.ts';
import type { Context } from '../../context.ts';
import type { TracePlace } from '../../platform/tracing/span.ts';
import type { PlaceHolder } from '../../platform/batching/shared-places.ts';
import type { Channel, DeliveryKind } from './schedule.ts';

export interface ClaimedDelivery {
  client_id: number;
  request_id: number;
  kind: DeliveryKind;
  round: number;
  address: string;
  testmode: boolean;
  attempts: number;
  /** Not null: an earlier attempt was about to hand the message over, and it is unknown whether it did. */
  submitting_at: Date | null;
}

export interface Delivering {
  delivery: ClaimedDelivery;
  claimId: string;
  gift: LinkedGift;
  /** Place of its span; null: it has none. */
  trace: TracePlace | null;
}

/**
 * `refused` is permanent, `failed` may succeed later, `unclear` may have been sent and is never sent again, `dropped`
 * is no longer needed.
 */
export type SendOutcome =
  | ({ is: 'sent' } & HandedOver)
  | { is: 'refused'; details: string }
  | { is: 'failed'; details: string }
  | { is: 'dropped'; details: string }
  | ({ is: 'unclear'; details: string } & HandedOver);

/** What an SMS provider took. */
export interface HandedOver {
  /** The SMS provider that took it, and its ids of the parts. */
  provider?: string;
  messageIds?: string[];
  /** Number of parts of the whole text. */
  parts?: number;
}

/** The result of one attempt. */
export interface DeliveryOutcome extends HandedOver {
  clientId: number;
  requestId: number;
  channel: Channel;
  kind: DeliveryKind;
  round: number;
  claimId: string;
  state: 'due' | 'sent' | 'failed' | 'dropped';
  /** Why it was not sent; contains no text of the message. */
  error: string;
  /** The time of the next attempt, or the time of the end. */
  dueAt: Date;
  sentAt: Date | null;
  /** `unknown` at once if it is unclear whether the message was sent. */
  report?: 'unknown';
  reportDetails?: string;
}

/** What differs between channels; the rest is the same for letters and texts. */
export interface DeliveryChannel {
  channel: Channel;
  name: 'deliver' | 'deliver-texts';
  /** Longer than the slowest message plus its recording, or renewed. */
  leaseSeconds: number;
  /** Renewal of leases while a message is sent; absent if no message takes so long. */
  renewal?: { everyMs: number };
  capacity(inFlight: number): number;
  /** Shared with the queues of other cells; default: none are. */
  places?: PlaceHolder;
  /** Ends claimed deliveries that must not be sent; returns the others. */
  admit?(claimId: string, claimed: ClaimedDelivery[]): Promise<ClaimedDelivery[]>;
  /** Null: nothing was sent, because another worker has taken the delivery over or it was put off. */
  send(delivering: Delivering): Promise<SendOutcome | null>;
  /** Writes what came of it. */
  record(outcome: DeliveryOutcome): Promise<unknown>;
}

export type DeliveryContext = Pick<
  Context,
  'config' | 'db' | 'cell' | 'clock' | 'keyring' | 'http' | 'log' | 'metrics' | 'tracing' | 'crashPoint'
>;
