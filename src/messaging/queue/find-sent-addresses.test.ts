import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskedEmail, maskedPhone } from './find-sent-addresses.ts';

test('a masked address is recognisable only to its owner', () => {
  assert.equal(maskedEmail('anna@mail.example'), 'a•••@mail.example');
  assert.equal(maskedEmail('"a@b"@mail.example'), '"•••@mail.example');
  assert.equal(maskedEmail('💐@mail.example'), '💐•••@mail.example');
  assert.equal(maskedEmail('@'), '•••@');
  assert.equal(maskedPhone('79161234567'), '+7 ••• •••-45-67');
});
