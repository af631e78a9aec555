/** Whoever leads a party is told by letter of new leads and of changed access, and nobody of what they did not miss. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPerson } from '../support/people-world.ts';
import { runCommand } from '../support/run-command.ts';
import { testWorld } from '../support/test-world.ts';

test('a new lead is told to those who lead the team, and a changed callback address to all of them', async () => {
  await using world = await testWorld();
  const { id } = await world.client();
  const party = { side: 'client', partyId: id } as const;
  const toldOf = (subject: RegExp): string[] =>
    world.mail.letters
      .filter((letter) => subject.test(letter.subject ?? ''))
      .map(({ to }) => (Array.isArray(to) ? '' : (to?.text ?? '')))
      .toSorted();

  const first = await newPerson(world, party, 'owner');
  await newPerson(world, party, 'viewer', { factor: false });
  await world.settle();
  assert.deepEqual(toldOf(/руководитель/), [], 'nobody else leads it');

  const second = await newPerson(world, party, 'owner');
  await world.settle();
  assert.deepEqual(toldOf(/руководитель/), [first.email]);

  // The letter cuts it after the first half of a character.
  const address = `${world.callbacks.url}/`.padEnd(299, 'x') + '🎁🎁';
  const { err } = await runCommand(world, ['client', 'set', String(id), '--callback-url', address]);
  assert.equal(err, '');
  // The command works by the time of its machine.
  world.clock.forward('3650 d');
  await world.settle();
  assert.deepEqual(toldOf(/адрес вызовов/), [first.email, second.email].toSorted());
});
