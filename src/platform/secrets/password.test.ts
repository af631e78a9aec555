import assert from 'node:assert/strict';
import { pbkdf2 } from 'node:crypto';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { hashPassword, isPassword } from './password.ts';
import { TooManyWaiting } from '../batching/permits.ts';
import { weaknessOf } from './weak-password.ts';

test('passwords beyond the queue are refused, and threads stay free for other work', async () => {
  const kept = await hashPassword('верный пароль');
  const ends: string[] = [];
  const flood = Array.from({ length: 300 }, () =>
    isPassword('wrong', kept).then(
      () => ends.push('judged'),
      (problem: unknown) => ends.push(problem instanceof TooManyWaiting ? 'refused' : 'broken'),
    ),
  );
  // Work that a database login needs from the same threads.
  await promisify(pbkdf2)('secret', 'salt', 4096, 32, 'sha256');
  const before = ends.filter((end) => end === 'judged').length;
  await Promise.all(flood);
  const judged = ends.filter((end) => end === 'judged').length;
  assert.equal(judged, 102);
  assert.equal(ends.filter((end) => end === 'refused').length, 300 - judged);
  assert.ok(before < judged / 2, `${before} of ${judged} passwords went first`);
  assert.equal(await isPassword('верный пароль', kept), true);
});

test('weak passwords are refused, others accepted', async () => {
  const names = ['kassa-1', '501', 'Лавка «Ромашка»'];
  for (const [password, why] of [
    ['kassa-1@501!', 'named'],
    ['Ромашка2026', 'short'],
    ['лавка ромашка 1', 'named'],
    ['passwordpassword', 'common'],
    ['gfhjkm123456', 'common'],
    ['123456789012', 'common'],
    ['a'.repeat(201), 'long'],
    ['a'.repeat(200), 'common'],
    ['три синих слона', null],
    ['x7k2-9fmq-4hhz', null],
    ['correct horse battery', null],
  ] as const) {
    assert.equal(await weaknessOf(password, names), why, password);
  }
});
