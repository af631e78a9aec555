/** One text to one phone. */
export interface OutgoingText {
  /** `7XXXXXXXXXX`. */
  to: string;
  text: string;
  /** Our own id of the text, the same for every attempt; reveals nothing about it. */
  reference: string;
}

/**
 * `sent`: taken by the provider. `refused`: no provider will ever take it. `failed`: certainly not taken, may succeed
 * later. `unclear`: it may have been sent, so it must never be sent again by any provider. The reason contains no
 * number and no part of the text.
 */
export type TextOutcome =
  | ({ is: 'sent' } & TakenParts)
  | { is: 'refused'; details: string }
  | { is: 'failed'; details: string }
  | ({ is: 'unclear'; details: string } & TakenParts);

/** The provider's ids of the parts it took; of an unclear text, those it certainly took. */
export interface TakenParts {
  provider: string;
  messageIds: string[];
  /** Number of parts of the whole text. */
  parts: number;
}

/** A receipt of a provider: the state of a part that it took. */
export interface TextReceipt {
  provider: string;
  messageId: string;
  /** What the id may mean besides, if it is a number and nobody said to which base; without zeros in front, in lower case. */
  otherIds?: string[];
  /** The phones it names, if any: it is about a text to one of them. */
  phones?: string[];
  report: 'delivered' | 'undelivered';
  details: string;
}

/** Stores receipts; a provider repeats those that could not be stored. */
export type KeepReceipts = (receipts: TextReceipt[]) => Promise<void>;

export interface TextProvider {
  /** Key of its receipts; stays the same when primary and fallback are swapped. */
  name: string;
  /** Texts that may be in flight to it at once. */
  window: number;
  /** False while it is known to be unreachable. */
  isUp(): boolean;
  send(text: OutgoingText): Promise<TextOutcome>;
  /** Starts accepting receipts. */
  receive(keep: KeepReceipts): void;
  close(): Promise<void>;
}
