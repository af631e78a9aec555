/**
 * Every reason for which a request ends without a certificate, at acceptance or later. One table gives each its API
 * error code, for answers and callbacks alike, so that the compiler finds a missing one.
 */
export type Refusal =
  /** `names` are the API names of the invalid fields, in the order of the specification. */
  | { why: 'fields'; names: string[] }
  | { why: 'uuid-mismatch' }
  | { why: 'supplier-limit' }
  | { why: 'no-stock' }
  | { why: 'no-funds' }
  | { why: 'ttl-expired' }
  /** Somebody of the client, or the operator on their behalf, cancelled it. */
  | { why: 'cancelled' }
  /** The supplier gave no code that can be sold. */
  | { why: 'supplier-failed' }
  /** A result that a test order requested; with the text of the real one, if that is to be seen too. */
  | { why: 'scripted'; code: number; text?: string | undefined };

export interface WireError {
  code: number;
  text: string;
  /** The fields that makeOrder refuses with 3601, each with its reason. */
  fields?: FieldProblem[];
}

export interface FieldProblem {
  field: string;
  /** `form`: it cannot be read; `not-now`: it can, and time or settings forbid it. */
  reason: 'missing' | 'form' | 'not-now' | 'not-offered' | 'no-stock';
  /** What it has to be. */
  wanted?: string;
}

export function wireError(refusal: Refusal): WireError {
  switch (refusal.why) {
    case 'fields':
      return { code: 3601, text: `fields filled incorrectly: ${refusal.names.join(', ')}` };
    case 'no-stock':
      return { code: 3601, text: 'fields filled incorrectly: face' };
    case 'uuid-mismatch':
      return { code: 1207, text: 'uuid was used before with other parameters' };
    case 'supplier-limit':
      return { code: 1102, text: 'restricted by the limits of the brand' };
    case 'no-funds':
      return { code: 5000, text: 'insufficient funds' };
    case 'ttl-expired':
      return { code: 1210, text: 'ttl expired before the order was processed' };
    case 'cancelled':
      return { code: 1212, text: 'the order was cancelled before it was processed' };
    case 'supplier-failed':
      return { code: 1301, text: 'the supplier could not issue the certificate' };
    case 'scripted':
      return { code: refusal.code, text: refusal.text ?? 'outcome scripted by the test order' };
  }
}
