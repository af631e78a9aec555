import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTrustedProxies } from './trusted-proxies-settings.ts';

const read = (value: string | undefined): string[] =>
  readTrustedProxies({ FACEVALUE_TRUSTED_PROXIES: value });

test('trusted proxies are listed, or none is trusted', () => {
  assert.deepEqual(read('none'), []);
  assert.deepEqual(read(undefined), []);
  assert.deepEqual(read('10.0.0.5, 2001:db8::/32,127.0.0.1'), ['10.0.0.5', '2001:db8::/32', '127.0.0.1']);
  for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.5,', 'none,10.0.0.5', 'true', '*']) {
    assert.throws(() => read(wrong), /must be none, or addresses/, wrong);
  }
});
