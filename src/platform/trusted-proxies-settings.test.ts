import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTrustedProxies } from './trusted-proxies-settings.ts';

const read = (value: string | undefined, production = true): string[] =>
  readTrustedProxies({ FACEVALUE_TRUSTED_PROXIES: value }, production);

test('production does not guess what stands before it', () => {
  assert.throws(() => read(undefined), /FACEVALUE_TRUSTED_PROXIES must be set in production/);
  assert.throws(() => read(''), /must be set in production/);
  assert.deepEqual(read('none'), []);
  assert.deepEqual(read(undefined, false), []);
  assert.deepEqual(read('10.0.0.5, 2001:db8::/32,127.0.0.1'), ['10.0.0.5', '2001:db8::/32', '127.0.0.1']);
  for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.5,', 'none,10.0.0.5', 'true', '*']) {
    assert.throws(() => read(wrong), /must be none, or addresses/, wrong);
  }
});
