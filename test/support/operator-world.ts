import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import { operator } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { roles } from '../../src/people/access/rights.ts';
import { askApproval } from '../../src/people/approvals/approvals.ts';
import { addCaller, type Caller } from './client-api-caller.ts';
import { newPerson, type TestPerson } from './people-world.ts';
import type { TestProduct } from './arrange.ts';
import { meaningIt } from './say-yes.ts';
import { testWorld, type TestWorld } from './test-world.ts';

/** A world in which something of every kind waits for the operator, and somebody of every role is signed in. */
export interface OperatorWorld {
  world: TestWorld;
  shop: Caller;
  product: TestProduct;
  issued: number;
  /** Of the issued order. */
  code: string;
  exchangeId: number;
  people: ReadonlyMap<string, TestPerson>;
  get(role: string, url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(role: string, url: string, form?: Record<string, string>): Promise<LightMyRequestResponse>;
}

export async function operatorWorld(): Promise<OperatorWorld> {
  const world = await testWorld();
  const { db, keyring } = world.ctx;
  const shop = await addCaller(world, {
    name: 'Подарки и точка',
    callbackUrl: world.callbacks.url,
    delayedMode: true,
  });
  const product = await world.product({ title: 'Сертификат «Самовар»' });
  const [code] = await world.pool(product, 500, 1);
  const { id: issued } = await shop.ok('makeOrder', {
    product_id: product.id,
    face: 500,
    uuid: 'one',
    email_to: 'mila@recipients.example',
    external_id: 'shop-77',
  });
  await world.settle();
  await shop.ok('makeOrder', { product_id: product.id, face: 500, uuid: 'two' });
  await shop.ok('makeTopUp', { sum: 1000 });
  const people = new Map<string, TestPerson>();
  for (const role of roles.operator) people.set(role, await newPerson(world, operator, role));
  const now = world.clock.now();
  await askApproval(
    db,
    keyring,
    fromShell,
    { party: operator, act: 'money.top-up', payload: bookingOf(shop) },
    now,
  );
  const exchangeId = await letWait(world, product, shop.id, Number(issued));
  const headersOf = (role: string) => ({
    accept: 'text/html',
    'accept-language': 'en',
    'sec-fetch-site': 'same-origin',
    cookie: `facevalue-session=${people.get(role)?.cookie ?? assert.fail(role)}`,
  });
  return {
    world,
    shop,
    product,
    issued: Number(issued),
    code: code?.number ?? assert.fail('no code'),
    exchangeId,
    people,
    get: (role, url, headers = {}) =>
      world.server.inject({ url, headers: { ...headersOf(role), ...headers } }),
    post: (role, url, form = {}) =>
      meaningIt(
        (to, fields) =>
          world.server.inject({
            method: 'POST',
            url: to,
            headers: { ...headersOf(role), 'content-type': 'application/x-www-form-urlencoded' },
            payload: new URLSearchParams(fields).toString(),
          }),
        url,
        form,
      ),
  };
}

const bookingOf = ({ id }: Caller) => ({
  clientId: id,
  amountKopecks: 5_000_000,
  reference: 'платёж 17',
  note: '',
});

/** What elsewhere takes broken suppliers and mail servers days to make. */
async function letWait(
  world: TestWorld,
  product: TestProduct,
  clientId: number,
  requestId: number,
): Promise<number> {
  const { db } = world.home;
  const now = world.clock.now();
  const { supplierId } = product;
  const { rows } = await db.query<{ id: number }>(
    `insert into exchanges (supplier_id, kind, client_id, request_id, product_id, face_kopecks, call_id, state, details, due_at,
       deadline_at, attempts, created_at, ended_at)
     values ($1, 'issue', $2, $3, $4, 50000, gen_random_uuid(), 'quarantined', 'the answer was cut short', $5, $5, 1, $5, $5)
     returning id`,
    [supplierId, clientId, requestId, product.id, now],
  );
  const [exchange] = rows;
  if (exchange === undefined) assert.fail('no exchange');
  await db.query(
    `insert into exchange_attempts (supplier_id, exchange_id, attempt, at, duration_ms, outcome, http_status, details, transcript)
     values ($1, $2, 1, $3, 850, 'unclear', 200, 'the answer was cut short', '{"status":"iss')`,
    [supplierId, exchange.id, now],
  );
  await db.query(
    `insert into pool_drafts (supplier_id, sender, file_name, sealed_file, file_hash, bytes, rows, state, came_at)
     values ($1, 'codes@supplier.example', 'codes.xlsx', '\\x00', '\\x01', 10, 2, 'waiting', $2)`,
    [supplierId, now],
  );
  await db.query(
    `insert into alerts (supplier_id, kind, product_id, face_kopecks, left_then, raised_at) values ($1, 'stock', $2, 50000, 3, $3)`,
    [supplierId, product.id, now],
  );
  await db.query(
    `insert into digests (kind, since) values ('letters-stuck', $1) on conflict (kind) do update set since = $1`,
    [now],
  );
  await db.query(`update callbacks set state = 'abandoned' where client_id = $1 and request_id = $2`, [
    clientId,
    requestId,
  ]);
  await db.query(
    `update deliveries set report = 'undelivered', reported_at = $3, report_details = 'no such mailbox'
     where client_id = $1 and request_id = $2`,
    [clientId, requestId, now],
  );
  return exchange.id;
}
