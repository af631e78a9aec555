/** Letters to people: what a former version left is taken over, and no letter holds up those of another kind. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Context } from '../../src/context.ts';
import { queueLettersToClients, queueLettersToPeople } from '../../src/messaging/outbox/queue-letters.ts';
import type { Worker } from '../../src/platform/process/loop.ts';
import { findLetterAnswered } from '../../src/suppliers/activation/find-letter.ts';
import { createWorkers } from '../../src/workers.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const sender = (ctx: Context, named = 'send-letters'): Worker =>
  createWorkers(ctx).find(({ name }) => name === named) ?? assert.fail('no worker');

const report = { week: '2026-11-16', issued: 3, sumKopecks: 150_000, failed: 0, cancelled: 0, open: 0 };
const week = JSON.stringify({ ...report, issuedBefore: 0, sumKopecksBefore: 0, products: [], failures: [] });

/** Letters as the version before 0286 has written them; `ends` is their state and when their lease ends. */
const former: Record<'cell' | 'centre', readonly [table: string, columns: string, values: string][]> = {
  cell: [
    [
      'balance_mails',
      'client_id, kind, language, available_kopecks, level_kopecks, made_at',
      `7, 'low', 'ru', 1, 2, $2`,
    ],
    ['report_mails', 'client_id, language, report', `7, 'en', '${week}'`],
    ['client_onboarding_mails', 'client_id, step, side, language, made_at', `7, 'keys', 'client', 'ru', $2`],
  ],
  centre: [
    [
      'digest_mails',
      'client_id, kind, language, amount, examples, began_at, made_at',
      `0, 'quarantined', 'ru', 2, '{4 · 5}', null, $2`,
    ],
    [
      'digest_mails',
      'client_id, kind, language, amount, examples, began_at, made_at',
      `0, 'texts-stuck', 'en', 1, '{}', $2, $2`,
    ],
    ['person_mails', 'kind, language, change, created_at', `'changed', 'ru', 'password', $2`],
    [
      'person_mails',
      'kind, language, side, party_id, change, detail, by_name, created_at',
      `'access', 'en', 'operator', 0, 'key', '', 'Anna', $2`,
    ],
    ['person_mails', 'kind, language, recovery_id, created_at', `'recovery', 'ru', 5, $2`],
    [
      'person_mails',
      'kind, language, side, party_id, invitation_id, round, created_at',
      `'invitation', 'ru', 'operator', 0, 9, 2, $2`,
    ],
    ['alert_mails', 'supplier_id, alert_id', '3, 4'],
    [
      'activation_mails',
      'supplier_id, letter_id, kind, message_id',
      `3, 4, 'table', 'mail-' || gen_random_uuid()`,
    ],
    [
      'onboarding_mails',
      'supplier_id, step, actor, side, language, made_at',
      `3, 'live', null, 'supplier', 'ru', $2`,
    ],
  ],
};

interface State {
  state: 'due' | 'sent' | 'failed';
  leasedUntil?: Date;
  attempts?: number;
}

/** One of each, to an address that names its place. */
async function leave(world: TestWorld, name: string, { state, leasedUntil, attempts = 0 }: State) {
  const now = world.clock.now();
  for (const place of ['cell', 'centre'] as const)
    for (const [index, [table, columns, values]] of former[place].entries())
      await (place === 'cell' ? world.home : world.ctx).db.query(
        `insert into ${table} (${columns}, address, state, due_at, attempts, claim_id, leased_until, sent_at)
         select ${values}, $1, $3, coalesce($4, $2), $5::integer, $6::uuid, $4, case $3 when 'sent' then $2 end
         from (select $2::timestamptz, $4::timestamptz, $3::text) given`,
        [
          `${name}-${place}-${index}@people.example`,
          now,
          state,
          leasedUntil ?? null,
          attempts,
          leasedUntil === undefined ? null : randomUUID(),
        ],
      );
}

