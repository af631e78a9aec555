/**
 * The life of a request. `queued` waits for the issuer, `delayed` waits for codes to arrive; the other three are ends.
 * Each transition is one guarded UPDATE in the verb named here; a request that has left its state is left alone.
 */
export const requestStates = ['queued', 'delayed', 'issued', 'failed', 'cancelled'] as const;
export type RequestState = (typeof requestStates)[number];

export const legalMoves: Record<RequestState, Partial<Record<RequestState, string>>> = {
  queued: { issued: 'issue-orders', delayed: 'issue-orders', failed: 'end-orders', cancelled: 'end-orders' },
  delayed: { queued: 'wake-delayed', cancelled: 'end-orders' },
  issued: {},
  failed: {},
  cancelled: {},
};

/** The names that getStatus gives to the states. */
export const wireStatus: Record<RequestState, string> = {
  queued: 'processing',
  delayed: 'delayed',
  issued: 'ok',
  failed: 'error',
  cancelled: 'cancelled',
};
