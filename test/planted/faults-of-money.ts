import type { Fault } from './fault.ts';

const guard = "`codes.state = 'free'`";

/** Faults in codes, orders and money. */
export const faultsOfMoney: readonly Fault[] = [
  {
    name: 'a code is taken twice',
    edits: [
      {
        file: 'src/vault/sell-codes.ts',
        find: `codes.filter(({ state }) => state === 'free'),`,
        put: 'codes,',
      },
      { file: 'src/vault/sell-codes.ts', find: guard, put: "'true'" },
      {
        file: 'src/vault/sell-codes.ts',
        find: 'set next_position = w.first + w.count,',
        put: 'set next_position = w.first,',
      },
    ],
    caughtBy: 'test/journeys/stock.test.ts',
  },
  {
    name: 'a mistyped number of a certificate counts as right',
    edits: [
      {
        file: 'src/vault/platform-number.ts',
        find: 'return checkSymbol(symbols) === check;',
        put: 'return check !== undefined;',
      },
    ],
    caughtBy: 'src/vault/platform-number.test.ts',
  },
  {
    name: 'a kopeck is lost where roubles are read',
    edits: [
      {
        file: 'src/platform/values/money.ts',
        find: 'const kopecks = Math.round(roubles * kopecksPerRouble);\n  const exact = Math.abs(kopecks / kopecksPerRouble - roubles) < 1e-9;',
        put: 'const kopecks = Math.trunc(roubles * kopecksPerRouble);\n  const exact = Math.abs(kopecks / kopecksPerRouble - roubles) < 0.01;',
      },
    ],
    caughtBy: 'src/platform/values/fields.test.ts',
  },
  {
    name: 'a test order costs money',
    edits: [
      {
        file: 'src/orders/insert-requests.ts',
        find: 'ask.testmode || sumKopecks === 0',
        put: 'sumKopecks === 0',
      },
    ],
    caughtBy: 'test/journeys/test-mode.test.ts',
  },
  {
    name: 'an order that ends without a certificate does not give its money back',
    edits: [
      {
        file: 'src/ledger/post-transfers.ts',
        find: `release: { from: 'held', to: 'funds', phase: 2 }`,
        put: `release: { from: 'held', to: 'sales', phase: 2 }`,
      },
    ],
    caughtBy: 'test/orders/person-acts.test.ts',
  },
  {
    name: 'the same uuid with other parameters brings the first order',
    edits: [
      {
        file: 'src/orders/place-orders.ts',
        find: `sameParameters ? { is: 'placed', requestId, repeated: true } : refused({ why: 'uuid-mismatch' })`,
        put: `sameParameters || requestId > 0 ? { is: 'placed', requestId, repeated: true } : refused({ why: 'uuid-mismatch' })`,
      },
    ],
    caughtBy: 'test/journeys/uuid.test.ts',
  },
  {
    name: 'an issued order can still be cancelled',
    edits: [
      {
        file: 'src/orders/states.ts',
        find: '  issued: {},',
        put: `  issued: { cancelled: 'end-orders' },`,
      },
    ],
    caughtBy: 'test/orders/moves.test.ts',
  },
  {
    name: 'the key of one redemption answers for another certificate',
    edits: [
      {
        file: 'src/redemption/redeem-codes.ts',
        find: 'if (code === null || sameKey.codeId !== code.codeId)',
        put: 'if (code === null)',
      },
    ],
    caughtBy: 'test/redemption/redemption.test.ts',
  },
  {
    name: 'a callback is accepted at OK and a line break',
    edits: [
      {
        file: 'src/callbacks/call-receiver.ts',
        find: 'head.equals(acceptance)',
        put: `head.toString().trim() === acceptance.toString()`,
      },
    ],
    caughtBy: 'test/callbacks/callbacks.test.ts',
  },
  {
    name: 'a worker that comes back late ends what another one has leased',
    edits: [
      {
        file: 'src/callbacks/send-callbacks.ts',
        find: `['client_id', 'request_id', 'claim_id']`,
        put: `['client_id', 'request_id']`,
      },
    ],
    caughtBy: 'test/callbacks/callback-leases.test.ts',
  },
];
