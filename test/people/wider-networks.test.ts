import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSignIn, wrongOfAccount } from '../../src/people/sign-in/sign-in.ts';
import { testWorld } from '../support/test-world.ts';
import { device, newPerson, password } from '../support/people-world.ts';

const from = (address: string) => ({ ...device, address });
/** As in `password-tries.ts`. */
const timesInWider = 8;
const ofWider = wrongOfAccount.tries * timesInWider;

for (const [kind, address, elsewhere] of [
  ['a /48', (at: number) => `2001:db8:1:${at.toString(16)}::1`, '2001:db8:2::1'],
  ['a /56', (at: number) => `2001:db8:1:${(at % 256).toString(16)}::1`, '2001:db8:2::1'],
  ['a /24', (at: number) => `198.51.100.${at % 256}`, '203.0.113.1'],
] as const)
  test(`guesses at one account from all over ${kind} are limited; from elsewhere the person can sign in`, async () => {
    await using world = await testWorld();
    const { email } = await newPerson(world);
    const signIn = createSignIn(world.ctx);
    const outcomes = [];
    for (let at = 0; at < ofWider + 10; at += 1)
      outcomes.push(
        await signIn.signIn({ login: email, password: 'wrong', ...from(address(at)) }, world.clock.now()),
      );
    assert.equal(outcomes.filter(({ is }) => is === 'wrong').length, ofWider);
    assert.equal(outcomes.at(-1)?.is, 'refused');
    const right = await signIn.signIn({ login: email, password, ...from(elsewhere) }, world.clock.now());
    assert.equal(right.is, 'signed-in');
  });
