import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operator, clientParty } from '../../../src/people/access/party.ts';
import { visitor } from '../../support/pages-of.ts';
import { waitingWorld } from './waiting-world.ts';

test('nothing stops waiting by its age: letters, callbacks, payments, activations, replies', async () => {
  await using o = await waitingWorld();
  const { world } = o;
  await o.failLetter();
  await o.returnLetter();
  await o.giveUpCallback();
  await o.announce();
  await o.unclearReply(await o.remindSupplier());
  const ours = ['letters', 'callbacks', 'top-ups', 'activation', 'replies'] as const;
  const counts = { letters: 2, callbacks: 1, 'top-ups': 1, activation: 1, replies: 1 };
  assert.deepEqual(await o.counts(ours), counts);
  world.clock.forward('100 d');
  assert.deepEqual(await o.counts(ours), counts);
  const support = await visitor(world, operator, 'support');
  assert.doesNotMatch((await support.get('/o/letters')).body, /arrived/);
  const owner = await visitor(world, clientParty(o.shop.id), 'owner');
  assert.match((await owner.get('/c')).body, /Callbacks that were never accepted: 1/);
});

test('what has succeeded meanwhile waits no longer: resent, replayed, booked', async () => {
  await using o = await waitingWorld();
  const { world, shop } = o;
  const letter = await o.failLetter();
  const callback = await o.giveUpCallback();
  const reference = await o.announce();
  assert.deepEqual(await o.counts(['letters', 'callbacks', 'top-ups']), {
    letters: 1,
    callbacks: 1,
    'top-ups': 1,
  });
  const support = await visitor(world, operator, 'support');
  world.clock.forward('2 min');
  assert.equal((await support.post(`/o/orders/${letter}/resend`)).statusCode, 303);
  assert.equal((await support.post(`/o/callbacks/${callback}/replay`)).statusCode, 303);
  const finance = await visitor(world, operator, 'finance');
  const booked = await finance.post(`/o/money/${shop.id}/book`, { reference, sum: '1500' });
  assert.equal(booked.statusCode, 303);
  await world.settle();
  assert.deepEqual(await o.counts(['letters', 'callbacks', 'top-ups']), {});
  assert.match((await support.get('/o/letters')).body, /Nothing waits/);
});
