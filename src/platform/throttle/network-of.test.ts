import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf, widerNetworksOf } from './network-of.ts';

test('an IPv4 address is its own subject in every notation', () => {
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7');
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(networkOf('::ffff:cb00:7107'), '203.0.113.7');
});

test('addresses of IPv6 are counted by their /64', () => {
  const one = networkOf('2001:db8:1:2:aaaa::1');
  assert.equal(one, networkOf('2001:0DB8:1:2:ffff:ffff:ffff:ffff'));
  assert.notEqual(one, networkOf('2001:db8:1:3:aaaa::1'));
  assert.equal(networkOf('fe80::1%eth0'), networkOf('fe80::2%eth0'));
});

test('a value that is not an address is its own subject', () => {
  assert.equal(networkOf(''), '');
});

test('the networks around an address, widest first', () => {
  assert.deepEqual(widerNetworksOf('203.0.113.7'), ['203.0.113.0/24']);
  assert.deepEqual(widerNetworksOf('::ffff:203.0.113.7'), ['203.0.113.0/24']);
  assert.deepEqual(widerNetworksOf('2001:db8:1:2ff::1'), ['2001:db8:1::/48', '2001:db8:1:200::/56']);
  assert.deepEqual(widerNetworksOf(''), []);
});
