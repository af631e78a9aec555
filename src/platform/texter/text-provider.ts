/** One text to one phone. */
export interface OutgoingText {
  /** `7XXXXXXXXXX`. */
  to: string;
  text: string;
  /** Our own name of the text, the same for every try; tells nothing about it. */
  reference: string;
}

/**
 * `sent`: taken by the provider. `refused`: no provider will ever take it. `failed`: surely not taken, may go better
 * later. `unclear`: it may have gone, so it must never be sent again, nor elsewhere. The words hold no number and no
 * part of the text.
 */
export type TextOutcome =
  | ({ is: 'sent' } & TakenParts)
  | { is: 'refused'; details: string }
  | { is: 'failed'; details: string }
  | ({ is: 'unclear'; details: string } & TakenParts);

/** What a provider calls the parts that it took; of an unclear text, those that it surely took. */
export interface TakenParts {
  provider: string;
  messageIds: string[];
  /** Of how many parts the whole text is. */
  parts: number;
}

/** What a provider told later: what became of a part that it took. */
export interface TextReceipt {
  provider: string;
  messageId: string;
  report: 'delivered' | 'undelivered';
  details: string;
}

/** Keeps receipts for good; a provider repeats those that could not be kept. */
export type KeepReceipts = (receipts: TextReceipt[]) => Promise<void>;

export interface TextProvider {
  /** Under which its receipts are found; stays when it changes places with the other one. */
  name: string;
  /** Texts that may be on their way to it at once. */
  window: number;
  /** False while it is known not to be reached. */
  isUp(): boolean;
  send(text: OutgoingText): Promise<TextOutcome>;
  /** Begins to take receipts. */
  receive(keep: KeepReceipts): void;
  close(): Promise<void>;
}
