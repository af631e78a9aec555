import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drive, sdkNames } from './sdk-programs.ts';
import { sdkWorld, type SdkWorld } from './sdk-world.ts';
import { unreliableNetwork } from './unreliable-network.ts';

let world: SdkWorld;

before(async () => {
  world = await sdkWorld();
});
after(() => world[Symbol.asyncDispose]());

test('a lost answer, a busy platform and a broken proxy are repeated, and order once', async () => {
  const nothingDecided = { status: 503, body: '{"status":"error","error":{"code":9000,"text":"try again"}}' };
  for (const sdk of sdkNames) {
    const client = await world.client();
    const balance = await client.getBalance();
    for (const treatments of [
      ['lose-answer' as const],
      [nothingDecided],
      [{ status: 502, body: '<html>' }, 'lose-answer' as const],
    ]) {
      await using network = await unreliableNetwork(world.baseUrl, [...treatments]);
      const settings = world.settingsOf(client, network.url);
      const [made] = await world.whileWorking(
        drive(sdk, settings, [
          { do: 'makeOrder', fields: { product_id: world.coffee.id, face: 500, delivery_type: 'link' } },
        ]),
      );
      assert.equal(
        typeof (made?.ok as { id: number } | undefined)?.id,
        'number',
        `${sdk} ${JSON.stringify(made)}`,
      );
      assert.equal(network.bodies.length, treatments.length + 1);
      assert.equal(new Set(network.bodies).size, 1);
    }
    assert.equal(balance - (await client.getBalance()), 3 * 500, sdk);
    await world.pool(world.coffee, 500, 3);
  }
});

test('without any answer the error has the uuid, and waiting has an end', async () => {
  for (const sdk of sdkNames) {
    const client = await world.client();
    await using network = await unreliableNetwork(
      world.baseUrl,
      Array.from({ length: 3 }, () => ({ status: 502, body: '' })),
    );
    const order = { product_id: world.coffee.id, face: 500, testmode: true, comment: 'simulate:slow=600' };
    const [lost] = await drive(sdk, world.settingsOf(client, network.url), [
      { do: 'makeOrder', fields: order },
    ]);
    assert.deepEqual([lost?.error, lost?.['hasUuid']], ['NoAnswerError', true]);
    assert.match(String(lost?.['message']), /^makeOrder got no answer: HTTP\S* 502.* without an envelope$/);
    const id = await client.makeOrder(order);
    const [waited] = await drive(sdk, world.settingsOf(client), [{ do: 'wait', id, ms: 100 }]);
    assert.deepEqual(waited, { error: 'NotEndedError', status: 'processing' });
  }
});
