import type { Fault } from './fault.ts';

/** Faults in who may what, in secrets and in what comes from outside. */
export const faultsOfPeople: readonly Fault[] = [
  {
    name: 'a client reads the order of another one',
    edits: [
      {
        file: 'src/orders/find-requests.ts',
        find: 'const asked = `(r.client_id, r.id) in (select * from unnest($1::bigint[], $2::bigint[]))`;',
        put: 'const asked = `r.id in (select id from unnest($1::bigint[], $2::bigint[]) as k (client_id, id))`;',
      },
      {
        file: 'src/orders/find-requests.ts',
        find: 'const name = `${row.clientId}:${row.requestId}`;',
        put: 'const name = `${keys[0]?.clientId}:${row.requestId}`;',
      },
    ],
    caughtBy: 'test/http/client-api/client-api.test.ts',
  },
  {
    name: 'a test key reads real orders',
    edits: [
      {
        file: 'src/orders/find-requests.ts',
        find: 'request === undefined || (onlyTest === true && !request.testmode) ? null : request',
        put: 'request === undefined || (onlyTest === true && request.testmode === undefined) ? null : request',
      },
    ],
    caughtBy: 'test/sandbox/test-keys.test.ts',
  },
  {
    name: 'the signature of a request does not cover its data',
    edits: [
      {
        file: 'src/clients/client-directory.ts',
        find: 'const given = signatureForm.test(request.sig) ?',
        put: 'if (signatureForm.test(request.sig)) return 0;\n  const given = signatureForm.test(request.sig) ?',
      },
    ],
    caughtBy: 'test/http/client-api/client-api-callers.test.ts',
  },
  {
    name: 'wrong passwords are not counted',
    edits: [
      {
        file: 'src/people/sign-in/password-tries.ts',
        find: `(verdict) => verdict.is === 'wrong',`,
        put: `(verdict) => (verdict.is as string) === 'counted',`,
      },
    ],
    caughtBy: 'test/http/till/till-sign-in.test.ts',
  },
  {
    name: 'each address of one IPv6 customer has tries of its own',
    edits: [
      {
        file: 'src/platform/throttle/network-of.ts',
        find: 'const networkBits = 64;',
        put: 'const networkBits = 128;',
      },
    ],
    caughtBy: 'src/platform/throttle/network-of.test.ts',
  },
  {
    name: 'a quotation mark ends an attribute',
    edits: [{ file: 'src/platform/text/html.ts', find: `replace(/[&<>"']/g,`, put: `replace(/[&<>]/g,` }],
    caughtBy: 'src/platform/text/html.test.ts',
  },
  {
    name: 'a text in a table is read as a formula',
    edits: [{ file: 'src/platform/spreadsheet/write-csv.ts', find: 'replace(/^[=+', put: 'replace(/^[+' }],
    caughtBy: 'test/orders/order-file.test.ts',
  },
  {
    name: 'a callback may call private networks',
    edits: [
      {
        file: 'src/platform/network/outbound-address.ts',
        find: `if (parsed.range() !== 'unicast') return false;`,
        put: `if (parsed.range() === 'loopback') return false;`,
      },
    ],
    caughtBy: 'src/platform/network/outbound-address.test.ts',
  },
  {
    name: 'a code stands in the transcript of a call',
    edits: [
      {
        file: 'src/suppliers/calls/mask-transcript.ts',
        find: '...secrets.flatMap(formsOf)];',
        put: '...secrets.slice(1).flatMap(formsOf)];',
      },
    ],
    caughtBy: 'src/suppliers/calls/mask-transcript.test.ts',
  },
  {
    name: 'a letter that came back counts as delivered',
    edits: [
      {
        file: 'src/messaging/bounces/read-report.ts',
        find: `if (failed !== undefined) return { is: 'undelivered', ...wordsOf(failed) };`,
        put: `if (failed !== undefined) return { is: 'delivered', ...wordsOf(failed) };`,
      },
    ],
    caughtBy: 'src/messaging/bounces/read-report.test.ts',
  },
  {
    name: 'an emoji is torn between two parts of a text',
    edits: [
      {
        file: 'src/platform/texter/split-text.ts',
        find: 'const to = full < units && isOpenBefore(full) ? full - 1 : full;',
        put: 'const to = full < units && isOpenBefore(full) ? full : full;',
      },
    ],
    caughtBy: 'src/platform/texter/split-text.test.ts',
  },
  {
    name: 'a column is added to the table of sold codes',
    edits: [
      {
        file: 'src/acts/guarded/exported-sheet.ts',
        find: "'Sold', 'Valid until'],",
        put: "'Sold', 'Valid until', 'More'],",
      },
    ],
    caughtBy: 'test/golden/golden.test.ts',
  },
  {
    name: 'a column is added to the list of orders',
    edits: [
      {
        file: 'src/http/cabinet/orders/list-page.ts',
        find: `    { name: labels.face, look: 'sum', key: 'face', phone: 'start', cell: face },\n`,
        put: `    { name: labels.face, look: 'sum', key: 'face', phone: 'start', cell: face },\n    { name: labels.number, cell: face },\n`,
      },
    ],
    caughtBy: 'test/golden/golden.test.ts',
  },
  {
    name: 'a link leads elsewhere',
    edits: [
      { file: 'src/http/sign-in/in-routes.ts', find: `at('/till', language)`, put: `at('/tills', language)` },
    ],
    caughtBy: 'test/golden/golden.test.ts',
  },
];
