import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answeredId, plainId, readSmppReceipt } from './smpp-receipt.ts';
import type { ReceiptIds } from './provider-settings.ts';
import { smpp, type SmppPdu } from './smpp-package.ts';

/** A `deliver_sm` as received. */
const pdu = (fields: object): SmppPdu => new smpp.PDU(new smpp.PDU('deliver_sm', fields).toBuffer());

const text = (state: string, id = '0A1b-2') =>
  `id:${id} sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:${state} err:0a7 text:Hello`;

const told = (short_message: string) => readSmppReceipt(pdu({ esm_class: 4, data_coding: 0, short_message }));

test('a receipt is read from its text in every known form', () => {
  assert.deepEqual(told(text('DELIVRD')), {
    messageId: '0A1b-2',
    report: 'delivered',
    details: 'DELIVRD err 0a7',
  });
  for (const state of ['UNDELIV', 'EXPIRED', 'REJECTD', 'DELETED', 'undeliv']) {
    assert.equal(told(text(state))?.report, 'undelivered', state);
  }
  assert.equal(told('ID: 77 Stat:DELIVRD')?.messageId, '77');
});

test('separate fields take precedence over the text', () => {
  const receipt = readSmppReceipt(
    pdu({ esm_class: 4, short_message: '', receipted_message_id: '42', message_state: 5 }),
  );
  assert.deepEqual(receipt, { messageId: '42', report: 'undelivered', details: 'state 5' });
  const long = readSmppReceipt(
    pdu({ esm_class: 4, short_message: '', message_payload: text('DELIVRD', '43') }),
  );
  assert.equal(long?.messageId, '43');
});

const same = (answered: string, receipt: string, form: ReceiptIds): void =>
  assert.equal(answeredId(receipt, form), plainId(answered, form));

test('a message id in another number system is matched', () => {
  same('2F8A1C', '3115548', 'decimal of hex');
  same('0000002f8a1c', '0003115548', 'decimal of hex');
  same('3115548', '2F8A1C', 'hex of decimal');
  same('FFFFFFFFFFFFFFFF', '18446744073709551615', 'decimal of hex');
  same('0A-b', '0A-b', 'as answered');
});

test('an intermediate state or a message from a person is not a receipt', () => {
  for (const state of ['ENROUTE', 'ACCEPTD', 'UNKNOWN', '']) {
    assert.equal(readSmppReceipt(pdu({ esm_class: 4, data_coding: 0, short_message: text(state) })), null);
  }
  for (const short_message of ['Спасибо!', 'my id: 77', 'stat:DELIVRD'])
    assert.equal(readSmppReceipt(pdu({ esm_class: 0, data_coding: 0, short_message })), null);
  assert.equal(readSmppReceipt(pdu({ esm_class: 4, data_coding: 0, short_message: 'stat:DELIVRD' })), null);
  assert.equal(
    readSmppReceipt(pdu({ esm_class: 0x20, data_coding: 0, short_message: text('DELIVRD') })),
    null,
  );
});
