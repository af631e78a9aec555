import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { smpp } from './smpp-package.ts';
import { submitPdu, type SmppAddress, type Submission } from './submit-sm.ts';

const byte = fc.integer({ min: 0, max: 255 });
const address: fc.Arbitrary<SmppAddress> = fc.record({
  ton: byte,
  npi: byte,
  address: fc.stringMatching(/^[A-Za-z0-9 ._-]{0,20}$/),
});
const submission: fc.Arbitrary<Submission> = fc.record({
  from: address,
  to: address,
  // Without a user data header, which the package would look for in the message.
  esmClass: byte.map((bits) => bits & ~0x40),
  registeredDelivery: byte,
  dataCoding: byte,
  message: fc.uint8Array({ maxLength: 255 }).map((bytes) => Buffer.from(bytes)),
});

test('a submission has the same bytes as the package gives it', () => {
  fc.assert(
    fc.property(submission, fc.integer({ min: 1, max: 0x7fffffff }), (one, sequence) => {
      const ours = submitPdu(one);
      ours.sequence_number = sequence;
      const theirs = new smpp.PDU('submit_sm', {
        source_addr_ton: one.from.ton,
        source_addr_npi: one.from.npi,
        source_addr: one.from.address,
        dest_addr_ton: one.to.ton,
        dest_addr_npi: one.to.npi,
        destination_addr: one.to.address,
        esm_class: one.esmClass,
        registered_delivery: one.registeredDelivery,
        data_coding: one.dataCoding,
        short_message: one.message,
      });
      theirs.sequence_number = sequence;
      assert.deepEqual(ours.toBuffer(), theirs.toBuffer());
    }),
  );
});

test('a message that is too long is refused, and not cut', () => {
  const nobody = { ton: 0, npi: 0, address: '' };
  const fields = { from: nobody, to: nobody, esmClass: 0, registeredDelivery: 0, dataCoding: 0 };
  assert.throws(() => submitPdu({ ...fields, message: Buffer.alloc(256) }).toBuffer(), RangeError);
});
