import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCallLog, keptSamples, samplesBetweenTrims } from '../../../src/reports/call-log/call-log.ts';
import { clientCalls } from '../../../src/reports/call-log/call-tables.ts';
import { countCalls, lastAddresses, listCalls } from '../../../src/reports/call-log/list-calls.ts';
import { createCallPruner } from '../../../src/reports/call-log/prune-calls.ts';
import { callKept } from '../../support/call-kept.ts';
import { addCaller } from '../../support/client-api-caller.ts';
import { testWorld } from '../../support/test-world.ts';

const people = ['anna@mail.example', '79161234567', 'Анна Петрова', 'С днём рождения', 'olga@shop.example'];

test('a client’s last calls are kept with what was wrong, and with nothing that is anybody’s secret', async () => {
  await using world = await testWorld();
  const { db } = world.home;
  const [shop, other] = [await addCaller(world), await addCaller(world)];
  const product = await world.product({ scheme: 'pool' });
  // As no number, date or address of a call has it.
  const [code] = await world.pool(product, 500, [{ number: '2200451298760031', pin: '482-173' }]);
  const order = {
    product_id: product.id,
    face: 500,
    uuid: '7a1d9d10-1111-4222-8333-446655440000',
    email_to: people[0],
    email_from: people[4],
    to_phone: people[1],
    to: people[2],
    text: people[3],
    comment: `звонить ${people[1]} или +7 (916) 123-45-67, писать ${people[0]}`,
    external_id: 'A-17',
    invented: 'secret of a field that nobody knows',
    callback: 'https://shop.example/callback?token=hidden',
  };
  const { id } = await shop.ok('makeOrder', order);
  await world.settle();
  const link = String((await shop.ok('getLinks', { id }))['download_url']);
  await shop.ok('getCode', { id });
  await shop.ok('getCertificate', { id });
  await shop.ok('getStatus', { id });
  await shop.ok('getProducts', {});
  assert.equal(await shop.code('makeOrder', { ...order, uuid: '', email_to: 'not an address' }), 3601);
  assert.equal(await other.code('getStatus', { id }), 1201);
  await fetch(`${world.baseUrl}/?cmd=getCode&id=${shop.id}&sig=${'0'.repeat(64)}&data=${people[0]}`);
  await world.server.inject('/healthz');
  await callKept(world, 'getCode', '1002');

  const calls = await listCalls(db, clientCalls, { ownerId: shop.id, kind: null, before: null, limit: 50 });
  // The reference of a call is random, and how long it took is anything.
  const text = JSON.stringify(calls.map((call) => ({ ...call, ref: '', durationMs: 0 })));
  for (const secret of [
    ...people,
    code?.number,
    code?.pin,
    link.split('/').at(-1),
    shop.secret,
    'hidden',
    'nobody knows',
  ]) {
    if (secret) assert.ok(!text.includes(secret), `${secret} in ${text}`);
  }
  assert.doesNotMatch(text, /\(916|123-45|sig=|not an address/);
  const wrong = calls.find(({ outcome }) => outcome === '3601');
  assert.match(wrong?.answered ?? '', /fields filled incorrectly: email_to/);
  assert.match(wrong?.asked ?? '', /GET cmd=makeOrder in=json[^]*"external_id": "A-17"[^]*"invented": "•••"/);
  assert.match(calls.at(-1)?.asked ?? '', /"uuid": "7a1d9d10-1111-4222-8333-446655440000"/);
  const refused = calls.filter(({ kind }) => kind === 'refused');
  assert.deepEqual(
    refused.map(({ cmd, asked, outcome }) => [cmd, asked, outcome]),
    [['getCode', 'signature-refused', '1002']],
  );
  const counted = await countCalls(db, clientCalls, { ownerId: shop.id, since: '2026-11-21' });
  assert.deepEqual(
    counted
      .filter(({ outcome }) => outcome !== 'ok')
      .map(({ cmd, outcome, calls: times }) => [cmd, outcome, times]),
    [
      ['getCode', '1002', 1],
      ['makeOrder', '3601', 1],
    ],
  );
  assert.deepEqual(
    (await lastAddresses(db, clientCalls, shop.id)).map(({ address }) => address),
    ['127.0.0.1'],
  );
  assert.equal(
    (await listCalls(db, clientCalls, { ownerId: other.id, kind: 'ok', before: null, limit: 9 })).length,
    0,
  );
});

test('a flood is counted whole and kept in part; what is old is deleted', async () => {
  await using world = await testWorld();
  const { db } = world.home;
  const log = createCallLog(world.home, clientCalls);
  const sample = { ref: 'r', address: '203.0.113.7', durationMs: 3, asked: 'GET', answered: '{}' };
  let sampled = 0;
  const flood = (clientId: number, calls: number) => {
    for (let call = 0; call < calls; call += 1) {
      log.note({ ownerId: clientId, kind: 'error', cmd: 'makeOrder', outcome: '5000' }, () => {
        sampled += 1;
        return sample;
      });
    }
  };
  for (let round = 0; round < 50; round += 1) {
    flood(1, 100);
    await log.written();
  }
  flood(2, 1);
  await log.written();
  assert.equal(sampled, 251, 'five a moment, whatever comes');
  const [counted] = await countCalls(db, clientCalls, { ownerId: 1, since: '2026-11-01' });
  assert.equal(counted?.calls, 5000);
  const listKept = () => listCalls(db, clientCalls, { ownerId: 1, kind: 'error', before: null, limit: 1000 });
  const notYetTrimmed = samplesBetweenTrims - 5;
  assert.equal((await listKept()).length, keptSamples + notYetTrimmed, 'they are not counted each time');
  flood(1, 1);
  await log.written();
  const kept = await listKept();
  assert.equal(kept.length, keptSamples);
  const older = await listCalls(db, clientCalls, {
    ownerId: 1,
    kind: null,
    before: kept[9]?.id ?? 0,
    limit: 5,
  });
  assert.deepEqual(older, kept.slice(10, 15));
  world.clock.forward('93 d');
  const pruner = createCallPruner(world.ctx);
  while ((await pruner.round()) > 0);
  for (const clientId of [1, 2]) {
    assert.deepEqual(
      await listCalls(db, clientCalls, { ownerId: clientId, kind: null, before: null, limit: 5 }),
      [],
    );
    assert.deepEqual(await countCalls(db, clientCalls, { ownerId: clientId, since: '2026-11-01' }), []);
  }
});
