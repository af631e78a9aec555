import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEmailAddress } from './email-address.ts';

test('only one plain mailbox is an e-mail address', () => {
  for (const address of ['anna@mail.example', "o'neil+gift@mail.example", 'анна@почта.рф']) {
    assert.ok(isEmailAddress(address), address);
  }
  const wrong = [
    '',
    'anna',
    'a@b.ru@c.ru',
    'a@b.ru, c@d.ru',
    'a@b.ru\r\nBcc: c@d.ru',
    'Anna <a@b.ru>',
    'a b@c.ru',
    'a@',
    '"a"@b.ru',
    'a@b.ru\0',
    'a@b',
    `${'a'.repeat(65)}@b.ru`,
    `a@${'b.'.repeat(130)}ru`,
  ];
  for (const address of wrong) assert.ok(!isEmailAddress(address), address);
});
