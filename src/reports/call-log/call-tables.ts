/** Tables of the calls of each kind of caller; all have the same columns. */
export interface CallTables {
  /** The last calls, masked. */
  samples: 'api_calls' | 'supplier_calls';
  /** All calls, counted by Moscow day. */
  days: 'api_call_days' | 'supplier_call_days';
  owner: 'client_id' | 'supplier_id';
}

/** Calls of clients' programs to the client API. */
export const clientCalls: CallTables = {
  samples: 'api_calls',
  days: 'api_call_days',
  owner: 'client_id',
};

/** Calls of suppliers' programs to the integration API. */
export const supplierCalls: CallTables = {
  samples: 'supplier_calls',
  days: 'supplier_call_days',
  owner: 'supplier_id',
};
