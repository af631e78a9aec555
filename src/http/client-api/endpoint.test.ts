import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { signatureOf, type KnownClient } from '../../clients/client-directory.ts';
import { usualSandbox } from '../../clients/sandbox.ts';
import { ok } from './answer.ts';
import { serverWithMiddleware } from '../middleware.ts';
import { registerClientApi } from './endpoint.ts';
import { refuseEarly } from './refuse-early.ts';
import type { Operation } from './operation.ts';
import { createLog } from '../../platform/process/log.ts';
import { createMetrics } from '../../platform/process/metrics.ts';
import type { Config } from '../../platform/settings/config.ts';
import { systemClock } from '../../platform/time/clock.ts';

const clientOf = (id: number): KnownClient => ({
  id,
  name: 'Клиент',
  registeredAt: new Date(0),
  testMode: false,
  delayedMode: false,
  callbackUrl: null,
  callbackFormat: 'form',
  discountBasisPoints: 0,
  allowedNetworks: [],
  uuidRequired: false,
  postOnly: false,
  pricesInKopecks: false,
  switchedOn: true,
  secrets: ['secret', 'test_secret'],
  keyVersions: [1, 1],
  liveKeys: 1,
  sandbox: usualSandbox,
  mayCallFrom: () => true,
});

const config = { baseUrl: 'https://gifts.example' } as Config;
const ctx = { log: createLog('silent'), metrics: createMetrics(), clock: systemClock, tracing: null, config };

const operation = (parts: Pick<Operation, 'cmd' | 'run'> & Partial<Operation>): Operation => ({
  title: '',
  request: {},
  answer: z.object({}),
  errors: [],
  ...parts,
});

/** The endpoint with these operations alone; every client has the same secret. */
async function appOf(...operations: Operation[]): Promise<FastifyInstance> {
  const { serverFactory, use } = serverWithMiddleware({ maxRequestsPerSocket: 100 });
  const app = Fastify({ serverFactory });
  const named = new Map(operations.map((one) => [one.cmd, one]));
  use((next) => refuseEarly(next, ctx, { operations: named, isClosing: () => !app.server.listening }));
  await registerClientApi(app, ctx, {
    directory: { find: (id: string) => clientOf(Number(id)) },
    operations: named,
    callLog: { note: () => {}, written: () => Promise.resolve() },
    homePage: (_request, reply) => reply.send(),
  });
  return app;
}

async function endpointOf(...operations: Operation[]) {
  const app = await appOf(...operations);
  return async (cmd: string, id: number, sig = signatureOf(cmd, '', 'secret')): Promise<string> => {
    const { body } = await app.inject({ url: `/?cmd=${cmd}&id=${id}&in=json&sig=${sig}` });
    return /"code":(\d+)/.exec(body)?.[1] ?? 'ok';
  };
}

/** The most that the test keys of a client may call in a minute. */
const mostTests = 1200;

test('calls with a test key are limited by themselves and take no share of live ones', async () => {
  const gate = Promise.withResolvers<void>();
  const ask = await endpointOf(
    operation({ cmd: 'now', run: ({ client }) => ok({ balance: client.testMode ? 1 : 0 }) }),
    operation({ cmd: 'money', onlyWith: 'live', run: () => ok({}) }),
    operation({ cmd: 'wait', run: () => gate.promise.then(() => ok({})) }),
  );
  const tried = (cmd: string, id = 1) => ask(cmd, id, signatureOf(cmd, '', 'test_secret'));
  assert.equal(await tried('money'), '1005');
  assert.equal(await ask('money', 1), 'ok');
  const flood = Array.from({ length: mostAtOnce }, () => tried('wait'));
  assert.equal(await tried('wait'), '1003', 'as many as a client may have at once');
  assert.equal(await ask('now', 1), 'ok', 'its live calls');
  gate.resolve();
  await Promise.all(flood);
  let last = 'ok';
  for (let count = 0; count <= mostTests && last === 'ok'; count += 1) last = await tried('now');
  assert.equal(last, '1003');
  assert.deepEqual([await ask('now', 1), await tried('now', 2)], ['ok', 'ok']);
});

/** The most that one client may have in progress. */
const mostAtOnce = 500;

test("only a client's requests beyond its share are refused with 1003", async () => {
  const gate = Promise.withResolvers<void>();
  const ask = await endpointOf(
    operation({
      cmd: 'wait',
      run: async () => {
        await gate.promise;
        return ok({});
      },
    }),
    operation({ cmd: 'fail', run: () => Promise.reject(new Error('broken')) }),
  );
  for (let count = 0; count < 3; count += 1) await ask('fail', 1);
  const flood = Array.from({ length: mostAtOnce }, () => ask('wait', 1));
  const other = ask('wait', 2);
  assert.equal(await ask('wait', 1), '1003', 'at once, while the others wait');
  gate.resolve();
  assert.ok([...(await Promise.all(flood)), await other].every((answer) => answer === 'ok'));
  assert.equal(await ask('wait', 1), 'ok');
});

test('only a client whose queue is full is refused before its signature is checked', async (context) => {
  const app = await appOf(
    operation({ cmd: 'queue', run: () => ok({}), isFullFor: (id) => id === 1, sharesItself: true }),
    operation({ cmd: 'free', run: () => ok({}) }),
  );
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  context.after(() => app.close());
  const answers = async (query: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${address}/?${query}`, init);
  const ask = async (
    cmd: string,
    id: number,
    sig = signatureOf(cmd, '', 'secret'),
    init: RequestInit = {},
  ): Promise<string> => {
    const answer = await answers(`cmd=${cmd}&id=${id}&in=json&sig=${sig}`, init);
    return /"code":(\d+)/.exec(await answer.text())?.[1] ?? 'ok';
  };
  assert.equal(await ask('queue', 1, 'wrong'), '1003');
  assert.equal(await ask('queue', 1), '1003');
  assert.equal(await ask('queue', 2, 'wrong'), '1002');
  assert.equal(await ask('queue', 2), 'ok');
  assert.equal(await ask('free', 1, 'wrong'), '1002');
  assert.equal(await ask('free', 1), 'ok');
  const posted = { method: 'POST', body: 'x'.repeat(100_000) };
  assert.equal(await ask('queue', 1, 'wrong', posted), '1003', 'its body is not read');
  assert.equal(await ask('queue', 2), 'ok', 'the connection is good for the next request');
  const { status, headers } = await answers('cmd=queue&id=1&sig=x');
  assert.deepEqual(
    [
      status,
      headers.get('content-type'),
      headers.get('cache-control'),
      headers.get('strict-transport-security'),
    ],
    [200, 'application/json; charset=utf-8', 'no-store', 'max-age=31536000'],
  );
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
});
