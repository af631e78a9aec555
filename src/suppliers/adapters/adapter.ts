import type { z } from 'zod';
import type { ClientCertificate } from '../../platform/network/http-call.ts';
import type { CallReason } from './call-reasons.ts';

/**
 * An adapter implements one kind of supplier API as pure functions: it turns a call into an HTTP request and an HTTP
 * answer into a result. `orders/ask-suppliers.ts` does everything else: sending, retries, time-outs, size limits, masking and
 * storing. A new supplier needs only settings, or at most one adapter file, one folder of recorded answers and one line
 * in `src/suppliers/adapters/list.ts`. The conformance suite tests every adapter.
 */
export interface SupplierAdapter<Settings = unknown> {
  /** Name in the list and in `suppliers.adapter`. */
  name: string;
  title: string;
  /** Validates and documents the settings: each field has `.describe()`; secrets have `.meta({ secret: true })`. */
  settings: z.ZodType<Settings>;
  /** The methods present are the abilities: an adapter without `activate` cannot activate. */
  issue?: Exchange<Settings, IssueAsk, IssuedCode>;
  activate?: Exchange<Settings, ActivateAsk, void>;
}

export interface Exchange<Settings, Ask, Answer> {
  /** Throws if the settings do not cover this call. */
  request(ask: Ask, settings: Settings): SupplierRequest | Promise<SupplierRequest>;
  read(response: SupplierResponse, ask: Ask, settings: Settings): Reading<Answer>;
  /**
   * Names of the fields in which answers hold codes, PINs, faces, dates and request_ids; transcripts are masked by
   * them.
   */
  places(settings: Settings): AnswerPlaces;
}

/** Names of the fields of an answer: the last step of each path. */
export interface AnswerPlaces {
  codes: string[];
  pins: string[];
  faces: string[];
  requestIds: string[];
  dates: string[];
}

export interface IssueAsk {
  /** The same for every repeat of an order's call. */
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
  /** '' if the brand has no PIN. */
  pin: string;
  /** The last moment of validity; null if the supplier gives none. */
  expiresAt: Date | null;
}

/**
 * The meaning of a supplier's answer. `unclear`: it is unknown whether a code was issued, so none is bought elsewhere.
 * `wrong`: the supplier issued a code that cannot be sold, and a repeat would return the same.
 */
export type Reading<Answer> =
  | { is: 'done'; answer: Answer }
  | { is: 'refused'; why: RefusalReason; reason: CallReason }
  | { is: 'unclear'; reason: CallReason }
  | { is: 'wrong'; reason: CallReason };

export const refusalReasons = ['no-stock', 'limit', 'bad-face', 'bad-code', 'auth'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export interface SupplierRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Client certificate (PEM), if the supplier requires one. */
  tls?: ClientCertificate | undefined;
}

export interface SupplierResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}
