import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { recordChanges, recordValues } from '../../src/messaging/queue/record-deliveries.ts';
import { markSubmitting, markValues } from '../../src/messaging/texts/mark-submitting.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { oneStatement } from '../../src/platform/database/one-statement.ts';
import { receiptCode } from '../../src/messaging/texts/receipt-codes.ts';
import { onEachStatement, type Statement } from '../statements/gathered.ts';
import { explain, stepsOf } from '../statements/plan.ts';
import { phoneOf, shop, textWorld } from '../support/text-world.ts';
import { settle } from '../support/worker-world.ts';

const requestIds = Array.from({ length: 60 }, (_, index) => index + 1);
const bad = 30;
const now = new Date('2026-11-25T12:00:00+03:00');

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
  const key = { clientId: shop, requestId: 1, round: 2, phone: phoneOf(1), salt: null };
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
  const updates = [...statements.values()].filter(({ text }) => text.includes('update deliveries delivery'));
  assert.equal(updates.length, 1);

  // What the planner knows is of a time at which nothing was due.
  await at.world.db.query(`vacuum (analyze) deliveries`);
  await at.issue(Array.from({ length: 2000 }, (_, index) => ({ requestId: 1000 + index })));
  for (const update of updates) {
    const indexes = stepsOf(await explain(at.world.db, update)).map((step) => step['Index Name']);
    assert.ok(!indexes.includes('deliveries_due'), `${update.text} reads ${indexes.join(', ')}`);
  }
});

test('texts are found by their keys however many are marked or end at once, whatever is known of the table', async () => {
  await using at = await textWorld();
  const { db } = at.world;
  await at.issue(Array.from({ length: 6000 }, (_, index) => ({ requestId: 1 + index })));
  await readByKeys(db, 'nothing is known');
  await db.query(`vacuum (analyze) deliveries`);
  await readByKeys(db, 'all were due');
  await db.query(`update deliveries set state = 'sent', sent_at = due_at`);
  await db.query(`vacuum (analyze) deliveries`);
  await at.issue(Array.from({ length: 6000 }, (_, index) => ({ requestId: 10_000 + index })));
  await readByKeys(db, 'none was due');
  await db.query(`delete from deliveries`);
  await db.query(`analyze deliveries`);
  await at.issue(Array.from({ length: 6000 }, (_, index) => ({ requestId: 20_000 + index })));
  await readByKeys(db, 'there were none');
});

/** As many at once as there are slots of a small and of a large provider, and as many as a batch takes. */
async function readByKeys(db: Database, known: string): Promise<void> {
  const client = await db.connect();
  using _ = { [Symbol.dispose]: () => client.release(true) };
  // To read all of a few rows once is no harm: what is looked for is a plan that compares all of them with each that is asked for.
  for (const way of ['seqscan', 'mergejoin', 'hashjoin']) await client.query(`set enable_${way} = off`);
  for (const count of [1, 10, 50, 200]) {
    for (const step of stepsOfTexts(count)) {
      const reads = stepsOf(await explain(client, step)).filter(
        (node) => node['Relation Name'] === 'deliveries' && node['Node Type'] !== 'ModifyTable',
      );
      assert.ok(reads.length > 0);
      for (const read of reads)
        assert.match(
          read['Index Cond'] ?? read['Recheck Cond'] ?? '',
          /request_id/,
          `${known}, ${count}: ${JSON.stringify(read)}`,
        );
    }
  }
}

function stepsOfTexts(count: number): Statement[] {
  const claimId = randomUUID();
  const keys = Array.from({ length: count }, (_, index) => ({ clientId: shop, requestId: 1 + index }));
  const marks = keys.map((key) => ({ ...key, kind: 'receipt' as const, round: 1, claimId }));
  const ended = { channel: 'sms', state: 'sent', error: '', dueAt: now, sentAt: now } as const;
  const ends = marks.map((mark) => ({ ...mark, ...ended }));
  return [
    statement(markSubmitting, markValues(marks, now)),
    statement(oneStatement(recordChanges, 'select'), recordValues(ends)),
  ];
}

const statement = (text: string, values: unknown[]): Statement => ({
  text,
  values: values as string[],
  places: [],
  schema: '',
});
