import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { demoPictures } from '../../seeds/demo-pictures.ts';
import { addAddresses } from '../../src/catalog/add-addresses.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const picture = '/pictures/lnitsa-large.png';

async function soldGift(world: TestWorld, fields: object = {}): Promise<string> {
  const client = await world.client();
  const product = await world.product({
    images: { small: '', medium: '', large: `${world.baseUrl}${picture}` },
  });
  await transaction(world.ctx.db, (tx) =>
    addAddresses(tx, [
      {
        productId: product.id,
        area: 'Область',
        locality: 'Тула',
        address: 'ул. Мира, 1',
        lat: '54.19',
        lon: '37.61',
      },
    ]),
  );
  await world.pool(product, 500, 2);
  const order = { product_id: product.id, face: 500, email_from: 'ivan@mail.example', ...fields };
  const id = await client.makeOrder(order);
  await world.settle();
  return String((await client.getStatus(id))['link']);
}

const post = async (address: string): Promise<{ status: number; page: string }> => {
  const answer = await fetch(address, { method: 'POST' });
  return { status: answer.status, page: await answer.text() };
};

test('a recipient sees the shops, thanks the giver and requests a resend', async () => {
  await using world = await testWorld();
  const link = await soldGift(world, { email_to: 'anna@mail.example' });
  const sealed = await (await fetch(link)).text();
  assert.match(sealed, /ул\. Мира, 1<\/span> <a href="https:\/\/yandex/);
  assert.doesNotMatch(sealed, /ivan@mail\.example|@mail\.example/, 'no address before it is opened');
  const { page } = await post(`${link}?lang=en`);
  assert.match(page, /href="mailto:ivan@mail\.example\?subject=Thank%20you/);
  assert.match(page, /a•••@mail\.example/);
  assert.doesNotMatch(page, /anna@/);

  const again = await post(`${link}/resend?lang=en`);
  assert.equal(again.status, 200);
  assert.match(again.page, /Sent again/);
  await world.settle();
  assert.deepEqual(
    world.mail.letters.map(({ to }) => [to].flat()[0]?.text),
    ['anna@mail.example', 'anna@mail.example'],
  );
  world.clock.forward('2 min');
  assert.equal((await post(`${link}/resend`)).status, 200);
  world.clock.forward('2 min');
  const third = await post(`${link}/resend?lang=en`);
  assert.equal(third.status, 429);
  assert.match(third.page, /Already sent again today/);
  await world.settle();
  assert.equal(world.mail.letters.length, 3);
});

test('a gift that was never sent cannot be resent, and a GET sends nothing', async () => {
  await using world = await testWorld();
  const link = await soldGift(world);
  const { page } = await post(link);
  assert.doesNotMatch(page, /\/resend/);
  assert.equal((await post(`${link}/resend`)).status, 409);
  assert.equal((await fetch(`${link}/resend`, { redirect: 'manual' })).status, 303, 'back to the gift');
  assert.equal((await post(`${world.baseUrl}/g/${'a'.repeat(22)}/resend`)).status, 404);
  await world.settle();
  assert.equal(world.mail.letters.length, 0);
});

test('the picture is served scaled from our own server, only at its signed address', async () => {
  await using world = await testWorld();
  world.ctx.config.ownPictures = demoPictures;
  const page = await (await fetch(await soldGift(world))).text();
  const [, path = ''] = /<img src="([^"]+)"/.exec(page) ?? [];
  assert.match(path, /^\/pictures\/680\/[\w-]{22}\/[\w-]+\.webp$/);
  const answer = await fetch(`${world.baseUrl}${path}`);
  assert.equal(answer.headers.get('content-type'), 'image/webp');
  assert.match(answer.headers.get('cache-control') ?? '', /public.*immutable/);
  const size = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  assert.deepEqual([size.width, size.height], [680, 310]);
  const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
  assert.equal((await fetch(`${world.baseUrl}${path}`, { headers })).status, 304);
  const elsewhere = Buffer.from(`${world.baseUrl}/healthz`).toString('base64url');
  for (const wrong of [
    path.replace('/680/', '/681/'),
    path.replace(/[\w-]+\.webp$/, `${elsewhere}.webp`),
    path.replace(/\/680\/../, '/680/xx'),
  ])
    assert.equal((await fetch(`${world.baseUrl}${wrong}`)).status, 404, wrong);
  assert.match(await (await fetch(await soldGift(world))).text(), /--ground:#[\da-f]{6}/);
});
