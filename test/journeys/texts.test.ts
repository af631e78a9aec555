import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { releaseWaiting } from '../../src/messaging/queue/schedule.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { startSmppPeer } from '../../simulators/sms/smpp-peer.ts';
import { startSmsGateway } from '../../simulators/sms/sms-gateway.ts';
import { createTextInbox, wordsOf, type TextInbox } from '../../simulators/sms/text-inbox.ts';
import { activationWorld } from '../suppliers/activation/activation-world.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const phone = '79123456789';
const email = 'anna@mail.example';
const patienceMs = 60_000;

interface TextJourney extends AsyncDisposable {
  world: TestWorld;
  inbox: TextInbox;
  shop: TestClient;
  /** Orders a certificate of 1000 roubles and runs every queue. */
  order(fields: object): Promise<number>;
  sent(requestId: number): Promise<string[]>;
}

/** A whole platform with one SMS provider. */
async function textJourney(by: 'smpp' | 'gateway' = 'smpp'): Promise<TextJourney> {
  const inbox = createTextInbox({ folder: null, clock: { now: () => new Date() } });
  const smpp = await startSmppPeer({ inbox });
  const address = { platform: '' };
  const gateway = await startSmsGateway({
    inbox,
    receiptsAddress: (token) => `${address.platform}/sms/receipts/${token}`,
  });
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-gateway-'));
  const file = join(folder, 'gateway.json');
  writeFileSync(file, JSON.stringify(gateway.settings));
  const world = await testWorld({ FACEVALUE_SMS_PRIMARY: by === 'smpp' ? smpp.url : `file:${file}` });
  address.platform = world.baseUrl;
  const shop = await world.client();
  const product = await world.product();
  await world.pool(product, 1000, 12);
  return {
    world,
    inbox,
    shop,
    async order(fields) {
      const id = await shop.makeOrder({ product_id: product.id, face: 1000, ...fields });
      await world.settle();
      return id;
    },
    sent: (requestId) => deliveriesOf(world, requestId),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await Promise.all([smpp.close(), gateway.close()]);
      rmSync(folder, { recursive: true });
    },
  };
}

async function deliveriesOf(world: TestWorld, requestId: number): Promise<string[]> {
  const { rows } = await world.home.db.query<{ what: string }>(
    `select channel || ' ' || kind || ' ' || state || ' ' || address as what
     from deliveries where request_id = $1 order by channel, kind`,
    [requestId],
  );
  return rows.map(({ what }) => what);
}

test('the delivery type and the addresses decide what is sent', async () => {
  await using at = await textJourney();
  const certificate = `email certificate sent ${email}`;
  const rules: [object, string[]][] = [
    [{ email_to: email }, [certificate]],
    [{ email_to: email, to_phone: phone }, [certificate, `sms notice sent ${phone}`]],
    [{ delivery_type: 'sms', email_to: email, to_phone: phone }, [certificate, `sms receipt sent ${phone}`]],
    [{ to_phone: phone }, [`sms receipt sent ${phone}`]],
    [{ delivery_type: 'sms', to_phone: phone }, [`sms receipt sent ${phone}`]],
    [{}, []],
    ...['link', 'download', 'code'].map((delivery_type): [object, string[]] => [
      { delivery_type, email_to: email, to_phone: phone },
      [],
    ]),
  ];
  for (const [fields, deliveries] of rules) {
    assert.deepEqual(await at.sent(await at.order(fields)), deliveries, JSON.stringify(fields));
  }
});

test('a recipient with only a phone gets the certificate by the code in the text', async () => {
  await using at = await textJourney();
  const id = await at.order({ to_phone: phone, from: 'Иван' });
  const [text] = at.inbox.newest(1);
  const [, link = '', code = ''] =
    /(http:\S+\/receive) код ((?:\d{4} ?){3})$/.exec(text ? wordsOf(text) : '') ?? [];
  assert.equal(text?.to, phone);
  const page = await fetch(link);
  assert.equal(page.status, 200);
  const received = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ phone, code }),
    redirect: 'manual',
  });
  assert.equal(received.status, 303);
  const gift = new URL(received.headers.get('location') ?? '', link);
  assert.equal(gift.origin + gift.pathname, (await at.shop.getLinks(id)).download_url);
});

