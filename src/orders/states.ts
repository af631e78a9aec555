/**
 * The states of a request. `queued` waits for the issuer, `obtaining` for its supplier's answer, `delayed` for codes to
 * arrive; the other three are final. Each transition is one guarded UPDATE in the verb named here; a request that has
 * left its state is not changed.
 */
export const requestStates = ['queued', 'obtaining', 'delayed', 'issued', 'failed', 'cancelled'] as const;
export type RequestState = (typeof requestStates)[number];

export const legalMoves: Record<RequestState, Partial<Record<RequestState, string>>> = {
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

/** The names for people and programs; getStatus answers `error` for each end without a certificate. */
export const wireStatus: Record<RequestState, string> = {
  queued: 'processing',
  obtaining: 'processing',
  delayed: 'delayed',
  issued: 'ok',
  failed: 'error',
  cancelled: 'cancelled',
};
