import type { FoundGift } from '../../certificates/find-gift.ts';
import type { Context } from '../../context.ts';
import type { DeliveryOutcome } from './record-deliveries.ts';
import type { Channel, DeliveryKind } from './schedule.ts';

export interface ClaimedDelivery {
  client_id: number;
  request_id: number;
  kind: DeliveryKind;
  round: number;
  address: string;
  testmode: boolean;
  attempts: number;
  /** Not null: an earlier try was about to hand the message over, and nobody knows whether it did. */
  submitting_at: Date | null;
}

export interface Delivering {
  delivery: ClaimedDelivery;
  claimId: string;
  gift: FoundGift;
}

/**
 * `refused` is for good, `failed` may go better later, `unclear` may have gone and is never sent again, `dropped` need
 * not go any more.
 */
export type SendOutcome =
  | ({ is: 'sent' } & HandedOver)
  | { is: 'refused'; details: string }
  | { is: 'failed'; details: string }
  | { is: 'dropped'; details: string }
  | ({ is: 'unclear'; details: string } & HandedOver);

/** What a provider of texts calls what it took. */
export type HandedOver = Pick<DeliveryOutcome, 'provider' | 'messageIds' | 'parts'>;

/** What one channel does in its own way; all else is the same for letters and texts. */
export interface DeliveryChannel {
  channel: Channel;
  name: 'deliver' | 'deliver-texts';
  /** Outlives the slowest message and the writing of what came of it. */
  leaseSeconds: number;
  capacity(inFlight: number): number;
  /** Ends claimed deliveries that must not be tried; answers the others. */
  admit?(claimId: string, claimed: ClaimedDelivery[]): Promise<ClaimedDelivery[]>;
  /** Null: the delivery is another worker's by now, and nothing was sent. */
  send(delivering: Delivering): Promise<SendOutcome | null>;
}

export type DeliveryContext = Pick<
  Context,
  'config' | 'db' | 'clock' | 'keyring' | 'http' | 'log' | 'metrics' | 'crashPoint'
>;
