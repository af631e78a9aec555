import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliveryRetryMinutes } from '../../src/messaging/queue/delivery-queue.ts';
import { keepTextReceipts } from '../../src/messaging/texts/keep-text-receipts.ts';
import { markSubmitting, markValues } from '../../src/messaging/texts/mark-submitting.ts';
import { receiptCode } from '../../src/messaging/texts/receipt-codes.ts';
import { receiptHours } from '../../src/messaging/texts/report-texts.ts';
import { claimDue } from '../../src/platform/database/due.ts';
import { phoneOf, shop, textWorld, type TextWorld } from '../support/text-world.ts';
import { settle } from '../support/worker-world.ts';

const patienceMs = 60_000;

/** Runs the reporter until a delivery has the expected report. */
async function untilReported(at: TextWorld, requestId: number, report: string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    await at.reporter.round();
    const told = (await at.delivery(requestId))?.report;
    if (told === report) return;
    assert.ok(performance.now() < deadline, `the report of ${requestId} is ${told}`);
    at.world.clock.forward(0.1);
    await sleep(10);
  }
}

const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

/** As the first round of the first order writes it. */
function codeSentBy(at: TextWorld): string {
  const key = { clientId: shop, requestId: 1, round: 1, phone: phoneOf(1), salt: null };
  return receiptCode(at.world.keyring, key).replaceAll(/\d{4}(?=\d)/g, '$& ');
}

test('a receipt text has a code for its own gift; a notice has none', async () => {
  await using at = await textWorld();
  await at.issue([{ requestId: 1 }, { requestId: 2, kind: 'notice' }]);
  await settle(at.texts);
  const code = codeSentBy(at);
  assert.deepEqual(at.shown(phoneOf(1)), [
    `ОБРАЗЕЦ. Иван: вам подарок, Чайная лавка «Листва», 1 000 ₽. Получить: http://127.0.0.1:8080/receive код ${code}`,
  ]);
  assert.deepEqual(at.shown(phoneOf(2)), [
    'ОБРАЗЕЦ. Иван: вам подарок, Чайная лавка «Листва», 1 000 ₽. Сертификат отправлен вам на почту.',
  ]);
  assert.deepEqual(await at.states(), { 'sms sent': 2 });
  const { rows } = await at.world.db.query(`select round from receipt_codes where request_id = 1`);
  assert.deepEqual(rows, [{ round: 1 }]);
});

test('a text is in the language of its certificate, and so is the page that it leads to', async () => {
  await using at = await textWorld();
  await at.issue([{ requestId: 1 }]);
  await at.world.centre.query(`update products set language = 'en'`);
  await settle(at.texts);
  const code = codeSentBy(at);
  assert.deepEqual(at.shown(phoneOf(1)), [
    `SAMPLE. Иван: a gift for you, Чайная лавка «Листва», 1,000 RUB. Get it: http://127.0.0.1:8080/receive?lang=en code ${code}`,
  ]);
});

test('a text is delivered when all its parts are, undelivered when one is not', async () => {
  await using at = await textWorld();
  await at.reporter.round();
  await at.issue([{ requestId: 1 }]);
  await settle(at.texts);
  await untilReported(at, 1, 'delivered');
  at.smpp.mode.script('honest', 'undelivered');
  await at.issue([{ requestId: 2 }]);
  await settle(at.texts);
  await untilReported(at, 2, 'undelivered');
  assert.equal((await at.delivery(2))?.report_details, 'UNDELIV err 000');
  assert.equal((await at.delivery(1))?.report, 'delivered');
});

