import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { FairTurns } from './fair-turns.ts';

const waitMs = 10_000;

/** Who has got places, in their order. Nobody waits in vain: whoever still waits when the test ends is forgotten. */
function watching({ mock }: TestContext, places: number) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const turns = new FairTurns<string>(places, waitMs);
  const served: string[] = [];
  return {
    served,
    take: (user: string, count: number) => {
      for (let left = count; left > 0; left -= 1) void turns.take(user).then(() => served.push(user));
    },
    after: async (...users: string[]): Promise<string[]> => {
      for (const user of users) turns.giveBack(user);
      await setImmediate();
      return served.splice(0);
    },
  };
}

test('one user alone gets all places', async (context) => {
  const { take, after } = watching(context, 4);
  take('busy', 6);
  assert.deepEqual(await after(), ['busy', 'busy', 'busy', 'busy']);
  assert.deepEqual(await after('busy', 'busy'), ['busy', 'busy']);
});

test('while others wait, a user gets no more than an equal share', async (context) => {
  const { take, after } = watching(context, 4);
  take('busy', 20);
  await after();
  take('other', 20);
  assert.deepEqual(await after('busy', 'busy'), ['other', 'other']);
  take('third', 1);
  assert.deepEqual(await after('busy'), ['third']);
  // Two of the other, one each of busy and third.
  assert.deepEqual(await after('other'), ['busy']);
  assert.deepEqual(await after('third'), ['other']);
});

test('of users with equally many the one is next that has waited longest', async (context) => {
  const { take, after } = watching(context, 1);
  for (const user of ['one', 'two', 'three', 'one', 'two', 'three']) take(user, 1);
  assert.deepEqual(await after(), ['one']);
  assert.deepEqual(await after('one'), ['two']);
  assert.deepEqual(await after('two'), ['three']);
  assert.deepEqual(await after('three'), ['one']);
});

test('whoever has waited too long gets no place, and takes none from those behind', async () => {
  const turns = new FairTurns<string>(1, 5);
  await turns.take('one');
  await assert.rejects(turns.take('two'), /became free/);
  turns.giveBack('one');
  await turns.take('three');
});
