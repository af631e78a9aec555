import type { FieldSample } from '../field-sample.ts';

/** Fields of an order as JSON text, beside a product and a face that are on sale. */
type OrderSample = FieldSample<string, OrderRight>;

type OrderRight =
  /** What getStatus tells of it. */
  { is: 'placed'; told?: Record<string, string> } | { is: 'wrong'; fields: string };

const placed = (told: Record<string, string> = {}): OrderRight => ({ is: 'placed', told });
const wrong = (fields: string): OrderRight => ({ is: 'wrong', fields });

export const numberSamples: OrderSample[] = [
  {
    name: 'external_id of 19 digits as a number',
    source: 'qdrant/qdrant#6841',
    input: '"external_id":1234567890123456789',
    right: placed({ external_id: '1234567890123456789' }),
  },
  {
    name: 'external_id just above 2^53',
    source: 'binance/binance-connector-js#536',
    input: '"external_id":9007199254740993',
    right: placed({ external_id: '9007199254740993' }),
  },
  {
    name: 'external_id of 24 digits that end in zeros',
    source: 'own',
    input: '"external_id": 100000000000000000000000',
    right: placed({ external_id: '100000000000000000000000' }),
  },
  {
    name: 'a negative external_id',
    source: 'own',
    input: '"external_id":-9223372036854775808',
    right: placed({ external_id: '-9223372036854775808' }),
  },
  {
    name: 'a long number with a fraction as a comment',
    source: 'own',
    input: '"comment":1764167640.123456789012',
    right: placed({ comment: '1764167640.123456789012' }),
  },
  {
    name: 'a whole number that a table program wrote with a fraction',
    source: 'own',
    input: '"external_id":12345.0',
    right: placed({ external_id: '12345' }),
  },
  {
    name: 'a text of digits',
    source: 'own',
    input: '"external_id":"0012345678901234567890"',
    right: placed({ external_id: '0012345678901234567890' }),
  },
  { name: 'a uuid that is infinite', source: 'own', input: '"uuid":1e400', right: wrong('uuid') },
  { name: 'a uuid with an exponent', source: 'own', input: '"uuid":1.7e30', right: wrong('uuid') },
  {
    name: 'an external_id that is infinite',
    source: 'own',
    input: '"external_id":-1e999',
    right: wrong('external_id'),
  },
  {
    name: 'a comment too small for a number',
    source: 'own',
    input: '"comment":1e-400',
    right: wrong('comment'),
  },
  { name: 'a uuid of 37 digits', source: 'own', input: `"uuid":${'1'.repeat(37)}`, right: wrong('uuid') },
  {
    name: 'a product that is infinite',
    source: 'own',
    input: '"product_id":1e400',
    right: wrong('product_id'),
  },
];
