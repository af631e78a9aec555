import assert from 'node:assert/strict';
import { argon2Sync, pbkdf2 } from 'node:crypto';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { fullPasswordCost, hashPassword, isPassword } from './password.ts';
import { TooManyWaiting } from '../batching/permits.ts';
import { weaknessOf } from './weak-password.ts';

/** What the program has; worlds of other tests have it lower. */
const keeper = { passwordCost: fullPasswordCost };

test('a password costs what OWASP asks for at least, and is judged by the cost it was derived with', async () => {
  assert.deepEqual(fullPasswordCost, { memory: 19_456, passes: 2, parallelism: 1 });
  const [kind, salt = '', hash = ''] = (await hashPassword(keeper, 'верный пароль')).split('$');
  const nonce = Buffer.from(salt, 'base64url');
  assert.deepEqual([kind, nonce.length], ['argon2id', 16]);
  const message = Buffer.from('верный пароль');
  const derived = argon2Sync('argon2id', { ...fullPasswordCost, message, nonce, tagLength: 32 });
  assert.equal(hash, derived.toString('base64url'));
  const cheap = { passwordCost: { memory: 8, passes: 1, parallelism: 1 } };
  assert.equal(await isPassword(keeper, 'верный пароль', `${kind}$${salt}$${hash}`), true);
  assert.equal(await isPassword(keeper, 'неверный пароль', `${kind}$${salt}$${hash}`), false);
  assert.equal(await isPassword(cheap, 'верный пароль', `${kind}$${salt}$${hash}`), false);
});

test('passwords beyond the queue are refused, and threads stay free for other work', async () => {
  const kept = await hashPassword(keeper, 'верный пароль');
  const ends: string[] = [];
  const flood = Array.from({ length: 300 }, () =>
    isPassword(keeper, 'wrong', kept).then(
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
  assert.equal(await isPassword(keeper, 'верный пароль', kept), true);
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
