import type { Model, Operation } from './model.ts';

/**
 * A Postman collection (format 2.1): one request an operation, signed by a script before
 * it is sent. It orders test certificates only, until somebody takes `testmode` out.
 */
export function emitPostman(model: Model): string {
  const collection = {
    info: {
      name: 'Facevalue client API',
      description:
        'Set base_url, client_id and secret, and run getProducts, makeOrder, getStatus, getCode in this order. ' +
        'Generated from docs/openapi.json.',
      version: model.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: Object.entries(VARIABLES).map(([key, value]) => ({ key, value })),
    event: [scriptOf('prerequest', SIGN), scriptOf('test', REMEMBER)],
    item: model.operations.map(itemOf),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

const VARIABLES = {
  base_url: 'http://127.0.0.1:8080',
  client_id: '',
  secret: '',
  product_id: '2001',
  face: '1000',
  // Filled by the answers of makeOrder, makeBulkOrder and makeTopUp.
  request_id: '',
  bulk_id: '',
  top_up_id: '',
};

const TEST_ORDER =
  '{"product_id": {{product_id}}, "face": {{face}}, "delivery_type": "link", "testmode": true, "uuid": "{{$guid}}"}';
const BY_REQUEST = '{"queue_id": {{request_id}}}';

/** The fields of each request, as a person would begin with them. */
const SAMPLE_FIELDS: Record<string, string> = {
  getAddress: '{"product_id": [{{product_id}}]}',
  makeOrder: TEST_ORDER,
  getStatus: '{"id": {{request_id}}}',
  getLinks: BY_REQUEST,
  getCode: BY_REQUEST,
  getCertificate: BY_REQUEST,
  resend: '{"queue_id": {{request_id}}, "email_to": "anna@mail.example"}',
  makeBulkOrder: `{"uuid": "{{$guid}}", "orders": [${TEST_ORDER}, ${TEST_ORDER}]}`,
  getReport: '{"id": {{bulk_id}}}',
  makeTopUp: '{"sum": 1000, "uuid": "{{$guid}}"}',
  getTopUpStatus: '{"id": {{top_up_id}}}',
  moveTestClock: '{"id": {{request_id}}, "seconds": 3600}',
};

/** `data` is a name of Postman's own. The text that is signed is the text that is sent: variables are filled in before both. */
const SIGN = [
  "const cmd = pm.request.url.query.get('cmd');",
  "const text = pm.variables.replaceIn(pm.request.body.urlencoded.get('data'));",
  "const sig = require('crypto-js').SHA256(cmd + text + pm.variables.get('secret')).toString();",
  "pm.request.body.urlencoded.upsert({ key: 'data', value: text });",
  "pm.request.url.query.upsert({ key: 'sig', value: sig });",
];

const REMEMBER = [
  "const remembered = { makeOrder: 'request_id', makeBulkOrder: 'bulk_id', makeTopUp: 'top_up_id' };",
  "const name = remembered[pm.request.url.query.get('cmd')];",
  'const answer = pm.response.json();',
  "if (name && answer.status === 'ok') pm.collectionVariables.set(name, String(answer.data.id));",
  "pm.test('the request was accepted', () => pm.expect(answer.status, JSON.stringify(answer)).to.equal('ok'));",
];

const scriptOf = (listen: string, exec: string[]): object => ({
  listen,
  script: { type: 'text/javascript', exec },
});

function itemOf({ cmd, title }: Operation): object {
  const query = { cmd, id: '{{client_id}}', in: 'json', out: 'json', sig: '' };
  return {
    name: cmd,
    request: {
      method: 'POST',
      description: title,
      url: {
        raw: `{{base_url}}/?cmd=${cmd}&id={{client_id}}&in=json&out=json&sig=`,
        host: ['{{base_url}}'],
        path: [''],
        query: Object.entries(query).map(([key, value]) => ({ key, value })),
      },
      body: {
        mode: 'urlencoded',
        urlencoded: [{ key: 'data', value: SAMPLE_FIELDS[cmd] ?? '{}', type: 'text' }],
      },
    },
  };
}
