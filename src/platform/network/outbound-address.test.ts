import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './outbound-address.ts';

const refused: Record<string, string[]> = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1', 'fec0::1'],
  'carrier-grade': ['100.64.0.1', '100.127.255.255'],
  'link-local and metadata': [
    '169.254.169.254',
    'fe80::1',
    'fd00:ec2::254',
    '100.100.100.200',
    '192.0.0.192',
  ],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1'],
  'reserved and documentation': [
    '240.0.0.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '2001:db8::1',
  ],
  'IPv4 inside IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::1',
    '2001:0:7f00:1::1',
  ],
  'not handed out': ['4000::1', 'e000::1', '100::1', '5f00::1'],
  'no address': ['', 'localhost', 'example.org', '1.2.3', '08.8.8.8.8'],
};

for (const [kind, addresses] of Object.entries(refused)) {
  test(`refused: ${kind}`, () => {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
  });
}

test('public unicast is allowed', () => {
  for (const address of [
    '8.8.8.8',
    '77.88.8.8',
    '172.32.0.1',
    '100.63.255.255',
    '2a02:6b8::feed:0ff',
    '2606:4700::1111',
  ]) {
    assert.equal(isPublicAddress(address), true, address);
  }
});
