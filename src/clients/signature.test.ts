import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSigned, signatureOf } from './client-directory.ts';

const secret = 's3cr3t/Key';

/** Requests of real clients, with the signatures that they sent. */
const seen = [
  { cmd: 'getBalance', data: '{}', sig: 'b93b6c60949a09b39c2ab0848ccd4b77dde218bff73510311718f4350c8b48f2' },
  {
    cmd: 'getStatus',
    data: '{"id":3513450}',
    sig: 'dcc109dfce0f7860d827e03f021d6506b5b7d25b68749b70d118294e314da24f',
  },
  { cmd: 'test', data: '', sig: 'e7a5c1535a203d775b4460cfd58cb383f395cc774861cbfdb32217aa74621a9d' },
  { cmd: 'getBalance', data: '[]', sig: 'ad92566b92708037309d339e9849181e5617077ea77a62b6aebe6426507a0f73' },
  {
    cmd: 'makeOrder',
    data: 'product_id=14073&face=3000&delivery_type=download',
    sig: '48453451d123b1723ec111dc6f5afb5d6e0dbfc362e9147741376ef804c74dc8',
  },
];

test('signatures of real clients are reproduced and accepted, in upper and lower case', () => {
  for (const request of seen) {
    assert.equal(signatureOf(request.cmd, request.data, secret), request.sig);
    assert.ok(isSigned(request, [secret]));
    assert.ok(isSigned({ ...request, sig: request.sig.toUpperCase() }, [secret]));
  }
});

test('a signature by any valid secret is accepted, in any order of the secrets', () => {
  const request = { cmd: 'test', data: '{"a":"Ж"}', sig: signatureOf('test', '{"a":"Ж"}', 'old') };
  assert.ok(isSigned(request, ['new', 'old']));
  assert.ok(isSigned(request, ['old', 'new']));
  assert.ok(!isSigned(request, ['new']));
});

test('a wrong, short, missing or foreign signature is refused; an unknown client has no valid one', () => {
  const request = { cmd: 'test', data: '{}', sig: signatureOf('test', '{}', secret) };
  for (const sig of ['', 'x', request.sig.slice(1), `${request.sig}0`, request.sig.replace(/./, 'g')]) {
    assert.ok(!isSigned({ ...request, sig }, [secret]));
  }
  assert.ok(!isSigned({ ...request, data: '{} ' }, [secret]));
  assert.ok(!isSigned({ ...request, cmd: 'getBalance' }, [secret]));
  assert.ok(!isSigned(request, []));
  assert.ok(!isSigned({ ...request, sig: '0'.repeat(64) }, []));
});
