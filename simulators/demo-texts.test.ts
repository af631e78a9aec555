import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoWorld } from './demo-world.ts';

test('the SMS inbox shows whole texts, missing parts and receipts, and survives a restart', async () => {
  await using demo = await demoWorld();
  assert.match(await demo.page('/demo/sms'), /No SMS yet/);
  const piece = {
    provider: 'smpp',
    from: 'Facevalue',
    to: '79001234567',
    coding: 'UCS-2',
    parts: 2,
    thread: 'a',
  } as const;
  demo.texts.take({ ...piece, part: 2, text: 'http://127.0.0.1:8080/receive <b>' });
  assert.match(
    await demo.page('/demo/sms'),
    / … <a href[^>]*>[^<]*<\/a> &lt;b&gt;[^]*Parts that came: 1 of 2/,
  );
  const { id } = demo.texts.take({ ...piece, part: 1, text: 'Получить: ' });
  demo.texts.noteReceipt(id, 'delivered');
  await demo.restart();
  const page = await demo.page('/demo/sms');
  assert.match(page, /Получить: <a href="http:\/\/127\.0\.0\.1:8080\/receive">/);
  assert.match(page, /Parts: 2[^]*UCS-2[^]*<span class="state yes">delivered/);
  assert.match(await demo.page('/demo'), /SMS: 1</);
});

test('faults of an SMS provider are set on its page', async () => {
  await using demo = await demoWorld();
  const tell = async (mode: string, site = 'same-origin'): Promise<number> => {
    const answer = await demo.app.inject({
      method: 'POST',
      url: '/demo/sms/smpp',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      payload: `mode=${mode}`,
    });
    return answer.statusCode;
  };
  assert.equal(await tell('throttle', 'cross-site'), 403);
  assert.equal(await tell('no such mode'), 400);
  assert.equal(demo.smpp.get(), 'honest');
  assert.equal(await tell('throttle'), 303);
  assert.equal(demo.smpp.get(), 'throttle');
  assert.match(await demo.page('/demo/sms'), /value="throttle" checked/);
});
