import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import { signatureOf } from '../../src/clients/client-directory.ts';
import { createServer } from '../../src/http/server.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { routesOf } from '../support/routes-of.ts';
import { testWorld } from '../support/test-world.ts';
import { needsOpenssl, walletKeys } from '../support/wallet-keys.ts';

/** The database's error text, which must not be visible anywhere. */
const secret = 'SECRET-OF-THE-DATABASE';
const person = 'anna@mail.example';
const phone = '79161234567';

/** Routes that answer without the database; every other one must fail here. */
const withoutDatabase = new Set([
  'GET /healthz',
  'GET /openapi.json',
  'HEAD /',
  'PUT /',
  'PATCH /',
  'DELETE /',
  'OPTIONS /',
  'GET /*',
  'GET /receive',
  'GET /till/sign-in',
  'GET /till/sign-out',
  'GET /till/check',
  'GET /till/redeem',
  'GET /g/:token/pdf',
  // A redirect to the link without what does not belong to it.
  'GET /g/:token/*',
  'GET /g/:token/resend',
  'GET /g/offline.js',
  'GET /web/:name',
  'GET /docs',
  'GET /docs/*',
  'GET /pictures/680/:proof/*',
  'GET /pictures/1360/:proof/*',
]);

/** An address that the route takes for one of its own. */
const addressOf = (url: string): string =>
  url
    .replace(':token', 'A'.repeat(22))
    .replace('of/:supplier/:name', `of/501/${'A'.repeat(22)}-large.png`)
    .replace('by/:client/:name', `by/11638/${'A'.repeat(22)}.png`)
    .replace(/:\w+|\*/g, 'x');

const told = 'database_history';

/**
 * Every table is replaced by a view that raises an error with a personal address when it is read. Only the history of the database is still
 * told: without it no connection is opened.
 */
async function breakTables(db: Database, schema: string): Promise<void> {
  const away = `${schema}_moved_away`;
  await db.query(`alter schema ${schema} rename to ${away}`);
  await db.query(`create schema ${schema}`);
  const { rows } = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = '${away}' and table_name <> '${told}'`,
  );
  if (schema === 'public') await db.query(`create view ${schema}.${told} as select * from ${away}.${told}`);
  for (const { name } of rows) {
    await db.query(`create function ${away}.read_${name}() returns setof ${away}.${name} language plpgsql as $body$
      begin raise exception '${secret} ${person} +${phone}'; end $body$`);
    await db.query(`create view ${schema}.${name} as select * from ${away}.read_${name}()`);
  }
}

async function mendTables(db: Database, schema: string): Promise<void> {
  await db.query(`drop schema ${schema} cascade`);
  await db.query(`alter schema ${schema}_moved_away rename to ${schema}`);
}

interface Line {
  level: number;
  request_id?: string;
  route?: string;
}

function memoryLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, log: pino({ level: 'info' }, stream) };
}

test('a failing route reveals no reason, logs it once, and forbids caching', needsOpenssl, async () => {
  using keys = walletKeys();
  await using world = await testWorld({ ...keys.appleSettings, ...keys.googleSettings });
  const client = await world.client();
  const { log, lines } = memoryLog();
  const server = await createServer(
    { ...world.ctx, log },
    {
      makePaper: () => Promise.reject(new Error('no PDF here')),
      giftPages: (await import('../../src/http/gift-page/gift-pages.ts')).createGiftPages(world.ctx, {
        make: () => Promise.reject(new Error('no PDF here')),
      }),
      makePdf: () => Promise.reject(new Error('no PDF here')),
    },
  );
  await server.ready();
  const routes = routesOf(server.printRoutes({ commonPrefix: false }));
  assert.ok(routes.length > 25, server.printRoutes({ commonPrefix: false }));
  const { db, cells } = world.ctx;
  const schemas = ['public', ...cells.map(({ schema }) => schema)];
  for (const schema of schemas) await breakTables(db, schema);
  const failed: string[] = [];
  const answered: string[] = [];
  try {
    for (const { method, url } of routes)
      for (const [accept, language] of [
        ['text/html', 'en'],
        ['*/*', 'ru'],
      ] as const) {
        lines.length = 0;
        const name = `${method} ${url}`;
        const call = {
          cmd: 'getBalance',
          id: String(client.id),
          sig: signatureOf('getBalance', '', client.secret),
        };
        const query = url === '/' ? `?${new URLSearchParams(call).toString()}` : '';
        const response = await server.inject({
          method: method as 'GET',
          url: addressOf(url) + query,
          headers: {
            accept,
            'accept-language': language,
            authorization: `Bearer ${url === '/metrics' ? 'operator-token' : 'fv_' + 'a'.repeat(40)}`,
            cookie: `facevalue-cashier=501.${'a'.repeat(43)}; facevalue-session=501.${'a'.repeat(43)}`,
            'content-type': 'application/x-www-form-urlencoded',
            'sec-fetch-site': 'same-origin',
          },
          ...(method === 'POST' && {
            payload: `login=kassa-1%40501&password=correct+horse+battery&phone=${phone}&code=123456789012`,
          }),
        });
        if (response.statusCode < 500) {
          // A HEAD does what a GET does.
          const asks = !withoutDatabase.has(name) && !withoutDatabase.has(name.replace('HEAD', 'GET'));
          if (asks && !/\.(js|css|wasm)$/.test(url)) answered.push(`${name} ${response.statusCode}`);
          continue;
        }
        failed.push(name);
        const heads = JSON.stringify(response.headers);
        for (const word of [secret, person, phone, 'moved_away', 'boom', 'relation', 'stack', 'P0001'])
          assert.ok(!`${response.body}${heads}`.includes(word), `${name} says ${word}: ${response.body}`);
        if (url === '/readyz') continue;
        // Programs are told to repeat.
        assert.equal(response.statusCode, /^\/(integration|$)/.test(url) ? 503 : 500, name);
        assert.equal(response.headers['cache-control'], 'no-store', name);
        const type = String(response.headers['content-type']);
        const isPage = type.startsWith('text/html');
        if (isPage && method !== 'HEAD')
          assert.match(response.body, new RegExp(`<html lang="${language}"`), name);
        else if (method !== 'HEAD') assert.ok('error' in JSON.parse(response.body), name);
        if (isPage)
          assert.match(String(response.headers['content-security-policy']), /^default-src 'none'/, name);
        if (/^\/(g|till|receive|activation)\b/.test(url) && accept === 'text/html')
          assert.ok(isPage, `${name} is ${type}`);
        if (/^\/(integration|$)/.test(url)) assert.match(type, /^application\/json/, name);
        const errors = lines.map((line) => JSON.parse(line) as Line).filter(({ level }) => level >= 50);
        assert.equal(errors.length, 1, `${name} logged ${lines.join('')}`);
        assert.equal(errors[0]?.request_id, response.headers['x-request-id'], name);
        assert.equal(errors[0]?.route, url, name);
        for (const word of [secret, person, phone, 'A'.repeat(22)])
          assert.ok(!lines.join('').includes(word), `${name} logs ${word}: ${lines.join('')}`);
      }
  } finally {
    await server.close();
    for (const schema of schemas) await mendTables(db, schema);
  }
  assert.deepEqual([...new Set(answered)], [], 'these did not ask the database');
  assert.ok(new Set(failed).size >= 15, `only these failed: ${[...new Set(failed)].join(', ')}`);
});
