/** Texts that nobody can send end, each with a reason. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextDeliverer } from '../../src/messaging/texts/deliver-texts.ts';
import { createUnsendableEnder } from '../../src/messaging/texts/end-unsendable.ts';
import { createTexter } from '../../src/platform/texter/texter.ts';
import { textWorld } from '../support/text-world.ts';
import { settle } from '../support/worker-world.ts';

test('without a provider a text ends after its last attempt', async () => {
  await using at = await textWorld();
  const texter = createTexter({ primary: null, fallback: null }, at.world.http);
  const texts = createTextDeliverer({ ...at.world, texter });
  await at.issue([1, 2].map((requestId) => ({ requestId, kind: 'notice' as const })));
  for (let day = 0; day < 10; day += 1) {
    await settle(texts);
    at.world.clock.forward(1440);
  }
  assert.deepEqual(await at.states(), { 'sms failed': 2 });
  assert.equal((await at.delivery(1))?.last_error, 'no SMS provider is set');
  await texter.close();
});

test('a text that was never tried ends after seven days, letters and later texts do not', async () => {
  await using at = await textWorld();
  const { clock } = at.world;
  const ender = createUnsendableEnder(at.world);
  await at.issue([1, 2].map((requestId) => ({ requestId, kind: 'notice' as const })));
  await at.issue([{ requestId: 3, channel: 'email' as const }]);
  clock.forward(6.9 * 1440);
  assert.equal(await ender.round(), 0);
  await at.issue([{ requestId: 4, kind: 'notice' as const }]);
  clock.forward(0.2 * 1440);
  // A platform that stood still has an hour to send what is due.
  assert.equal(await createUnsendableEnder(at.world).round(), 0);
  assert.equal(await ender.round(), 2);
  assert.deepEqual(await at.states(), { 'email due': 1, 'sms due': 1, 'sms failed': 2 });
  assert.equal((await at.delivery(1))?.last_error, 'it could not be sent for 7 days');
});
