import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../clients/client.ts';
import { parseSent } from '../platform/values/sent-number.ts';
import type { Data } from '../platform/values/fields.ts';
import { parametersHash, readOrder } from './read-order.ts';

test('each value and its position change the hash', () => {
  const values = [100, 'a', '', null, false];
  assert.match(parametersHash(values), /^[0-9a-f]{64}$/);
  assert.equal(parametersHash([...values]), parametersHash(values));
  for (const others of [
    [101, 'a', '', null, false],
    ['100', 'a', '', null, false],
    [100, '', 'a', null, false],
    [100, 'a', '', 60, false],
    [100, 'a', '', null, true],
  ]) {
    assert.notEqual(parametersHash(others), parametersHash(values));
  }
});

const client = { registeredAt: new Date('2025-01-01'), pricesInKopecks: true } as Client;

function askOf(text: string) {
  const reading = readOrder(client, parseSent(text) as Data, new Date('2026-11-21T09:00:00Z'));
  return reading.is === 'read' ? reading.ask : assert.fail(reading.names.join());
}

const fullOrder = `{"product_id":"2001","face":"1000.50","uuid":"a","email_to":"anna@mail.example","to":"Анна",
  "to_phone":79001234567,"date_send":"2026-12-31T10:00:00+03:00","text":"Па 🎁","code":"SHOP_1","comment":12345.0,
  "external_id":123456789012345,"delivery_type":"sms","ttl":3600,"testmode":1,"callback":"https://shop.example/told"}`;

/** Taken from version 0.1.0: an order that it accepted and a later version repeats must be the same one. */
test('the hash of an order never changes from version to version', () => {
  const [short, full] = [askOf('{"product_id":2001,"face":1000,"uuid":"a"}'), askOf(fullOrder)];
  assert.equal(short.parametersHash, '3208f0fd747d89edc0c84b11ad8831dd5580a46c9d1de5d473ab43a0660c6533');
  assert.equal(full.parametersHash, '5afa95117c922ee304aa35070602532aff7b5f33afcc8e21c184355e9c3c87bc');
  assert.deepEqual([short.formerHash, full.formerHash], [undefined, undefined]);
});

test('of an order with a long number the hash that version 0.1.0 stored is known too', () => {
  const [ask, next] = ['1234567890123456789', '1234567890123456788'].map((id) =>
    askOf(`{"product_id":2001,"face":1000,"uuid":"a","external_id":${id}}`),
  );
  assert.equal(ask?.formerHash, '46d57a0374e041a0d4d513a3d1aedb0d0b825ffc2ad575637f71d1112d0ca740');
  assert.notEqual(ask?.parametersHash, next?.parametersHash);
});
