/** The mark of a text and what came of it, as they are written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTextDeliverer } from '../../src/messaging/texts/deliver-texts.ts';
import { createStepWriter, type Beginning } from '../../src/messaging/texts/write-steps.ts';
import { outcomeOf } from '../../src/messaging/queue/delivery-queue.ts';
import type { ClaimedDelivery, SendOutcome } from '../../src/messaging/queue/delivery-channel.ts';
import { openDatabase, transaction } from '../../src/platform/database/database.ts';
import { claimDue } from '../../src/platform/database/due.ts';
import { readProvider } from '../../src/platform/texter/provider-settings.ts';
import { usualTimes } from '../../src/platform/texter/smpp-link.ts';
import { smpp, type SmppPdu } from '../../src/platform/texter/smpp-package.ts';
import { createTexter } from '../../src/platform/texter/texter.ts';
import { databaseProxy } from '../platform/database/database-proxy.ts';
import { onEachStatement } from '../statements/gathered.ts';
import { phoneOf, textWorld, type TextWorld } from '../support/text-world.ts';

const noticedMs = 300;
const window = 5;
/** Longer than any test. */
const never = 600_000;
const patienceMs = 60_000;
const columns = 'client_id, request_id, kind, round, address, testmode, attempts, submitting_at';

interface Claimed {
  claimId: string;
  delivery: ClaimedDelivery;
  beginning: Beginning;
}

/** Texts with a code for later receipt, taken by a worker. */
async function claimed(at: TextWorld, count: number): Promise<Claimed[]> {
  const { world } = at;
  await at.issue(Array.from({ length: count }, (_, index) => ({ requestId: index + 1 })));
  const table = { name: 'deliveries', leaseSeconds: 60 } as const;
  const { claimId, rows } = await claimDue<ClaimedDelivery>(world.db, table, {
    limit: count,
    now: world.clock.now(),
    columns,
  });
  return rows
    .toSorted((one, other) => one.request_id - other.request_id)
    .map((delivery) => {
      const { client_id: clientId, request_id: requestId, kind, round } = delivery;
      const phone = phoneOf(requestId);
      const receipt = { clientId, requestId, round, phone, salt: null, certificateExpiresAt: null };
      return {
        claimId,
        delivery,
        beginning: { delivery: { clientId, requestId, kind, round, claimId }, receipt },
      };
    });
}

const marks = async ({ world }: TextWorld) =>
  (
    await world.db.query<{ id: number; state: string; marked: boolean; codes: number }>(
      `select request_id as id, state, submitting_at is not null as marked,
         (select count(*) from receipt_codes c where c.client_id = d.client_id and c.request_id = d.request_id) as codes
       from deliveries d order by request_id`,
    )
  ).rows;

test('what came of a text and the mark of the next one are one commit', async () => {
  await using at = await textWorld();
  const [first, second] = await claimed(at, 2);
  assert.ok(first && second);
  const { begin, end } = createStepWriter(at.world);
  assert.equal(await begin(first.beginning), 'begun');
  assert.deepEqual(await marks(at), [
    { id: 1, state: 'due', marked: true, codes: 1 },
    { id: 2, state: 'due', marked: false, codes: 0 },
  ]);

  const sent: string[] = [];
  onEachStatement(({ text }) => sent.push(text));
  const taken: SendOutcome = { is: 'sent', provider: 'one', messageIds: ['a', 'b'], parts: 2 };
  const [begun] = await Promise.all([
    begin(second.beginning),
    end(outcomeOf('sms', first, taken, at.world.clock.now())),
  ]);
  assert.equal(begun, 'begun');
  assert.equal(sent.filter((text) => text.includes('deliveries')).length, 1, sent.join('\n'));
  assert.deepEqual(
    sent.filter((text) => /^(begin|commit)\b/.test(text)),
    [],
  );
  assert.deepEqual(await marks(at), [
    { id: 1, state: 'sent', marked: false, codes: 1 },
    { id: 2, state: 'due', marked: true, codes: 1 },
  ]);
  assert.equal((await at.world.db.query(`select from text_parts`)).rowCount, 2);
});

test('a mark whose connection breaks before its commit is written again', async () => {
  await using at = await textWorld();
  const { db } = at.world;
  const [text] = await claimed(at, 1);
  assert.ok(text);
  let marking: Promise<string> | undefined;
  await transaction(db, async (tx) => {
    await tx.query(`select from deliveries for update`);
    marking = createStepWriter(at.world).begin(text.beginning);
    await db.query(`select pg_terminate_backend($1)`, [await waitingPid(at)]);
  });
  assert.equal(await marking, 'begun');
  assert.deepEqual(await marks(at), [{ id: 1, state: 'due', marked: true, codes: 1 }]);
});

/** The connection whose statement waits for a lock. */
async function waitingPid({ world }: TextWorld): Promise<number> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await world.db.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    const [waiting] = rows;
    if (waiting !== undefined) return waiting.pid;
    assert.ok(performance.now() < deadline, 'no statement waits');
    await sleep(5);
  }
}

test('a mark that was committed without an answer lets no text be sent', async () => {
  await using at = await textWorld();
  const [text] = await claimed(at, 1);
  assert.ok(text);
  await using proxy = await databaseProxy(at.world.url);
  const db = openDatabase(proxy.url, { connections: 1, name: 'facevalue test' });
  let marking: Promise<string> | undefined;
  await transaction(at.world.db, async (tx) => {
    await tx.query(`select from deliveries for update`);
    marking = createStepWriter({ ...at.world, db }).begin(text.beginning);
    await waitingPid(at);
    proxy.loseAnswers();
  });
  setTimeout(() => proxy.reset(), noticedMs);
  assert.equal(await marking, 'lost');
  assert.deepEqual(await marks(at), [{ id: 1, state: 'due', marked: true, codes: 1 }]);
  await db.end();
});

test('no more texts than the window are marked while the provider does not answer, however many are claimed', async () => {
  await using at = await textWorld();
  const { db, http } = at.world;
  const silent = smpp.createServer({}, (session) =>
    session.on('bind_transceiver', (pdu: SmppPdu) => session.send(pdu.response())),
  );
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = `smpp://shop:secret@127.0.0.1:${silent.address().port}?from=Shop&window=${window}`;
  const times = { ...usualTimes, answerMs: never, enquireAnswerMs: 50 };
  const texter = createTexter({ primary: readProvider('X', url), fallback: null }, http, times);
  await at.issue(Array.from({ length: 100 }, (_, index) => ({ requestId: index + 1 })));
  const texts = createTextDeliverer({ ...at.world, texter });
  await texts.round();
  const taken = async () =>
    (
      await db.query<{ marked: number; claimed: number }>(
        `select count(submitting_at) as marked, count(claim_id) as claimed from deliveries`,
      )
    ).rows[0];
  const deadline = performance.now() + patienceMs;
  while ((await taken())?.marked !== window) {
    assert.ok(performance.now() < deadline, JSON.stringify(await taken()));
    await sleep(5);
  }
  await sleep(noticedMs);
  assert.deepEqual(await taken(), { marked: window, claimed: 3 * window });
  await texter.close();
  await texts.drain();
  assert.deepEqual(await marks(at).then((rows) => rows.filter(({ marked }) => marked)), []);
  await new Promise<void>((resolve) => silent.close(resolve));
});
