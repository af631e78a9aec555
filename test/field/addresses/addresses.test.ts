import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeLines } from '../../../src/orders/bulk/judge-lines.ts';
import { readProblem, reasonText } from '../../../src/orders/bulk/problems.ts';
import type { Client } from '../../../src/clients/client.ts';
import { run } from '../../commands/run-commands.ts';
import { dataOf } from '../../../src/orders/bulk/sheet-values.ts';
import { findColumns } from '../../../src/orders/bulk/sheet-columns.ts';
import { explainWrong } from '../../../src/http/client-api/explain.ts';
import { makeOrderRequest } from '../../../src/orders/read-order.ts';
import { readEmail } from '../../../src/people/persons/email.ts';
import type { Sql } from '../../../src/platform/database/database.ts';
import { isEmailAddress } from '../../../src/platform/values/email-address.ts';
import { processorMs } from '../../support/processor-time.ts';
import { addressSamples } from './samples.ts';

for (const { name, input, right } of addressSamples) {
  test(`an address with ${name}, in the API, a sheet and forms`, () => {
    assert.equal(isEmailAddress(input), right);
    assert.equal(readEmail(input) !== null, right);
    const columns = findColumns([{ line: 1, cells: ['product_id', 'face', 'email_to'] }]);
    assert.equal(columns.is, 'found');
    const data = columns.is === 'found' ? dataOf([1, 1, input], columns) : {};
    for (const sent of [input, data['email_to']])
      assert.equal(makeOrderRequest.email_to.read(sent), right ? input : undefined);
  });
}

test('the API answers 3601 with the field, and says beside it what is wrong', () => {
  const told = explainWrong(makeOrderRequest, ['email_to'], { email_to: 'annа@mail.example' });
  assert.equal(told.code, 3601);
  assert.equal(told.text, 'fields filled incorrectly: email_to');
  assert.deepEqual(
    told.fields?.map(({ field, reason }) => [field, reason]),
    [['email_to', 'form']],
  );
  assert.match(told.fields?.[0]?.wanted ?? '', /look like Latin/);
  const plain = explainWrong(makeOrderRequest, ['email_to'], { email_to: 'anna' });
  assert.doesNotMatch(plain.fields?.[0]?.wanted ?? '', /look like Latin/);
});

test('what is refused is told with its bounds, and an address of callbacks with what it may not be', () => {
  const sent = {
    callback: 'ftp://shop.example',
    text: 'x'.repeat(513),
    code: 'api',
    ttl: 10,
    delivery_type: 'post',
  };
  const told = explainWrong(makeOrderRequest, Object.keys(sent), sent);
  const wanted = (name: string) => told.fields?.find(({ field }) => field === name)?.wanted ?? '';
  assert.match(wanted('callback'), /http or https.*private network.*2048 characters/);
  assert.match(wanted('text'), /at most 512 characters/);
  assert.match(wanted('code'), /\^\[_A-Z0-9\]\+\$/);
  assert.match(wanted('ttl'), /from 60 to 86400/);
  assert.match(wanted('delivery_type'), /one of email, sms, link, download, code/);
});

test('long hostile addresses cost nothing', async () => {
  const ms = await processorMs(() => {
    for (const sign of ['а', 'a.', '𝐚', 'ﷺ', '@'])
      for (let count = 0; count < 100; count += 1) isEmailAddress(`${sign.repeat(30_000)}@mail.example`);
  });
  assert.ok(ms < 1000, `${ms} ms`);
});

/** Lines that are wrong are not compared with what is on sale. */
const noDatabase = { query: () => Promise.reject(new Error('Nothing is asked.')) } as unknown as Sql;

const mixed = 'annа@mail.example';

test('a line of a sheet and commands say what looks like Latin and is none', async () => {
  const client = { uuidRequired: false } as Client;
  const lines = [
    { line: 2, fields: { product_id: 1, face: 500, email_to: mixed, callback: 'http://10.0.0.8/in' } },
  ];
  const [judged] = await judgeLines(noDatabase, client, lines, new Date(), { callsPrivate: false });
  assert.deepEqual(judged?.problems, ['email_to:letters', 'callback:private']);
  for (const language of ['ru', 'en'] as const)
    assert.match(reasonText(readProblem('email_to:letters'), language), /Latin|латинские/);
  for (const args of [
    ['mail', 'try', mixed],
    ['client', 'add', '--name', 'Клуб', '--contact-mail', mixed],
    ['order', 'resend', '1', '--email', mixed],
    ['person', 'invite', mixed, '--role', 'auditor'],
  ]) {
    const { err, code } = await run(null, args);
    assert.notEqual(code, 0);
    assert.match(err, /look like Latin/, args.join(' '));
  }
});
