import type { WireError } from './errors.ts';

/** The result of an operation. `json` is data that is already serialised. */
export type Answer =
  | { is: 'data'; data: object }
  | { is: 'json'; json: string }
  | { is: 'error'; error: WireError };

export const ok = (data: object): Answer => ({ is: 'data', data });
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
