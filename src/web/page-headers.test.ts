import assert from 'node:assert/strict';
import { test } from 'node:test';
import { privatePageHeaders } from './page-headers.ts';

const policy = (needs: Parameters<typeof privatePageHeaders>[0]) =>
  privatePageHeaders(needs)['content-security-policy'] ?? '';

test('the content security policy allows only what is named', () => {
  assert.match(policy({}), /^default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:;/);
  assert.match(policy({}), /form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/);
  assert.doesNotMatch(policy({ styles: ['a'], scripts: ['b'] }), /unsafe/);
});

test('inline text is allowed by its hash', () => {
  assert.match(policy({ styles: ['p{}'] }), /style-src 'self' 'sha256-[\w+/]{43}='/);
});

test('a picture adds its origin to the policy, and nothing that could end the directive', () => {
  assert.match(
    policy({ pictures: ['https://cdn.example:8443/a.jpg'] }),
    /img-src 'self' data: https:\/\/cdn\.example:8443;/,
  );
  for (const evil of ["https://x.example; script-src 'unsafe-inline'", 'javascript:1', null])
    assert.doesNotMatch(policy({ pictures: [evil] }), /unsafe|javascript|x\.example;? script/);
});
