/**
 * The states of a request. `queued` waits for the issuer, `obtaining` for its supplier's answer, `delayed` for codes to
 * arrive; the other three are final.
 */
export const requestStates = ['queued', 'obtaining', 'delayed', 'issued', 'failed', 'cancelled'] as const;
export type RequestState = (typeof requestStates)[number];

/** The verbs that change the state of requests, by file name. */
type Mover = 'write-outcomes' | 'end-orders' | 'finish-obtaining' | 'wake-delayed';

/** Which verb may move a request from one state to another; its statement gets its guard from here (`movable`). */
export const legalMoves: Record<RequestState, Partial<Record<RequestState, Mover>>> = {
  queued: {
    issued: 'write-outcomes',
    obtaining: 'write-outcomes',
    delayed: 'write-outcomes',
    failed: 'end-orders',
    cancelled: 'end-orders',
  },
  obtaining: {
    queued: 'finish-obtaining',
    issued: 'write-outcomes',
    delayed: 'write-outcomes',
    failed: 'end-orders',
    cancelled: 'end-orders',
  },
  delayed: { queued: 'wake-delayed', cancelled: 'end-orders' },
  issued: {},
  failed: {},
  cancelled: {},
};

/** SQL condition: the request `r`, found by its key, is in a state from which this verb may move it to the given one. */
export function movable(mover: Mover, to: RequestState): string {
  const from = requestStates.filter((state) => legalMoves[state][to] === mover);
  if (from.length === 0) throw new Error(`${mover} moves no request to ${to}.`);
  return `r.state in (${from.map((state) => `'${state}'`).join(', ')})`;
}

/** The names for people and programs; getStatus answers `error` for each end without a certificate. */
export const wireStatus: Record<RequestState, string> = {
  queued: 'processing',
  obtaining: 'processing',
  delayed: 'delayed',
  issued: 'ok',
  failed: 'error',
  cancelled: 'cancelled',
};