const readLetters = async (world: TestWorld, like: string) => {
  const read = async (db: TestWorld['ctx']['db'], table: string) =>
    (
      await db.query<{ address: string; kind: string; state: string; message_id: string }>(
        `select address, kind, state, message_id from ${table} where address like $1 order by address`,
        [`${like}%`],
      )
    ).rows;
  return [
    ...(await read(world.home.db, 'letters_to_clients')),
    ...(await read(world.ctx.db, 'letters_to_people')),
  ];
};

const byName = (one: { address: string }, other: { address: string }) =>
  one.address < other.address ? -1 : 1;

const sentTo = ({ mail }: TestWorld, like: string) =>
  mail.letters.flatMap(({ to, messageId = '' }) =>
    (Array.isArray(to) ? to : [to])
      .map((one) => one?.text ?? '')
      .filter((address) => address.startsWith(like))
      .map((address) => ({ address, messageId: messageId.replaceAll(/^<|@.*$/g, '') })),
  );

test('letters of a former version are taken over: sent once, under their Message-ID, and history stays', async () => {
  await using world = await testWorld();
  const all = former.cell.length + former.centre.length;
  const inAMinute = new Date(world.clock.now().getTime() + 60_000);
  await leave(world, 'told', { state: 'sent' });
  await leave(world, 'lost', { state: 'failed', attempts: 7 });
  await leave(world, 'new', { state: 'due' });
  await leave(world, 'leased', { state: 'due', attempts: 1, leasedUntil: inAMinute });
  const { rows } = await world.home.db.query<{ id: number }>(
    `select id from balance_mails where address like 'leased%'`,
  );
  await world.settle();

  assert.deepEqual(
    (await readLetters(world, 'told')).map(({ state }) => state),
    Array.from({ length: all - 1 }, () => 'sent'),
  );
  // By the remaining one a former version, too, finds what a reply answers.
  const { rows: left } = await world.ctx.db.query<{ message_id: string; address: string }>(
    `select message_id, address from activation_mails where state = 'sent'`,
  );
  const answered = await findLetterAnswered(world.ctx.db, [left[0]?.message_id ?? '']);
  assert.ok(answered?.letterId === 4 && answered.addresses.includes(left[0]?.address ?? ''));
  assert.deepEqual(
    (await readLetters(world, 'lost')).map(({ state }) => state),
    Array.from({ length: all }, () => 'failed'),
  );
  assert.deepEqual([...sentTo(world, 'told'), ...sentTo(world, 'lost')], []);
  const news = await readLetters(world, 'new');
  assert.deepEqual(new Set(news.map(({ state }) => state)), new Set(['sent']));
  // The others have nothing left to say: there is no such invitation, alert, activation letter and supplier.
  const kinds = ['balance', 'week-report', 'digest', 'digest', 'sign-in-changed', 'access'];
  const told = news.filter(({ kind }) => kinds.includes(kind));
  assert.deepEqual(
    sentTo(world, 'new').toSorted(byName),
    told.map(({ address, message_id: messageId }) => ({ address, messageId })).toSorted(byName),
  );

  assert.deepEqual(await readLetters(world, 'leased'), [], 'whoever sends them records them');
  await world.ctx.db.query(
    `update digest_mails set state = 'sent', sent_at = $1, claim_id = null, leased_until = null where began_at is null`,
    [world.clock.now()],
  );
  world.clock.forward('2 min');
  await world.settle();
  assert.equal((await readLetters(world, 'leased')).length, all);
  const again = sentTo(world, 'leased');
  assert.equal(again.length, told.length - 1, 'what was recorded is not sent again');
  assert.ok(
    again.some(({ messageId }) => messageId === world.ctx.keyring.token(`balance:7:${rows[0]?.id}`)),
    'a repeat is known as one',
  );
});

