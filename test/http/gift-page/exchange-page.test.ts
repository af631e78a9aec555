/** The page on which a choice certificate is exchanged: by a phone without script, and by whatever addresses and forms a stranger makes up. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refundOrder } from '../../../src/orders/refund-order.ts';
import { choiceOf, line, type Choice } from '../../orders/exchange/choice-world.ts';
import { addTargets } from '../../support/choice-things.ts';
import { inBrowser, noBarriers, sharedBrowser, visit } from '../../support/gift-browser.ts';
import { needsPoppler, textOf } from '../../support/read-pdf.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const phone = { width: 390, height: 844 };

interface Shop extends Choice {
  /** The address of the certificate's page, and of its gift page. */
  url: string;
  giftUrl: string;
  cardRequestId: number;
  read(path?: string): Promise<{ status: number; text: string; location: string | null }>;
  post(form: Record<string, string>): Promise<{ status: number; text: string; location: string | null }>;
}

const call = async (address: string, init: RequestInit = {}) => {
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { accept: 'text/html', 'accept-language': 'en' },
    ...init,
  });
  const { status, headers } = response;
  return {
    status,
    text: (await response.text()).replaceAll('\u00a0', ' '),
    location: headers.get('location'),
  };
};

async function shopOf(world: TestWorld): Promise<Shop> {
  const choice = await choiceOf(world);
  const { cardRequestId } = await choice.buy({ email_to: 'mila@family.example' });
  const links = await choice.client.getLinks(cardRequestId);
  const url = links.exchange_url ?? assert.fail('no exchange_url');
  return {
    ...choice,
    url,
    giftUrl: links.download_url ?? assert.fail('no download_url'),
    cardRequestId,
    read: (path = '') => call(`${url}${path}`),
    post: (form) => call(url, { method: 'POST', body: new URLSearchParams(form) }),
  };
}

test('of what was refunded the page says where the money went', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const { client, coffee, cardRequestId } = shop;
  const key = { clientId: client.id, cardRequestId };
  const [first = 0] = await shop.chosen(key, [line(coffee, 500)]);
  const [second = 0] = await shop.chosen(key, [line(coffee, 500)]);
  await world.settle();
  const { db } = world.cellOf(client);
  const refund = (requestId: number) =>
    refundOrder(db, { clientId: client.id, requestId, note: 'возврат' }, world.clock.now());
  assert.equal((await refund(first)).is, 'refunded');
  assert.match((await shop.read()).text, /It was cancelled; its sum is back on your certificate\./);
  for (const id of [cardRequestId, second]) assert.equal((await refund(id)).is, 'refunded');
  assert.match((await shop.read()).text, /It was cancelled; the buyer got the money back\./);
});

test('the page says what is left and what can be had; only a gift on choice has one', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const { status, text } = await shop.read();
  assert.equal(status, 200);
  assert.match(text, /1,000 ₽/);
  assert.match(text, /Кофейня «Зерно»/);
  assert.doesNotMatch(text, /Книги «Сова»/, 'its pool is empty');
  const gift = await (await fetch(shop.giftUrl)).text();
  assert.match(gift, new RegExp(`href="${new URL(shop.url).pathname}`), 'the gift page leads to it');
  const other = await shop.client.makeOrder({
    product_id: shop.coffee.id,
    face: 500,
    delivery_type: 'link',
  });
  await world.settle();
  const links = await shop.client.getLinks(other);
  assert.equal(links.exchange_url, null);
  const madeUp = (links.download_url ?? '').replace('/g/', '/x/');
  assert.equal((await fetch(madeUp)).status, 404);
  assert.equal((await fetch(shop.url.slice(0, -1))).status, 404);
});

test('faces with kopecks are shown where the program of the client reads them', async () => {
  await using world = await testWorld();
  const odd = await world.product({ scheme: 'platform', title: 'Булочная «Сдоба»', facesRoubles: [250.5] });
  const shop = await shopOf(world);
  await addTargets(world, shop.choice.id, { product: [odd.id] });
  assert.doesNotMatch((await shop.read()).text, /Сдоба/);
  const { db } = world.cellOf(shop.client);
  await db.query(`update clients set prices_in_kopecks = true where id = $1`, [shop.client.id]);
  assert.match((await shop.read()).text, /Сдоба/);
});