test('letter and text wait for date_send together', async () => {
  await using at = await textJourney();
  // 12:00 in Moscow now; 15:00 in Yekaterinburg is 13:00 here.
  const date_send = '2026-11-21T15:00:00+05:00';
  const id = await at.order({ email_to: email, to_phone: phone, date_send });
  assert.deepEqual(await at.sent(id), [`email certificate due ${email}`, `sms notice due ${phone}`]);
  at.world.clock.forward('59 min');
  await at.world.settle();
  assert.equal(at.inbox.count() + at.world.mail.letters.length, 0);
  at.world.clock.forward('1 min');
  await at.world.settle();
  assert.deepEqual([at.inbox.count(), at.world.mail.letters.length], [1, 1]);
});

test('letter and text wait until the code is activated', async () => {
  await using place = await activationWorld();
  const { world, shop, product } = place;
  const requestId = await shop.makeOrder({
    product_id: product.id,
    face: 500,
    email_to: email,
    to_phone: phone,
  });
  await world.settle();
  const waiting = [`email certificate waiting ${email}`, `sms notice waiting ${phone}`];
  assert.deepEqual(await deliveriesOf(world, requestId), waiting);
  await transaction(world.home.db, (tx) => releaseWaiting(tx, [{ clientId: shop.id, requestId }]));
  await world.settle();
  // This world has no SMS provider: the letter is sent anyway, and the text will be retried.
  assert.deepEqual(await deliveriesOf(world, requestId), [
    `email certificate sent ${email}`,
    `sms notice due ${phone}`,
  ]);
});

test('a gateway reports the result of a text by a call', async () => {
  await using at = await textJourney('gateway');
  const id = await at.order({ to_phone: phone });
  const deadline = performance.now() + patienceMs;
  for (let report = null; report !== 'delivered'; await sleep(10)) {
    await at.world.settle();
    const { rows } = await at.world.home.db.query<{ report: string | null }>(
      `select report from deliveries where request_id = $1`,
      [id],
    );
    report = rows[0]?.report ?? null;
    assert.ok(performance.now() < deadline, `the report is ${report}`);
  }
  assert.equal(at.inbox.newest(1)[0]?.receipt, 'delivered');
});

test('receipts are accepted only with their token, in any common format, and invalid ones are ignored', async () => {
  await using at = await textJourney('gateway');
  const own = `${at.world.baseUrl}/sms/receipts/demo-sms-gateway-receipts`;
  const json = { 'content-type': 'application/json' };
  const answers = await Promise.all([
    fetch(`${at.world.baseUrl}/sms/receipts/demo-sms-gateway-receipt0`, {
      method: 'POST',
      headers: json,
      body: '{}',
    }),
    fetch(own, { method: 'POST', headers: json, body: '{"message_id":"x1","status":"delivered"}' }),
    fetch(own, { method: 'POST', body: new URLSearchParams({ message_id: 'x2', status: 'undelivered' }) }),
    fetch(`${own}?message_id=x3&status=delivered`),
    fetch(own, { method: 'POST', headers: json, body: '{"message_id":"x4","status":"on its way"}' }),
    fetch(own, { method: 'POST', headers: json, body: '{"message_id":{"a":1}' }),
    fetch(own, { method: 'POST', headers: json, body: `"${'x'.repeat(70_000)}"` }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 200, 200, 200, 200, 200, 413],
  );
  assert.equal(await answers[1]?.text(), 'OK');
  const { rows } = await at.world.home.db.query(
    `select message_id, report from text_receipts order by message_id`,
  );
  assert.deepEqual(rows, [
    { message_id: 'x1', report: 'delivered' },
    { message_id: 'x2', report: 'undelivered' },
    { message_id: 'x3', report: 'delivered' },
  ]);
});