test('a letter of a former version that cannot be taken over holds up no other', async () => {
  await using world = await testWorld();
  const { db, clock } = world.home;
  await db.query(
    `insert into report_mails (client_id, address, language, report, state, due_at) values (7, 'odd@people.example', 'en', '{', 'due', $1)`,
    [clock.now()],
  );
  const content = { is: 'low' as const, availableKopecks: 1, levelKopecks: 2 };
  const balance = { ownerId: 7, address: 'anna@people.example', language: 'en' as const, content };
  await queueLettersToClients(db, 'balance', [balance], clock.now());
  const worker = sender(world.home, 'send-client-letters');
  await assert.rejects(worker.round(), /json/);
  await worker.drain();
  assert.deepEqual(
    sentTo(world, '').map(({ address }) => address),
    ['anna@people.example'],
  );
  await db.query(`delete from report_mails`);
});

const changed = (address: string) => ({
  ownerId: 0,
  address,
  language: 'en' as const,
  content: { change: 'password' as const },
});

test('a slow server of one kind, and a kind that is not known yet, hold up no other letter', async () => {
  await using world = await testWorld();
  const { db, clock, mailer } = world.ctx;
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  const slow: typeof mailer = {
    ...mailer,
    async send(letter) {
      asked.push(letter.to);
      if (letter.to.endsWith('@slow.example')) await held.promise;
      return mailer.send(letter);
    },
  };
  const digest = { topic: 'quarantined' as const, amount: 1, examples: [], beganAt: null };
  const digests = Array.from({ length: 20 }, (_, index) => ({
    ownerId: 0,
    address: `o${index}@slow.example`,
    language: 'en' as const,
    content: digest,
  }));
  await queueLettersToPeople(db, 'digest', digests, clock.now());
  await queueLettersToPeople(db, 'sign-in-changed', [changed('of-tomorrow@people.example')], clock.now());
  await db.query(`update letters_to_people set kind = 'of-tomorrow' where address like 'of-tomorrow%'`);
  const worker = sender({ ...world.ctx, mailer: slow });
  await worker.round();
  await queueLettersToPeople(db, 'sign-in-changed', [changed('mila@people.example')], clock.now());
  await worker.round();
  const settled = worker.drain();
  held.resolve();
  await settled;
  assert.equal(asked.filter((to) => to.endsWith('@slow.example')).length, 2, 'two at once of a kind');
  assert.ok(asked.includes('mila@people.example'));
  await world.settle();
  assert.equal(world.mail.letters.length, digests.length + 1, 'each once');
  const { rows } = await db.query(
    `delete from letters_to_people where kind = 'of-tomorrow' returning state, attempts`,
  );
  assert.deepEqual(rows, [{ state: 'due', attempts: 0 }]);
});

test('a letter that ends its process each time, or whose content nobody understands, is given up', async () => {
  await using world = await testWorld();
  const { db, clock } = world.ctx;
  await queueLettersToPeople(db, 'sign-in-changed', [changed('ends@people.example')], clock.now());
  const broken = { ...changed('odd@people.example'), content: {} as { change: 'password' } };
  await queueLettersToPeople(db, 'digest', [{ ...broken, content: {} } as never], clock.now());
  // Claimed seven times by processes that were killed.
  await db.query(`update letters_to_people set attempts = 7 where address = 'ends@people.example'`);
  for (let days = 0; days < 2; days += 1) {
    for (let hours = 0; hours < 24; hours += 6) {
      await world.settle();
      world.clock.forward('6 h');
    }
  }
  assert.equal(world.mail.letters.length, 0);
  const { rows } = await db.query<{ kind: string; state: string; last_error: string }>(
    `select kind, state, last_error from letters_to_people order by kind`,
  );
  assert.deepEqual(rows, [
    { kind: 'digest', state: 'failed', last_error: 'letter not made' },
    { kind: 'sign-in-changed', state: 'failed', last_error: 'never finished' },
  ]);
});
