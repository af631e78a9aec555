import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoWorld } from './demo-world.ts';

test('the inbox shows a letter, its HTML only in a sandbox', async () => {
  await using demo = await demoWorld();
  assert.match(await demo.page('/demo/inbox'), /No letters yet/);
  assert.equal(await demo.send({}), 'sent');
  const list = await demo.page('/demo/inbox');
  assert.match(list, /Подарок/);
  const [, id = ''] = /\/demo\/inbox\/([\d-]+)/.exec(list) ?? [];
  const page = await demo.page(`/demo/inbox/${id}`);
  assert.match(page, /<pre[^>]*>Привет/);
  assert.doesNotMatch(page, /alert\(1\)/);
  const { headers } = await demo.app.inject(`/demo/inbox/${id}`);
  assert.match(String(headers['content-security-policy']), /frame-src 'self'/, 'it may be framed there');
  const letter = await demo.app.inject(`/demo/inbox/${id}/letter`);
  assert.match(String(letter.headers['content-security-policy']), /^sandbox [^;]*; default-src 'none'/);
  assert.match(letter.body, /<head><base target="_blank">/);
});

test('letters survive a restart, and no address leads out of their folder', async () => {
  await using demo = await demoWorld();
  await demo.send({ subject: 'Before' });
  await demo.restart();
  await demo.send({ subject: 'After' });
  const list = await demo.page('/demo/inbox');
  assert.ok(list.indexOf('After') < list.indexOf('Before'), 'the newest first');
  assert.equal((await demo.app.inject('/demo/inbox/..%2f..%2fmaster.key')).statusCode, 404);
});

test('the inbox refuses the addresses set on its page', async () => {
  await using demo = await demoWorld();
  assert.equal(await demo.send({ to: 'bounce@mail.example' }), 'refused: smtp 550 5.1.1');
  assert.equal(await demo.send({ to: 'later.anna@mail.example' }), 'failed: smtp 451 4.2.0');
});
