import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from './supplier/play-supplier.ts';
import { clock, demoWorld } from './demo-world.ts';

test('faults and lost idempotency of a supplier are set and removed on its page', async () => {
  await using demo = await demoWorld();
  const tell = async (form: string, fields: string, site = 'same-origin'): Promise<number> => {
    const answer = await demo.app.inject({
      method: 'POST',
      url: `/demo/suppliers/sova-shop/${form}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      payload: fields,
    });
    return answer.statusCode;
  };
  const fault = 'fault=slow&seconds=2.5&times=3&rate=&do=set';
  assert.equal(await tell('fault', fault, 'cross-site'), 403);
  assert.equal(await tell('fault', 'fault=slow&seconds=-1&do=set'), 422);
  assert.equal(demo.supplier.script, null);
  assert.equal(await tell('fault', fault), 303);
  assert.deepEqual(demo.supplier.script, { fault: 'slow', seconds: 2.5, times: 3, left: 3 });
  assert.match(await demo.page('/demo/suppliers/sova-shop'), /calls left: 3/);
  assert.match(await demo.page('/demo/suppliers'), /fault set: answer slowly/);
  assert.equal(await tell('fault', 'fault=slow&do=take-back'), 303);
  assert.equal(demo.supplier.script, null);
  assert.equal(await tell('mode', 'idempotent=no'), 303);
  assert.equal(demo.supplier.idempotent, false);
  assert.equal((await demo.app.inject('/demo/suppliers/nobody')).statusCode, 404);
});

test('the ledger of a supplier shows four characters of a number, and no PIN', async () => {
  await using demo = await demoWorld();
  await serve(demo.supplier, { kind: 'issue', requestId: 'ask-1', roubles: 500 }, null, clock);
  const [entry] = demo.supplier.ledger.entries;
  assert.ok(entry !== undefined);
  const page = await demo.page('/demo/suppliers/sova-shop');
  assert.match(page, new RegExp(`>••••${entry.code.slice(-4)}</td>`));
  assert.match(page, />500<\/td><td[^>]*>ask-1<\/td>/);
  assert.ok(!page.includes(entry.code) && !page.includes(`>${entry.pin}<`));
});
