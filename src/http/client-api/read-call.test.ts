import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readCall, type ApiCall } from './read-call.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

function callOf(url: string, body: Uint8Array | null = null): ApiCall {
  const reading = readCall(url, body);
  assert.equal(reading.is, 'call');
  return (reading as { call: ApiCall }).call;
}

function problemOf(url: string, body: Uint8Array | null = null): string {
  const reading = readCall(url, body);
  if (reading.is !== 'malformed') assert.fail('It was read as a call.');
  assert.equal(reading.error.code, 1000);
  return reading.error.text;
}

test('addresses of real clients are read', () => {
  assert.deepEqual(callOf('/?cmd=getBalance&id=22&data=%5B%5D&sig=ad92&in=json'), {
    cmd: 'getBalance',
    id: '22',
    in: 'json',
    sig: 'ad92',
    data: '[]',
    dataPosted: false,
  });
  assert.equal(
    callOf('/?id=1&cmd=makeOrder&data=product_id=14073%26face=3000%26delivery_type=download&sig=48').data,
    'product_id=14073&face=3000&delivery_type=download',
  );
  const posted = callOf('/?cmd=getBalance&id=1&in=json&out=json&v=2', bytes('data=%7B%7D&sig=b93b'));
  assert.deepEqual([posted.data, posted.sig, posted.dataPosted], ['{}', 'b93b', true]);
});

test('a plus is a space, a percent-encoded plus is a plus, colons and brackets may stay raw', () => {
  assert.equal(callOf('/?data=a+b%2Bc').data, 'a b+c');
  assert.equal(callOf('/?data={"a":[1],"b":"x@y"}').data, '{"a":[1],"b":"x@y"}');
});

test('raw UTF-8 in the address is accepted, and other raw bytes are refused', () => {
  assert.equal(callOf(`/?data=${bytes('привет').toString('latin1')}`).data, 'привет');
  assert.match(problemOf('/?data=\xff\xfe'), /not UTF-8/);
});

test('a parameter in query and body must have one value, and may not repeat within either', () => {
  assert.equal(callOf('/?sig=aa&data=1', bytes('sig=aa')).sig, 'aa');
  assert.match(problemOf('/?sig=aa', bytes('sig=bb')), /two values of sig/);
  assert.match(problemOf('/?data=1&data=1'), /repeated parameter data/);
  assert.match(problemOf('/?cmd=test', bytes('sig=1&sig=2')), /repeated parameter sig/);
  assert.equal(callOf('/?utm=1&utm=2&cmd=test').cmd, 'test');
});

test('broken encoding, NUL and invalid UTF-8 are malformed, and say where without repeating what was sent', () => {
  assert.match(problemOf('/?data=%zz'), /parameter data is not percent-encoded UTF-8/);
  assert.match(problemOf('/?data=%'), /parameter data/);
  assert.match(problemOf('/?data=%ff'), /parameter data/);
  assert.match(problemOf('/?data=%ed%a0%80'), /parameter data/, 'a surrogate is no character');
  assert.match(problemOf('/?data=%c0%80'), /parameter data/, 'an overlong NUL');
  assert.match(problemOf('/?data=a%00b'), /NUL in a parameter data/);
  assert.match(problemOf('/?cmd=test', Buffer.from([0x64, 0x3d, 0xff])), /not UTF-8/);
  assert.doesNotMatch(problemOf('/?%3Cscript%3E=%zz'), /script/);
});

test('names like __proto__ are ordinary parameters', () => {
  const call = callOf('/?__proto__=1&constructor=2&toString=3&cmd=test');
  assert.deepEqual(call, { cmd: 'test', id: '', in: '', sig: '', data: '', dataPosted: false });
});

test('any input gives a call or a refusal', () => {
  const url = fc.string({ unit: 'binary' }).map((text) => `/?${Buffer.from(text).toString('latin1')}`);
  fc.assert(
    fc.property(fc.oneof(url, fc.string()), fc.option(fc.uint8Array()), (address, body) => {
      const reading = readCall(address, body);
      if (reading.is === 'malformed') assert.equal(reading.error.code, 1000);
      else for (const value of Object.values(reading.call)) assert.ok(!String(value).includes('\0'));
    }),
    { numRuns: 2000 },
  );
});

test('parameters are read as encoded, in any order, from query or body', () => {
  const value = fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .filter((text) => text.isWellFormed() && !text.includes('\0'));
  const parameters = fc.record(
    { cmd: value, id: value, in: value, sig: value, data: value },
    { noNullPrototype: true },
  );
  const order = fc.shuffledSubarray(['cmd', 'id', 'in', 'sig', 'data'] as const, { minLength: 5 });
  fc.assert(
    fc.property(parameters, order, fc.boolean(), fc.nat(5), (sent, names, plus, inQuery) => {
      const encode = (text: string): string =>
        plus ? new URLSearchParams({ x: text }).toString().slice(2) : encodeURIComponent(text);
      const pairs = names.map((name) => `${name}=${encode(sent[name])}`);
      const body = bytes(pairs.slice(inQuery).join('&'));
      const dataPosted = sent.data === '' || names.indexOf('data') >= inQuery;
      assert.deepEqual(callOf(`/?${pairs.slice(0, inQuery).join('&')}`, body), { ...sent, dataPosted });
    }),
  );
});