test('a receipt that arrives before the answer of its text waits for it; an unknown one changes nothing', async () => {
  await using at = await textWorld();
  const { db, clock } = at.world;
  at.smpp.mode.set('no-receipt');
  await at.issue([{ requestId: 1, kind: 'notice' }]);
  await settle(at.texts);
  const { rows } = await db.query<{ provider: string; message_id: string }>(
    `delete from text_parts returning provider, message_id, part`,
  );
  const receipts = rows.map((row) => ({
    provider: row.provider,
    messageId: row.message_id,
    report: 'delivered' as const,
    details: 'DELIVRD',
  }));
  const stranger = { provider: 'nobody', messageId: '1', report: 'delivered' as const, details: '' };
  await keepTextReceipts(at.world, [...receipts, stranger], clock.now());
  assert.equal(await at.reporter.round(), 0);
  await db.query(
    `insert into text_parts (client_id, request_id, kind, round, part, of_parts, provider, message_id, sent_at)
     select $1, 1, 'notice', 1, place, $2, provider, message_id, $3
     from unnest($4::text[], $5::text[]) with ordinality as told (provider, message_id, place)`,
    [
      shop,
      receipts.length,
      clock.now(),
      receipts.map(({ provider }) => provider),
      receipts.map(({ messageId }) => messageId),
    ],
  );
  await untilReported(at, 1, 'delivered');
  const left = await db.query(`select provider from text_receipts`);
  assert.deepEqual(left.rows, [{ provider: 'nobody' }]);
  clock.forward(8 * 24 * 60);
  await at.reporter.round();
  assert.equal((await db.query(`select from text_receipts`)).rowCount, 0);
});

test('a text that may have been sent ends as sent and unknown, and is never sent again', async () => {
  await using at = await textWorld();
  at.smpp.mode.script('cut');
  await at.issue([{ requestId: 1, kind: 'notice' }]);
  await settle(at.texts);
  const delivery = await at.delivery(1);
  assert.deepEqual([delivery?.state, delivery?.report], ['sent', 'unknown']);
  assert.match(delivery?.report_details ?? '', /no answer/);
  for (const minutes of deliveryRetryMinutes) {
    at.world.clock.forward(minutes + 1);
    await settle(at.texts);
  }
  assert.deepEqual([at.inbox.count(), at.gateway.submitted()], [1, 0]);
});

test('the receipt of one part does not make a text delivered', async () => {
  await using at = await textWorld();
  await at.reporter.round();
  at.smpp.mode.script('honest', 'refuse');
  await at.issue([{ requestId: 1 }]);
  await settle(at.texts);
  const reported = async () => {
    const { rows } = await at.world.db.query(
      `select part, of_parts from text_parts where report = 'delivered'`,
    );
    return rows;
  };
  const deadline = performance.now() + patienceMs;
  while ((await reported()).length === 0) {
    assert.ok(performance.now() < deadline, 'the receipt did not come');
    at.world.clock.forward(0.1);
    await at.reporter.round();
    await sleep(10);
  }
  assert.deepEqual(await reported(), [{ part: 1, of_parts: 2 }]);
  assert.equal((await at.delivery(1))?.report, 'unknown');
});

test('a text found marked by another worker is ended and not sent', async () => {
  await using at = await textWorld();
  await at.issue([{ requestId: 1 }, { requestId: 2 }]);
  await at.world.db.query(`update deliveries set submitting_at = $1 where request_id = 1`, [
    at.world.clock.now(),
  ]);
  await settle(at.texts);
  assert.deepEqual([at.shown(phoneOf(1)).length, at.shown(phoneOf(2)).length], [0, 1]);
  const left = await at.delivery(1);
  assert.deepEqual([left?.state, left?.report], ['sent', 'unknown']);
});

test('a worker without its lease does not send a text, and no text is sent twice', async () => {
  await using at = await textWorld();
  const { db, clock } = at.world;
  await at.issue([{ requestId: 1 }]);
  const table = { name: 'deliveries', leaseSeconds: 60 } as const;
  const ask = () => ({ limit: 5, now: clock.now(), columns: 'request_id' });
  const stale = await claimDue(db, table, ask());
  clock.forward(2);
  const fresh = await claimDue(db, table, ask());
  const text = { clientId: shop, requestId: 1, kind: 'receipt', round: 1 } as const;
  const mark = async (claimId: string) =>
    (await db.query<{ place: number }>(markSubmitting, markValues([{ ...text, claimId }], clock.now()))).rows;
  assert.deepEqual(await mark(stale.claimId), []);
  assert.deepEqual(await mark(fresh.claimId), [{ place: 1 }]);
  assert.deepEqual(await mark(fresh.claimId), []);
});

