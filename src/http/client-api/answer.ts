import { wireError, type WireError } from '../../orders/refusals.ts';

/** Content type of every answer to a program. */
export const jsonType = 'application/json; charset=utf-8';

/** The result of an operation. `json` is data that is already serialised. */
export type Answer =
  /** `order`: what it is about, for traces. */
  | { is: 'data'; data: object; order?: AnsweredOrder }
  | { is: 'json'; json: string }
  | { is: 'error'; error: WireError };

export interface AnsweredOrder {
  requestId: number;
  /** This very request brought it. */
  isNew: boolean;
}

export const ok = (data: object): Answer => ({ is: 'data', data });
export const okAbout = (order: AnsweredOrder, data: object): Answer => ({ is: 'data', data, order });
export const refuse = (error: WireError): Answer => ({ is: 'error', error });

/** The envelope as text. */
export function envelope(answer: Answer): string {
  switch (answer.is) {
    case 'data':
      return `{"status":"ok","data":${JSON.stringify(answer.data)}}`;
    case 'json':
      return `{"status":"ok","data":${answer.json}}`;
    case 'error':
      return JSON.stringify({ status: 'error', error: answer.error });
  }
}

/** The name of the result in logs and metrics. */
export const outcomeOf = (answer: Answer): string =>
  answer.is === 'error' ? String(answer.error.code) : 'ok';

export type { WireError };

/** Errors of the client API itself; those of orders are in `orders/refusals.ts`. */
export const malformed = (problem: string): WireError => ({
  code: 1000,
  text: `malformed request: ${problem}`,
});

/** For clients that allow no data in addresses. */
export const mustBePosted = malformed('this client sends its requests by POST, data in the body');

export const unknownOperation: WireError = { code: 1001, text: 'unknown operation' };
/** Operations of the original API, each with what does nearly the same here. */
const doneBy = new Map([['pushSms', 'resend sends a certificate again, also by SMS']]);
export function unknownOperationNamed(cmd: string): WireError {
  const hint = doneBy.get(cmd);
  return hint === undefined
    ? unknownOperation
    : { ...unknownOperation, text: `${unknownOperation.text}: ${hint}` };
}

/**
 * The same answer for an unknown client, a wrong or missing signature and a refused address, so that nothing can be
 * probed.
 */
export const notAuthenticated: WireError = { code: 1002, text: 'authentication failed' };

export const tooManyRequests: WireError = { code: 1003, text: 'too many requests, repeat later' };
/** A test key has no money, and a live one no test clock. */
export const notWithThisKey: WireError = { code: 1005, text: 'not possible with this kind of key' };
export const notReady: WireError = { code: 1004, text: 'the answer is not ready yet' };
export const notFound: WireError = { code: 1201, text: 'there is no such request' };
export const awaitingCodes: WireError = {
  code: 1208,
  text: 'the order is being processed, awaiting arrival of codes',
};
/** The certificate is issued, but its code is not shown before the supplier has activated it. */
export const awaitingActivation: WireError = {
  code: 1208,
  text: 'the order is being processed, awaiting activation of the code',
};
export const noCertificate: WireError = { code: 1209, text: 'the order ended without a certificate' };
export const takenBack: WireError = { code: 1209, text: 'the certificate was taken back, its sum returned' };
/** It ended long ago: redeemed, or expired. */
export const codeErased: WireError = {
  code: 1209,
  text: 'the certificate ended long ago, its code is no longer kept',
};
export const resentTooOften = (problem: string): WireError => ({
  code: 1211,
  text: `the certificate cannot be sent again now: ${problem}`,
});
export const internal: WireError = { code: 9000, text: 'internal error, repeat with the same uuid' };

export const wrongFields = (names: string[]): WireError => wireError({ why: 'fields', names });
