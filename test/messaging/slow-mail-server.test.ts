/** A mail server that has the letter and answers late: for as long as RFC 5321 allows, it is neither sent again nor in the way of others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDeliverer, letterLimits } from '../../src/messaging/mail/deliver.ts';
import { createLetterTurns } from '../../src/messaging/mail/letter-turns.ts';
import { runLoop } from '../../src/platform/process/loop.ts';
import { issue, mailWorld, type MailWorld } from './letter-world.ts';

/** In proportion as they are in production: the answer may take many times as long as handing over a letter. */
const limits = { handOverMs: 10_000, answerMs: 60_000, slowAfterMs: 1500 };
const patienceMs = 60_000;
const slow = (to: string): boolean => to.endsWith('@slow.example');

test('a server that answers after the time for a letter gets it once, and letters to others go on meanwhile', async () => {
  const held = Promise.withResolvers<void>();
  await using at = await mailWorld(
    { beforeAnswer: ({ to }) => (to.some(slow) ? held.promise : Promise.resolve()) },
    limits,
  );
  const { world, mailer, mail } = at;
  const turns = createLetterTurns(limits);
  const loop = runLoop(createDeliverer({ ...world, mailer }, { ...letterLimits(), turns }), world.log);
  const slowOnes = Array.from({ length: 12 }, (_, index) => index + 1);
  const others = Array.from({ length: 12 }, (_, index) => index + 101);
  try {
    await issue(
      world,
      slowOnes.map((id) => ({ requestId: id, address: `anna${id}@slow.example` })),
    );
    await until(() => mail.arrivals.length > 0, 'none arrived');
    await issue(
      world,
      others.map((id) => ({ requestId: id, address: `anna${id}@quick.example` })),
    );
    await until(
      async () => (await sentTo(at, 'quick')) === others.length,
      () => whatWaits(at),
    );
    assert.equal(await sentTo(at, 'slow'), 0);
    // Longer than a letter may take to be handed over, which was all that it might take before.
    await sleep(limits.handOverMs + 1000);
    assert.equal(await sentTo(at, 'slow'), 0);
    held.resolve();
    world.clock.forward(2);
    await until(async () => (await sentTo(at, 'slow')) === slowOnes.length, 'the slow ones are not sent');
  } finally {
    held.resolve();
    await loop.stop();
  }
  const addresses = mail.arrivals.flatMap(({ to }) => to);
  assert.equal(addresses.length, slowOnes.length + others.length, 'each letter once');
  assert.equal(new Set(addresses).size, addresses.length);
  const { rows } = await world.db.query(`select from deliveries where attempts <> 1`);
  assert.equal(rows.length, 0, 'what was put off was no attempt');
});

test('a letter in hand keeps its lease, however long its server takes', async () => {
  const held = Promise.withResolvers<void>();
  await using at = await mailWorld({ beforeAnswer: () => held.promise }, limits);
  const { world, mailer, mail } = at;
  const renewedEveryMs = 50;
  const one = createDeliverer({ ...world, mailer }, letterLimits(), renewedEveryMs);
  await issue(world, [{ requestId: 1 }]);
  await one.round();
  await until(() => mail.arrivals.length > 0, 'it does not arrive');
  for (let minutes = 0; minutes < 10; minutes += 1) {
    const before = await leasedUntil(at);
    world.clock.forward(1);
    await until(async () => (await leasedUntil(at)) > before, 'it is not renewed');
    assert.equal(await at.anotherDeliverer().round(), 0, 'nobody else takes it');
  }
  held.resolve();
  await one.drain();
  assert.equal(mail.arrivals.length, 1);
});

async function leasedUntil({ world }: MailWorld): Promise<Date> {
  const { rows } = await world.db.query<{ until: Date }>(`select leased_until as until from deliveries`);
  return rows[0]?.until ?? new Date(0);
}

async function sentTo({ world }: MailWorld, domain: string): Promise<number> {
  const { rows } = await world.db.query<{ count: number }>(
    `select count(*) from deliveries where state = 'sent' and address like $1`,
    [`%@${domain}.example`],
  );
  return rows[0]?.count ?? 0;
}

async function whatWaits({ world }: MailWorld): Promise<string> {
  const { rows } = await world.db.query(
    `select address, attempts, last_error from deliveries where state = 'due'`,
  );
  return `others wait: ${JSON.stringify(rows)}`;
}

async function until(
  holds: () => boolean | Promise<boolean>,
  otherwise: string | (() => Promise<string>),
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > deadline)
      assert.fail(typeof otherwise === 'string' ? otherwise : await otherwise());
    await sleep(20);
  }
}
