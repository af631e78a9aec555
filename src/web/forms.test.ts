import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { createLog } from '../platform/process/log.ts';
import { handleFailures } from './failures.ts';
import { maxFormBytes } from './body-limits.ts';
import { acceptForms, formOf } from './forms.ts';
import { refuseForeignForms } from './own-forms.ts';
import { acceptSessionCookie } from './session-cookie.ts';

const formType = 'application/x-www-form-urlencoded';

async function site(baseUrl = 'http://192.168.1.7:8080') {
  const app = Fastify();
  handleFailures(app, createLog('silent'));
  await acceptForms(app, 'fields');
  refuseForeignForms(app, baseUrl);
  const cookie = await acceptSessionCookie(app, 'seat', baseUrl);
  app.post('/form', (request) => ({
    name: formOf(request).get('name'),
    rows: formOf(request).getAll('row'),
  }));
  app.get('/form', (request) => ({ seat: cookie.read(request), nothing: formOf(request).get('name') }));
  app.post('/in', (_request, reply) => {
    cookie.set(reply, 'a-b_c');
    return reply.send('in');
  });
  app.post('/out', (_request, reply) => {
    cookie.clear(reply);
    return reply.send('out');
  });
  const post = (url: string, headers: Record<string, string>, payload = 'name=%D0%90+%26&row=1&row=2') =>
    app.inject({ method: 'POST', url, headers: { 'content-type': formType, ...headers }, payload });
  return { app, post };
}

const own = { 'sec-fetch-site': 'same-origin' };

test('a form is read with repeated fields; other types and longer bodies are refused', async () => {
  const { app, post } = await site();
  assert.deepEqual((await post('/form', own)).json(), { name: 'А &', rows: ['1', '2'] });
  assert.equal((await post('/form', { ...own, 'content-type': 'application/json' }, '{}')).statusCode, 415);
  assert.equal((await post('/form', own, 'x'.repeat(maxFormBytes.fields + 1))).statusCode, 413);
  assert.deepEqual((await app.inject('/form')).json(), { seat: '', nothing: null });
  assert.deepEqual((await post('/form', own, '__proto__=1&name=%FF%')).json(), { name: '\uFFFD%', rows: [] });
});

test('a form from another site is refused before it is read', async () => {
  const { app, post } = await site();
  const foreign: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://192.168.1.7:8080' },
    { origin: 'null' },
    { origin: 'http://192.168.1.7:8080.evil.example' },
    { origin: 'https://192.168.1.7:8080' },
  ];
  for (const headers of foreign)
    assert.equal((await post('/form', headers)).statusCode, 403, JSON.stringify(headers));
  assert.equal((await post('/form', { origin: 'http://192.168.1.7:8080' })).statusCode, 200);
  assert.equal((await app.inject('/form')).statusCode, 200);
  const page = await post('/form', { accept: 'text/html', 'accept-language': 'en' });
  assert.match(page.body, /came from another site/);
});

test('a session cookie is bound to its host over https and removed completely', async () => {
  const secure = await site('https://gift.example');
  const [set] = [(await secure.post('/in', own)).headers['set-cookie']].flat();
  assert.equal(set, '__Host-seat=a-b_c; Path=/; HttpOnly; Secure; SameSite=Lax');
  const [gone] = [(await secure.post('/out', own)).headers['set-cookie']].flat();
  assert.match(
    gone ?? '',
    /^__Host-seat=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970[^;]*; HttpOnly; Secure/,
  );
  const plain = await site();
  const [local] = [(await plain.post('/in', own)).headers['set-cookie']].flat();
  assert.equal(local, 'facevalue-seat=a-b_c; Path=/; HttpOnly; SameSite=Lax');
  const headers = { cookie: 'other=1; facevalue-seat=a-b_c' };
  assert.equal((await plain.app.inject({ url: '/form', headers })).json().seat, 'a-b_c');
});
