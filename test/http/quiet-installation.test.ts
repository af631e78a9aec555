import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientParty } from '../../src/people/access/party.ts';
import { newPerson } from '../support/people-world.ts';
import { testWorld } from '../support/test-world.ts';

test('what has not happened lately is not told as never, what never happened not as done', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const owner = await newPerson(world, clientParty(client.id), 'owner');
  const admin = await newPerson(world, undefined, 'admin');
  const bodyFor = async ({ cookie }: typeof owner, url: string): Promise<string> => {
    const headers = { accept: 'text/html', 'accept-language': 'en', cookie: `facevalue-session=${cookie}` };
    const { statusCode, body } = await world.server.inject({ url, headers });
    assert.equal(statusCode, 200, body);
    return body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  };
  assert.match(await bodyFor(owner, '/c'), /There were no orders yet/);
  assert.match(await bodyFor(admin, '/o/start'), /funds A test order is issued The client places it/);

  await client.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  assert.match(await bodyFor(admin, '/o/start'), /not needed A test order is issued/);
  await client.makeOrder({ product_id: product.id, face: 500, testmode: true });
  await world.settle();
  assert.match(await bodyFor(admin, '/o/start'), /done A test order is issued/);

  world.clock.forward('960 h');
  await world.settle();
  const again = await newPerson(world, clientParty(client.id), 'owner');
  const overview = await bodyFor(again, '/c');
  assert.match(overview, /There were no orders in the last 30 days/);
  assert.doesNotMatch(overview, /no orders yet/);
});
