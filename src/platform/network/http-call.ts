/** A call to a foreign HTTP server, and its outcome. */
import type { HttpProblem } from './http-problem.ts';

/** Whose addresses are called; private ones are allowed for each kind separately. */
export type HttpPurpose = 'callbacks' | 'pictures' | 'suppliers' | 'gateways';

export interface HttpCall {
  /** None: private addresses are refused unless allowed for all. */
  purpose?: HttpPurpose;
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** From the call to the last byte of the answer, including the wait for a free connection. */
  timeoutMs: number;
  /** Maximum number of bytes of the answer that are kept. */
  maxBytes: number;
  /** Client certificate, its key and trusted authorities (PEM). */
  tls?: ClientCertificate | undefined;
}

export interface ClientCertificate {
  certificate: string;
  key: string;
  authority?: string | undefined;
}

export type HttpOutcome =
  | {
      is: 'answered';
      status: number;
      headers: Record<string, string | string[] | undefined>;
      /** The first `maxBytes` bytes of the answer. */
      head: Buffer;
      /** False if the answer is longer. */
      whole: boolean;
      durationMs: number;
    }
  | {
      is: 'failed';
      problem: HttpProblem;
      /** False if certainly no byte of the call was sent. */
      sent: boolean;
      durationMs: number;
    };
