import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiptCode } from '../../src/messaging/texts/receipt-codes.ts';
import { onEachStatement, type Statement } from '../statements/gathered.ts';
import { explain, stepsOf } from '../statements/plan.ts';
import { phoneOf, shop, textWorld } from '../support/text-world.ts';
import { settle } from '../support/worker-world.ts';

const requestIds = Array.from({ length: 60 }, (_, index) => index + 1);
const bad = 30;

test('a result that the database refuses harms no other of its batch, and its text is not sent again', async () => {
  await using at = await textWorld();
  await at.issue(requestIds.map((requestId) => ({ requestId })));
  await at.world.db.query(`alter table text_parts add constraint refused check (request_id <> ${bad})`);
  await settle(at.texts);
  assert.deepEqual(await at.states(), { 'sms sent': requestIds.length - 1, 'sms due': 1 });
  at.world.clock.forward(10);
  await settle(at.texts);
  const { state, report } = (await at.delivery(bad)) ?? {};
  assert.deepEqual({ state, report }, { state: 'sent', report: 'unknown' });
  for (const requestId of requestIds) assert.equal(at.shown(phoneOf(requestId)).length, 1);
});

test('a mark that the database refuses leaves only its own text unsent', async () => {
  await using at = await textWorld();
  await at.issue(requestIds.map((requestId) => ({ requestId })));
  await at.world.db.query(`alter table receipt_codes add constraint refused check (request_id <> ${bad})`);
  await settle(at.texts);
  for (const requestId of requestIds)
    assert.equal(at.shown(phoneOf(requestId)).length, requestId === bad ? 0 : 1);
  await at.world.db.query(`alter table receipt_codes drop constraint refused`);
  at.world.clock.forward(10);
  await settle(at.texts);
  assert.equal(at.shown(phoneOf(bad)).length, 1);
  assert.deepEqual(await at.states(), { 'sms sent': requestIds.length });
});

test('of two messages for one certificate in a batch only the later one is sent, with a valid code', async () => {
  await using at = await textWorld();
  await at.issue([{ requestId: 1, round: 2 }, { requestId: 1, round: 1 }, { requestId: 2 }]);
  await settle(at.texts);
  const key = { clientId: shop, requestId: 1, round: 2, phone: phoneOf(1) };
  const code = receiptCode(at.world.keyring, key).replaceAll(/\d{4}(?=\d)/g, '$& ');
  const [text = '', ...others] = at.shown(phoneOf(1));
  assert.ok(text.endsWith(code), text);
  assert.deepEqual(others, []);
  assert.deepEqual(await at.states(), { 'sms sent': 2, 'sms dropped': 1 });
});

test('texts are marked and recorded by their keys, not by a look at all that are due', async () => {
  await using at = await textWorld();
  const statements = new Map<string, Statement>();
  onEachStatement((statement) => statements.set(statement.text, statement));
  await at.issue(requestIds.map((requestId) => ({ requestId })));
  await settle(at.texts);
  const updates = [...statements.values()].filter(({ text }) => text.includes('update deliveries told'));
  assert.equal(updates.length, 1);

  // What the planner knows is of a time at which nothing was due.
  await at.world.db.query(`vacuum (analyze) deliveries`);
  await at.issue(Array.from({ length: 2000 }, (_, index) => ({ requestId: 1000 + index })));
  for (const update of updates) {
    const indexes = stepsOf(await explain(at.world.db, update)).map((step) => step['Index Name']);
    assert.ok(!indexes.includes('deliveries_due'), `${update.text} reads ${indexes.join(', ')}`);
  }
});
