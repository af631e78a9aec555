/** The shape of what programs get: each answer of the client API, a callback, the integration API, the health of a process. */
import { setProduct } from '../../src/catalog/set-product.ts';
import { transaction } from '../../src/platform/database/database.ts';
import assert from 'node:assert/strict';
import { fromShell } from '../../src/people/access/principal.ts';
import { askProof } from '../../src/reports/proof/ask-proof.ts';
import { findProof } from '../../src/reports/proof/verdict.ts';
import { shapeOf } from '../support/shape-of.ts';
import type { Golden } from './golden.ts';
import type { GoldenWorld } from './golden-world.ts';

type Ask = (place: GoldenWorld) => object;

const asks: Record<string, Ask> = {
  test: () => ({}),
  getProducts: () => ({}),
  getCategories: () => ({}),
  getAddress: ({ product }) => ({ product_id: [product.id] }),
  getBalance: () => ({}),
  makeOrder: ({ product }) => ({ product_id: product.id, face: 500, testmode: 1, delivery_type: 'link' }),
  getStatus: ({ requestId }) => ({ id: requestId }),
  getLinks: ({ requestId }) => ({ queue_id: requestId }),
  getCode: ({ requestId }) => ({ queue_id: requestId }),
  getCertificate: ({ requestId }) => ({ queue_id: requestId }),
  resend: ({ requestId }) => ({ id: requestId }),
  makeBulkOrder: ({ product }) => ({
    testmode: 1,
    uuid: 'golden-bulk',
    orders: [{ product_id: product.id, face: 500, delivery_type: 'link' }],
  }),
  getReport: ({ bulkId }) => ({ id: bulkId }),
  makeTopUp: () => ({ sum: 1000 }),
  getTopUpStatus: ({ topUpId }) => ({ id: topUpId }),
  getTopUpLimit: () => ({}),
  moveTestClock: ({ testId }) => ({ id: testId, seconds: 1 }),
};

export const operationsAsked = Object.keys(asks);

export async function answers(place: GoldenWorld): Promise<Golden> {
  const { world, client, supplier, requestId } = place;
  const golden: Golden = {};
  const shape = (path: string, value: unknown): void => {
    golden[`answers/${path}.json`] = `${JSON.stringify(shapeOf(value), null, 2)}\n`;
  };
  for (const [cmd, ask] of Object.entries(asks)) {
    const caller = cmd === 'moveTestClock' ? place.program : client;
    shape(`client/${cmd}`, await caller.call(cmd, ask(place)));
  }
  shape('client/error', await client.call('makeOrder', { product_id: 1, face: 1 }));
  await world.settle();
  const [told] = client.told(requestId);
  shape('callback/issued', Object.fromEntries(new URLSearchParams(told?.body ?? '')));
  const second = { code: '7700000000000025' };
  shape('integration/check', (await supplier.check(second.code)).body);
  shape('integration/redeem', (await supplier.redeem({ ...second, idempotency_key: 'two' })).body);
  shape('integration/refused', (await supplier.redeem({ ...second, idempotency_key: 'three' })).body);
  await setInParts(place, true);
  const part = { code: '7700000000000033', amount: 100, idempotency_key: 'part' };
  shape('integration/check-in-parts', (await supplier.check(part.code)).body);
  shape('integration/redeem-in-parts', (await supplier.redeem(part)).body);
  shape(
    'integration/too-much',
    (await supplier.redeem({ ...part, amount: 500, idempotency_key: 'more' })).body,
  );
  await setInParts(place, false);
  world.clock.forward('2 h');
  const used = await supplier.used('2026-11-21 11:00:00', '2026-11-21 13:00:00');
  shape('integration/used', await used.json());
  const asked = await askProof(world.ctx.db, world.ctx.keyring, fromShell, world.clock.now());
  assert.ok(asked.is === 'asked');
  await world.settle();
  shape('operator/proof', JSON.parse(JSON.stringify(await findProof(world.ctx.pageDb, asked.proofId))));
  shape('process/healthz', await (await fetch(`${world.baseUrl}/healthz`)).json());
  shape('process/readyz', await (await fetch(`${world.baseUrl}/readyz`)).json());
  return golden;
}

const setInParts = ({ world, product }: GoldenWorld, inParts: boolean): Promise<unknown> =>
  transaction(world.ctx.db, (tx) => setProduct(tx, product.id, { inParts }, world.clock.now()));
