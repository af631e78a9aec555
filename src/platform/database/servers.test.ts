import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StartProblem } from '../process/start-problem.ts';
import { addressesOf, serversOf } from './servers.ts';

test('several hosts share name, password, database and settings', () => {
  assert.deepEqual(addressesOf('postgresql://me:a,b%40@one:1,[::1]:2,three/db?sslmode=verify-full'), [
    'postgresql://me:a,b%40@one:1/db?sslmode=verify-full',
    'postgresql://me:a,b%40@[::1]:2/db?sslmode=verify-full',
    'postgresql://me:a,b%40@three/db?sslmode=verify-full',
  ]);
});

test('one host, or a socket, stays as it is written', () => {
  for (const url of ['postgres://me@one/db', 'postgres:///db?host=/run/postgresql', 'socket:/run'])
    assert.equal(serversOf(url).current(), url);
});

test('a mode in which the driver checks the certificate is named as that, so that it does not warn', () => {
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
    assert.equal(
      serversOf(`postgres://one/db?sslmode=${mode}&sslrootcert=ca.pem`).current(),
      'postgres://one/db?sslmode=verify-full&sslrootcert=ca.pem',
    );
  for (const url of [
    'postgres://one/db?sslmode=disable',
    'postgres://one/db?sslmode=no-verify',
    'postgres://one/db?sslmode=require&uselibpqcompat=true',
  ])
    assert.equal(serversOf(url).current(), url);
});

test('the one that failed is passed over, by whoever notices first', () => {
  const servers = serversOf('postgres://one,two/db?target_session_attrs=read-write&options=-c%20a%3Db');
  assert.equal(servers.current(), 'postgres://one/db');
  assert.equal(servers.options, '-c a=b');
  servers.passOver('postgres://one/db');
  servers.passOver('postgres://one/db');
  assert.equal(servers.current(), 'postgres://two/db');
  servers.passOver('postgres://two/db');
  assert.equal(servers.current(), 'postgres://one/db');
});

test('what cannot be meant is refused without repeating the password', () => {
  for (const url of [
    'postgres://me:secret@one,two:port/db',
    'postgres://me:secret@one/db?target_session_attrs=standby',
  ])
    assert.throws(
      () => serversOf(url),
      (problem) => problem instanceof StartProblem && !problem.message.includes('secret'),
    );
});
