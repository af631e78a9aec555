import type { z } from 'zod';

/**
 * An adapter speaks one kind of supplier API. It touches nothing: it turns an ask into an HTTP request and an HTTP
 * answer into a reading. Calling, retrying, time-outs, size limits, masking and keeping are `call-supplier.ts`'s.
 * A new supplier is one set of settings, or at most one adapter file, one folder of recorded answers, and one line in
 * `src/adapters/list.ts`. The conformance suite judges every adapter.
 */
export interface SupplierAdapter<Settings = unknown> {
  /** Name in the list and in `suppliers.adapter`. */
  name: string;
  title: string;
  /** Validates the settings and describes them: each field has `.describe()`; secrets carry `.meta({ secret: true })`. */
  settings: z.ZodType<Settings>;
  /** Ability is presence: an adapter without `activate` can't activate. */
  issue?: Exchange<Settings, IssueAsk, IssuedCode>;
  activate?: Exchange<Settings, ActivateAsk, void>;
}

export interface Exchange<Settings, Ask, Answer> {
  request(ask: Ask, settings: Settings): SupplierRequest;
  read(response: SupplierResponse, ask: Ask, settings: Settings): Reading<Answer>;
}

export interface IssueAsk {
  /** Same for every repeat of one order's call. */
  requestId: string;
  faceKopecks: number;
  productId: number;
}

export interface ActivateAsk {
  requestId: string;
  number: string;
  pin: string;
}

export interface IssuedCode {
  requestId: string;
  faceKopecks: number;
  number: string;
  /** '' when the brand has none. */
  pin: string;
  /** The last moment of the validity; null when the supplier gives none. */
  expiresAt: Date | null;
}

/** What the supplier's answer means. `unclear`: nobody can say whether a code was issued; it is never bought elsewhere. */
export type Reading<Answer> =
  | { is: 'done'; answer: Answer }
  | { is: 'refused'; why: RefusalReason; words: string }
  | { is: 'unclear'; words: string };

export type RefusalReason = 'no-stock' | 'limit' | 'bad-face' | 'bad-code' | 'auth';

export interface SupplierRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Client certificate, where the supplier wants one; PEM. */
  tls?: { certificate: string; key: string; authority?: string };
}

export interface SupplierResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}