test('texts and letters of test orders have separate quotas of fifteen per Moscow day and client', async () => {
  await using at = await textWorld();
  const gifts = range(1, 20).flatMap((requestId) => [
    { requestId, testmode: true, kind: 'notice' as const },
    { requestId, testmode: true, channel: 'email' as const },
  ]);
  await at.issue([...gifts, ...range(101, 3).map((requestId) => ({ requestId, kind: 'notice' as const }))]);
  const another = at.anotherTexter();
  await Promise.all([settle(at.texts), settle(another), settle(at.letters)]);
  assert.deepEqual(await at.states(), {
    'sms sent': 15 + 3,
    'sms over_quota': 5,
    'email sent': 15,
    'email over_quota': 5,
  });
  assert.equal(at.inbox.count(), 18);
});

test('several processes send each text once', async () => {
  await using at = await textWorld();
  await at.issue(range(1, 120).map((requestId) => ({ requestId, kind: 'notice' as const })));
  await Promise.all([at.texts, at.anotherTexter(), at.anotherTexter()].map(settle));
  assert.equal(at.inbox.count(), 120);
  assert.equal(new Set(at.inbox.newest(200).map(({ to }) => to)).size, 120);
});

test('unreachable SMS providers delay no letter and lose no text', async () => {
  await using at = await textWorld();
  at.smpp.mode.set('down');
  at.gateway.mode.set('down');
  const ids = range(1, 30);
  await at.issue([
    ...ids.map((requestId) => ({ requestId, kind: 'notice' as const })),
    ...ids.map((requestId) => ({ requestId, channel: 'email' as const })),
  ]);
  await Promise.all([settle(at.letters), settle(at.texts)]);
  assert.equal(at.mail.letters.length, 30);
  assert.equal(at.inbox.count(), 0);
  assert.deepEqual(await at.states(), { 'email sent': 30, 'sms due': 30 });
  assert.match((await at.delivery(1))?.last_error ?? '', /provider/);
  at.smpp.mode.set('honest');
  await sleep(200);
  at.world.clock.forward(deliveryRetryMinutes[0]);
  await settle(at.texts);
  assert.deepEqual(await at.states(), { 'email sent': 30, 'sms sent': 30 });
  assert.equal(at.inbox.count(), 30);
});

test('an unreachable mail server delays no text', async () => {
  await using at = await textWorld();
  at.mail.refuseWith(451);
  const ids = range(1, 30);
  await at.issue([
    ...ids.map((requestId) => ({ requestId, channel: 'email' as const })),
    ...ids.map((requestId) => ({ requestId, kind: 'notice' as const })),
  ]);
  await Promise.all([settle(at.letters), settle(at.texts)]);
  assert.deepEqual(await at.states(), { 'email due': 30, 'sms sent': 30 });
});

test('a text without a receipt becomes unknown, until a late receipt arrives', async () => {
  await using at = await textWorld();
  const { db, clock } = at.world;
  at.smpp.mode.set('no-receipt');
  await at.issue([{ requestId: 1, kind: 'notice' }]);
  await settle(at.texts);
  clock.forward(receiptHours * 60 - 1);
  await at.reporter.round();
  assert.equal((await at.delivery(1))?.report, null);
  clock.forward(2);
  await at.reporter.round();
  assert.equal((await at.delivery(1))?.report, 'unknown');
  const { rows } = await db.query<{ provider: string; message_id: string }>(
    `select provider, message_id from text_parts`,
  );
  await keepTextReceipts(
    at.world,
    rows.map((row) => ({
      provider: row.provider,
      messageId: row.message_id,
      report: 'delivered',
      details: 'DELIVRD',
    })),
    clock.now(),
  );
  await untilReported(at, 1, 'delivered');
});

test('a text that another message has replaced is dropped', async () => {
  await using at = await textWorld();
  await at.issue([{ requestId: 1, round: 2 }]);
  await settle(at.texts);
  await at.issue([{ requestId: 1, round: 1, phone: '79990000001' }]);
  await settle(at.texts);
  assert.deepEqual(at.shown('79990000001'), []);
  assert.deepEqual(await at.states(), { 'sms sent': 1, 'sms dropped': 1 });
});

test('the record of a failure contains neither the number nor the text', async () => {
  await using at = await textWorld();
  at.smpp.mode.set('bad-number');
  at.gateway.mode.set('bad-number');
  await at.issue([{ requestId: 1 }]);
  await settle(at.texts);
  const delivery = await at.delivery(1);
  assert.equal(delivery?.state, 'failed');
  assert.doesNotMatch(delivery?.last_error ?? '', /\d{5}|Листва/);
});