test('the PDF leads to the page', needsPoppler, async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const ofClient = await shop.client.getCertificate(shop.cardRequestId);
  const ofPage = await fetch(`${shop.giftUrl}/pdf`, { method: 'POST' });
  for (const pdf of [ofClient, Buffer.from(await ofPage.arrayBuffer())])
    assert.ok(textOf(pdf).includes(shop.url), textOf(pdf));
});

test('a basket is an address: it is added to, looked at and confirmed once', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const added = await shop.read(`?add=${shop.coffee.id}&face=50000`);
  assert.equal(added.status, 303);
  assert.match(added.location ?? '', new RegExp(`b=${shop.coffee.id}-50000`));
  const confirm = await shop.read(`/confirm?b=${shop.coffee.id}-50000&step=1`);
  assert.match(confirm.text, /500 ₽ will be left/);
  assert.match(confirm.text, /m•+@family\.example/);
  assert.equal(
    (await shop.card({ clientId: shop.client.id, cardRequestId: shop.cardRequestId })).leftKopecks,
    100_000,
  );

  const form = { step: '1', b: `${shop.coffee.id}-50000` };
  const done = await shop.post(form);
  assert.deepEqual(
    [done.status, (await shop.post(form)).status],
    [303, 303],
    'a second press changes nothing',
  );
  assert.match((await shop.read('?done=1')).text, /http-equiv="refresh"/, 'on its way');
  await world.settle();
  const page = await shop.read('?done=1');
  assert.match(page.text, /Your choice is accepted/);
  const [, link = ''] = /href="(\/g\/[^"?]+)/.exec(page.text) ?? [];
  assert.equal((await fetch(new URL(link, shop.url))).status, 200);
  assert.doesNotMatch(page.text, /http-equiv="refresh"/);
  await shop.assertVerified();
});

test('what cannot be done is said, and nothing is taken', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const { coffee, books } = shop;
  const problems: [status: number, said: RegExp, answer: { status: number; text: string }][] = [
    [422, /Not enough is left/, await shop.read(`?b=${coffee.id}-100000&add=${coffee.id}&face=50000`)],
    [422, /sum cannot be taken/, await shop.read(`?add=${coffee.id}&sum=abc`)],
    [422, /not chosen anything/, await shop.read('/confirm')],
    [409, /not chosen anything/, await shop.post({ step: '1', b: '' })],
    [409, /just sold out/, await shop.post({ step: '1', b: `${books.id}-50000` })],
    [409, /just sold out/, await shop.post({ step: '1', b: `${shop.choice.id}-50000` })],
    [409, /Not enough is left/, await shop.post({ step: '1', b: `${coffee.id}-100000.${coffee.id}-50000` })],
    [409, /Something else was chosen/, await shop.post({ step: '2', b: `${coffee.id}-50000` })],
    [422, /could not be read/, await shop.post({ step: 'x', b: `${coffee.id}-50000` })],
    [200, /just sold out/, await shop.read(`?b=${shop.choice.id}-50000`)],
  ];
  for (const [status, said, answer] of problems) {
    assert.equal(answer.status, status, String(said));
    assert.match(answer.text, said);
  }
  const { text } = await shop.read(`?q=${encodeURIComponent('"><script>alert(1)</script>')}&c=abc&after=-1`);
  assert.doesNotMatch(text, /<script>alert/);
  const card = await shop.card({ clientId: shop.client.id, cardRequestId: shop.cardRequestId });
  assert.deepEqual([card.leftKopecks, card.exchanged], [100_000, []]);
});

