import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { tokenHash } from '../platform/secrets/keyring.ts';
import { newTokenSalt } from '../platform/secrets/token-salt.ts';
import { giftHash, giftToken, plainHash } from './gift-link.ts';

/** As a keyring computes it, so that secrets of neighbours have nothing in common. */
const keyringOf = (digits: string): Keyring => {
  const clientToken = (_clientId: number, thing: string): string =>
    digits + tokenHash(thing).subarray(0, 16).toString('base64url');
  return { clientToken } as unknown as Keyring;
};

for (const digits of ['', '07']) {
  const keyring = keyringOf(digits);
  const hashOf = (requestId: number): Buffer =>
    giftHash(giftToken(keyring, { clientId: 1007, requestId, linkSalt: 5 }));

  test(`what is stored of links grows with their requests${digits && ', in a cell too'}`, () => {
    const stored = [0, 1, 2, 3, 4].map((block) => hashOf(3_500_001 + block * 2 ** 14));
    assert.deepEqual(
      stored.toSorted((one, other) => one.compare(other)),
      stored,
    );
    const [first, neighbour] = [hashOf(16_384), hashOf(16_385)];
    assert.deepEqual(first?.subarray(0, 3), neighbour?.subarray(0, 3));
    assert.notDeepEqual(first, neighbour);
    assert.equal(first?.length, 32);
  });

  test(`the secret of a link without a salt is the one of before${digits && ', in a cell too'}`, () => {
    const token = giftToken(keyring, { clientId: 1007, requestId: 3_500_001, linkSalt: null });
    const before = keyring.clientToken(1007, 'gift:1007:3500001');
    assert.equal(token.slice(0, -3), before);
    assert.deepEqual(giftHash(before), tokenHash(before));
    assert.deepEqual(plainHash(token), tokenHash(before));
    assert.match(token, /^[\w-]{25,27}$/);
  });
}

test('another place leads to nothing', () => {
  const keyring = keyringOf('');
  const token = giftToken(keyring, { clientId: 1007, requestId: 3_500_001, linkSalt: 5 });
  assert.notDeepEqual(giftHash(`${token.slice(0, -3)}AAA`), giftHash(token));
});

test('the same ids with another salt, or none, make another link', () => {
  const keyring = keyringOf('');
  const salts = [newTokenSalt(), newTokenSalt(), 0, null];
  const tokens = salts.map((linkSalt) =>
    giftToken(keyring, { clientId: 1007, requestId: 3_500_001, linkSalt }),
  );
  assert.equal(new Set(tokens).size, salts.length);
  assert.ok(salts.slice(0, 2).every((salt) => Number.isSafeInteger(salt)));
});
