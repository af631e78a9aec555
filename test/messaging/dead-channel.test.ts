import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { createDeliverer } from '../../src/messaging/mail/deliver.ts';
import { createTextDeliverer } from '../../src/messaging/texts/deliver-texts.ts';
import { mailConnections } from '../../src/platform/mail/letter-limits.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import { gatewaySettings } from '../../src/platform/texter/gateway-settings.ts';
import { readProvider } from '../../src/platform/texter/provider-settings.ts';
import { usualTimes } from '../../src/platform/texter/smpp-link.ts';
import { createTexter } from '../../src/platform/texter/texter.ts';
import { smtpSettings } from '../support/smtp-settings.ts';
import { textWorld, type TextWorld } from '../support/text-world.ts';
import { settle } from '../support/worker-world.ts';

const backlog = 300;
/** As many as may be in flight before the provider is known to be down. */
const mostTried = 40;

const requestIds = Array.from({ length: backlog }, (_, index) => index + 1);

async function tried({ world }: TextWorld, channel: string): Promise<number> {
  const { rows } = await world.db.query<{ tried: number }>(
    `select count(*) as tried from deliveries where channel = $1 and attempts > 0`,
    [channel],
  );
  return rows[0]?.tried ?? 0;
}

test('a queue of texts pauses while its provider is unreachable, and continues afterwards', async () => {
  await using at = await textWorld();
  at.smpp.mode.set('down');
  const primary = readProvider('FACEVALUE_SMS_PRIMARY', at.smpp.url);
  const times = { ...usualTimes, firstRestMs: 20, longestRestMs: 100 };
  const texter = createTexter({ primary, fallback: null }, at.world.http, times);
  const texts = createTextDeliverer({ ...at.world, texter });
  await at.issue(requestIds.map((requestId) => ({ requestId, kind: 'notice' as const })));
  await settle(texts);
  const first = await tried(at, 'sms');
  assert.ok(first > 0 && first <= mostTried, `${first} texts were tried`);
  assert.deepEqual(await at.states(), { 'sms due': backlog });
  at.smpp.mode.set('honest');
  for (let waits = 0; (await at.states())['sms sent'] !== backlog; waits += 1) {
    assert.ok(waits < 200, JSON.stringify(await at.states()));
    at.world.clock.forward(1);
    await sleep(50);
    await settle(texts);
  }
  assert.equal(at.inbox.count(), backlog);
  await texter.close();
});

test('few texts go to a gateway with unclear answers, and the others wait', async () => {
  await using at = await textWorld();
  at.gateway.mode.set('down');
  const primary = gatewaySettings.parse(at.gateway.settings);
  const texter = createTexter({ primary, fallback: null }, at.world.http);
  const texts = createTextDeliverer({ ...at.world, texter });
  await at.issue(requestIds.map((requestId) => ({ requestId, kind: 'notice' as const })));
  await settle(texts);
  const first = await tried(at, 'sms');
  assert.ok(first > 0 && first <= mostTried, `${first} texts were tried`);
  assert.equal(texter.capacity(), 1);
  await texter.close();
});

test('few texts go to a provider that breaks off after each submission, and the others wait', async () => {
  await using at = await textWorld();
  at.smpp.mode.set('cut');
  const primary = readProvider('FACEVALUE_SMS_PRIMARY', at.smpp.url);
  const times = { ...usualTimes, firstRestMs: 1, longestRestMs: 1 };
  const texter = createTexter({ primary, fallback: null }, at.world.http, times);
  const texts = createTextDeliverer({ ...at.world, texter });
  await at.issue(requestIds.map((requestId) => ({ requestId, kind: 'notice' as const })));
  for (let round = 0; round < 20; round += 1) {
    await settle(texts);
    await sleep(10);
  }
  assert.ok(at.inbox.count() > 0 && at.inbox.count() <= mostTried, `${at.inbox.count()} texts may be lost`);
  assert.equal(texter.isUp(), false);
  await texter.close();
});

test('a queue of letters pauses while the mail server is unreachable', async () => {
  await using at = await textWorld();
  const mailer = createMailer(smtpSettings('smtp://127.0.0.1:1'));
  const letters = createDeliverer({ ...at.world, mailer });
  await at.issue(requestIds.map((requestId) => ({ requestId, channel: 'email' as const })));
  await settle(letters);
  const first = await tried(at, 'email');
  assert.ok(first > 0 && first <= 3 * mailConnections, `${first} letters were tried`);
  assert.deepEqual(await at.states(), { 'email due': backlog });
  // Other processes reach the server: messages that were not tried are not late.
  await settle(at.letters);
  assert.equal(at.mail.letters.length, backlog - first);
  await mailer.close();
});
