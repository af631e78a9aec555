import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isSigned, signatureOf } from '../../clients/client-directory.ts';
import { readCall, readData } from './read-call.ts';

/**
 * The signature covers only `cmd` and `data`, joined. Anyone who has seen one signed text can send it again in another
 * form, so all accepted forms must mean the same.
 */
const secret = 's3cr3t/Key';
const operations = ['test', 'makeOrder', 'getStatus', 'getCode', 'getBalance'];
const greeting = 'x&product_id=1&face=3000&email_to=thief@example.com';
const known = ['product_id', 'face', 'email_to', 'text', 'uuid', 'id'];

/** What the server would do for this request; null if nothing. */
function meaningOf(url: string, body: Buffer | null): string | null {
  const reading = readCall(url, body);
  if (reading.is === 'malformed') return null;
  const { call } = reading;
  if (!isSigned(call, [secret]) || !operations.includes(call.cmd)) return null;
  const read = readData(call.in, call.data);
  if (read.is === 'malformed') return null;
  const fields = known.map((name) => (Object.hasOwn(read.data, name) ? read.data[name] : null));
  return JSON.stringify([call.cmd, fields]);
}

const value = fc.oneof(fc.constantFrom(greeting, '3000', '{', '%26face=1', 'a b+c', '', 'я'), fc.string());
const fields = fc.dictionary(fc.constantFrom(...known), value);
const signedData = fc.oneof(
  fields.map((one) => JSON.stringify(one)),
  fields.map((one) => JSON.stringify(JSON.stringify(one))),
  fields.map((one) => new URLSearchParams(one).toString()),
  fields.map((one) =>
    Object.entries(one)
      .map((pair) => pair.join('='))
      .join('&'),
  ),
  fields.map((one) => encodeURI(JSON.stringify(one))),
  fc.constantFrom(
    '',
    '{}',
    '[]',
    ' ',
    '{"face":500,"face":3000}',
    'face=500&face=3000',
    'face[]=1&face[0]=2',
  ),
);

const encodings = [
  encodeURIComponent,
  (text: string) => new URLSearchParams({ x: text }).toString().slice(2),
  (text: string) => encodeURI(text),
  (text: string) => encodeURIComponent(encodeURIComponent(text)),
  (text: string) => text,
];

test('one signed text has one meaning, however it is sent', () => {
  fc.assert(
    fc.property(fc.constantFrom(...operations), signedData, (cmd, data) => {
      const sig = signatureOf(cmd, data, secret);
      const text = cmd + data;
      const meanings = new Set<string>();
      const note = (url: string, body: string | null): void => {
        const meaning = meaningOf(url, body === null ? null : Buffer.from(body));
        if (meaning !== null) meanings.add(meaning);
      };
      const cuts = [...Array.from({ length: 16 }, (_, index) => index), cmd.length];
      for (const cut of cuts.filter((place) => place <= text.length)) {
        for (const encode of encodings) {
          for (const format of ['', '&in=json', '&in=pairs', '&in=JSON', '&in=xml', '&in=&in=json']) {
            const [name, sent] = [encode(text.slice(0, cut)), encode(text.slice(cut))];
            const head = `/?id=1&sig=${sig}${format}`;
            note(`${head}&cmd=${name}&data=${sent}`, null);
            note(`${head}&cmd=${name}`, `data=${sent}`);
            note(`${head}&cmd=${name}&data=${sent}`, `data=${sent}`);
            note(`${head}&cmd=${name}&data=`, `data=${sent}&data[]=1`);
            note(`${head}&data=${sent}`, `cmd=${name}`);
            note(`/?sig=${sig}&cmd=${name}&data=${sent}&face=9`, `${format.slice(1)}&id=2&text=z`);
          }
        }
      }
      assert.ok(meanings.size <= 1, [...meanings].join(' or '));
    }),
    { numRuns: 150 },
  );
});