test('of a certificate that is over nothing can be spent', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const key = { clientId: shop.client.id, cardRequestId: shop.cardRequestId };
  await shop.chosen(key, [{ productId: shop.coffee.id, faceKopecks: 50_000 }]);
  await world.settle();
  assert.match((await shop.read()).text, /To spend<\/p><p class="face">500 ₽/);
  const { db } = world.cellOf(shop.client);
  await refundOrder(
    db,
    { clientId: key.clientId, requestId: key.cardRequestId, note: '' },
    world.clock.now(),
  );
  const { text } = await shop.read();
  assert.match(text, /can no longer be exchanged/);
  assert.match(text, /Not spent<\/p><p class="face">500 ₽/);
  assert.doesNotMatch(text, /To spend/);
});

test('Back after an exchange leads to nothing that can be pressed again', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const basket = `b=${shop.coffee.id}-50000`;
  const { location } = await shop.read(`/confirm?${basket}`);
  assert.match(location ?? '', /[?&]step=1(&|$)/, 'each basket is of one exchange');
  assert.equal((await shop.post({ step: '1', b: `${shop.coffee.id}-50000` })).status, 303);
  for (const back of [
    `/confirm?${basket}&step=1`,
    `?${basket}&step=1`,
    `?${basket}&step=1&add=${shop.coffee.id}&face=50000`,
  ]) {
    const { status, text } = await shop.read(back);
    assert.equal(status, 409, back);
    assert.match(text, /Something else was chosen/);
    assert.doesNotMatch(text, /name="step"|\/confirm/, 'the basket is empty');
  }
  await world.settle();
  await shop.assertVerified();
});

test('odd addresses and forms are answered', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const { id } = shop.coffee;
  const odd = [
    'q=%00',
    'q=%25_%5C',
    'b=1-1&b=2-2',
    'c=999999999999999',
    'after=999999999999999',
    `add=${id}&sum=1e3`,
    `add=${id}&sum=-5`,
    `add=${id}&sum=٥٠٠`,
    `add=${id}&sum=999999999999999999999`,
    'step=x',
    'done=1&done=2',
  ];
  for (const query of odd) assert.ok((await shop.read(`?${query}`)).status < 500, query);
  for (const step of ['1e3', '9007199254740991', '3000000000', '+1', '0', ''])
    assert.ok((await shop.post({ step, b: `${id}-50000` })).status < 500, step);
  const { leftKopecks } = await shop.card({ clientId: shop.client.id, cardRequestId: shop.cardRequestId });
  assert.equal(leftKopecks, 100_000);
});

describe('on a phone', inBrowser, () => {
  test('without script a certificate is exchanged for two others, and nothing hinders anybody', async () => {
    await using world = await testWorld();
    const shop = await shopOf(world);
    await world.pool(shop.books, 500, 2);
    const browser = await sharedBrowser();
    for (const colorScheme of ['light', 'dark'] as const)
      await visit(browser, { viewport: phone, colorScheme }, `${shop.url}?lang=ru`, (page) =>
        noBarriers(page, colorScheme),
      );
    await visit(
      browser,
      { viewport: phone, javaScriptEnabled: false },
      `${shop.url}?lang=ru`,
      async (page) => {
        await page.getByRole('button', { name: 'Взять за 500 ₽: Кофейня «Зерно»' }).click();
        await page.getByRole('searchbox').fill('сова');
        await page.getByRole('button', { name: 'Найти' }).click();
        await page.getByRole('button', { name: 'Взять за 500 ₽: Книги «Сова»' }).click();
        await page.getByRole('link', { name: 'Перейти к подтверждению' }).first().click();
        await page.getByRole('link', { name: 'Изменить выбор' }).click();
        await page.getByRole('link', { name: 'Перейти к подтверждению' }).first().click();
        await page.getByRole('button', { name: 'Обменять' }).click();
        await page.getByText('Ваш выбор принят').waitFor();
        await world.settle();
        await page.reload();
        assert.equal(await page.getByRole('link', { name: /^Открыть сертификат/ }).count(), 2);
        await page.getByText('Весь сертификат обменян').waitFor();
      },
    );
    await shop.assertVerified();
  });
});
