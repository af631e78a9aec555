import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostRecipients, readRecipients, uuidFor, type Recipient } from './recipients.ts';

const nobody: Recipient = { name: '', email: '', phone: '' };
const mila: Recipient = { name: 'Мила', email: 'mila@recipients.example', phone: '' };

test('a line names somebody by e-mail or phone in any order, and the rest is the name', () => {
  const lines: [string, Recipient][] = [
    ['mila@recipients.example Мила', mila],
    ['Мила <mila@recipients.example>', mila],
    ['Мила; mila@recipients.example', mila],
    ['mila@recipients.example\tМила', mila],
    ['+7 912 345-67-89, Олег Ли', { name: 'Олег Ли', email: '', phone: '79123456789' }],
    [
      '8(912)3456789 oleg@recipients.example',
      { name: '', email: 'oleg@recipients.example', phone: '79123456789' },
    ],
  ];
  for (const [line, recipient] of lines)
    assert.deepEqual(readRecipients(nobody, line, []), { is: 'read', recipients: [recipient] }, line);
});

test('the recipient of the fields comes first, those of earlier orders last; nobody is no recipient beside others', () => {
  const earlier = [{ requestId: 7, name: 'Олег', email: '', phone: '79123456789' }];
  const read = readRecipients(mila, 'ira@recipients.example', earlier);
  assert.ok(read.is === 'read');
  assert.deepEqual(
    read.recipients.map(({ name, email }) => [name, email]),
    [
      ['Мила', 'mila@recipients.example'],
      ['', 'ira@recipients.example'],
      ['Олег', ''],
    ],
  );
  assert.deepEqual(readRecipients(nobody, '', []), { is: 'read', recipients: [nobody] });
  const others = readRecipients(nobody, 'ira@recipients.example', []);
  assert.equal(others.is === 'read' && others.recipients.length, 1);
});

test('who has no address, who is named twice, and too many are refused', () => {
  assert.deepEqual(readRecipients(nobody, 'mila@recipients.example\n\nМила', []), {
    is: 'wrong',
    why: 'no-address',
    said: 'Мила',
  });
  assert.deepEqual(readRecipients(mila, 'MILA@recipients.example', []), {
    is: 'wrong',
    why: 'twice',
    said: 'MILA@recipients.example',
  });
  const lines = Array.from({ length: mostRecipients }, (_one, index) => `r${index}@recipients.example`).join(
    '\n',
  );
  assert.equal(readRecipients(nobody, lines, []).is, 'read');
  assert.equal(readRecipients(mila, lines, []).is, 'too-many');
  assert.equal(readRecipients(nobody, `${lines}\nmore@recipients.example`, []).is, 'too-many');
});

test('a uuid is that of form and address, and short enough for an order', () => {
  const [one, again] = [uuidFor('form', mila), uuidFor('form', { ...mila, name: 'Людмила' })];
  assert.equal(one, again);
  assert.equal(one.length, 36);
  assert.notEqual(one, uuidFor('other form', mila));
  assert.notEqual(one, uuidFor('form', { ...mila, email: 'ira@recipients.example' }));
});
