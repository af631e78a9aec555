import type { z } from 'zod';
import type { ClientCertificate } from '../platform/network/http-client.ts';

/**
 * An adapter speaks one kind of supplier API. It touches nothing: it turns an ask into an HTTP request and an HTTP
 * answer into a reading. Calling, retrying, time-outs, size limits, masking and keeping are `ask-suppliers.ts`'s.
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
  /** Throws when the settings say nothing of this ask. */
  request(ask: Ask, settings: Settings): SupplierRequest | Promise<SupplierRequest>;
  read(response: SupplierResponse, ask: Ask, settings: Settings): Reading<Answer>;
  /** Names of the fields in which an answer holds codes, PINs, faces, dates and request_ids: what transcripts show goes by it. */
  places(settings: Settings): AnswerPlaces;
}

/** Where an adapter finds what in an answer: names of fields, the last step of each path. */
export interface AnswerPlaces {
  codes: string[];
  pins: string[];
  faces: string[];
  requestIds: string[];
  dates: string[];
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

/**
 * What the supplier's answer means. `unclear`: nobody can say whether a code was issued; it is never bought elsewhere.
 * `wrong`: the supplier did issue, but what it says can't be sold, and asking again would bring the same.
 */
export type Reading<Answer> =
  | { is: 'done'; answer: Answer }
  | { is: 'refused'; why: RefusalReason; details: string }
  | { is: 'unclear'; details: string }
  | { is: 'wrong'; details: string };

export const refusalReasons = ['no-stock', 'limit', 'bad-face', 'bad-code', 'auth'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export interface SupplierRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Client certificate, where the supplier wants one; PEM. */
  tls?: ClientCertificate | undefined;
}

export interface SupplierResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}
