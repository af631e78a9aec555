/** The last look before an exchange that needs a code: by forms, and by a phone without script. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setProduct } from '../../../src/catalog/set-product.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { choiceOf, type Choice } from '../../orders/exchange/choice-world.ts';
import { inBrowser, sharedBrowser, visit } from '../../support/gift-browser.ts';
import { look, picture } from '../../support/signed-in-browser.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const phone = { width: 360, height: 780 };

interface Answer {
  status: number;
  text: string;
  location: string | null;
}

interface Shop extends Choice {
  url: string;
  basket: string;
  read(path: string): Promise<Answer>;
  post(path: string, form: Record<string, string>): Promise<Answer>;
  codes(): string[];
}

/** A choice certificate of 1000 roubles, of which the link alone takes nothing. */
async function shopOf(world: TestWorld): Promise<Shop> {
  const shop = await choiceOf(world);
  const fields = { confirmAboveKopecks: 0 };
  await transaction(world.ctx.db, (tx) => setProduct(tx, shop.choice.id, fields, world.clock.now()));
  const { cardRequestId } = await shop.buy({ email_to: 'mila@family.example' });
  const { exchange_url: url } = await shop.client.getLinks(cardRequestId);
  assert.ok(url !== null);
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { accept: 'text/html', 'accept-language': 'en' };
    const response = await fetch(`${url}${path}`, { redirect: 'manual', headers, ...init });
    const text = (await response.text()).replaceAll('\u00a0', ' ');
    return { status: response.status, text, location: response.headers.get('location') };
  };
  return {
    ...shop,
    url,
    basket: `${shop.coffee.id}-50000`,
    read: (path) => call(path),
    post: (path, form) => call(path, { method: 'POST', body: new URLSearchParams(form) }),
    codes: () => world.mail.letters.flatMap(({ text = '' }) => /^\d{6}$/m.exec(text) ?? []),
  };
}

test('the last look asks for a code, takes it once, and says what is wrong with others', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const form = { step: '1', b: shop.basket };
  const confirm = `/confirm?b=${shop.basket}&step=1`;
  const before = await shop.read(confirm);
  assert.match(before.text, /We will send a code to where the certificate came: .*m•••@family\.example/);
  assert.doesNotMatch(before.text, /name="code"/);
  const without = await shop.post('', form);
  assert.equal(without.status, 422);
  assert.match(without.text, /Get the code/);

  const asked = await shop.post('/code', form);
  assert.equal(asked.status, 303);
  assert.equal((await shop.post('/code', form)).status, 303, 'a second press');
  await world.settle();
  const [code = '', ...more] = shop.codes();
  assert.deepEqual(more, []);
  assert.match((await shop.read(confirm)).text, /name="code"[^>]*autocomplete="one-time-code"/);
  const wrong = await shop.post('', { ...form, code: code === '000000' ? '000001' : '000000' });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /The code is not right/);
  assert.doesNotMatch(wrong.text, new RegExp(`value="${code}"`));

  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const done = await shop.post('', { ...form, code: spaced });
  assert.deepEqual([done.status, (await shop.post('', { ...form, code })).status], [303, 303]);
  assert.match(done.location ?? '', /done=1/);
  assert.equal((await shop.read(confirm)).status, 409, 'Back');
  assert.equal((await shop.post('/code', form)).status, 409, 'and its button');
  await world.settle();
  await shop.assertVerified();
});

test('what is not of the page is answered', async () => {
  await using world = await testWorld();
  const shop = await shopOf(world);
  const asks: [form: Record<string, string>, status: number][] = [
    [{}, 422],
    [{ step: '1' }, 422],
    [{ step: '2', b: shop.basket }, 409],
    [{ step: '1', b: `${shop.coffee.id}-50000.${shop.coffee.id}-100000` }, 422],
    [{ step: '1', b: `${shop.choice.id}-50000` }, 422],
  ];
  for (const [form, status] of asks)
    assert.equal((await shop.post('/code', form)).status, status, JSON.stringify(form));
  assert.equal((await shop.read('/code')).status, 200);
  for (const code of ['12345', '\0', 'x'.repeat(500), '٣٣٣٣٣٣', "' or 1=1"])
    assert.equal((await shop.post('', { step: '1', b: shop.basket, code })).status, 422, code);
  assert.deepEqual(shop.codes(), []);
});

describe('on a phone', inBrowser, () => {
  test('without script a code is got, typed in and taken', async () => {
    await using world = await testWorld();
    const shop = await shopOf(world);
    const browser = await sharedBrowser();
    const confirm = `${shop.url}/confirm?b=${shop.basket}&step=1&lang=ru`;
    await visit(browser, { viewport: phone, javaScriptEnabled: false }, confirm, async (page) => {
      await page.getByRole('button', { name: 'Получить код' }).click();
      await page.getByLabel('Код из сообщения').waitFor();
      await world.settle();
      await page.getByLabel('Код из сообщения').fill('1');
      await page.getByRole('button', { name: 'Обменять' }).click();
      await page.getByText('Код не подошёл').waitFor();
      await picture(page, 'confirm-wrong-phone');
      await page.getByLabel('Код из сообщения').fill(shop.codes().at(-1) ?? '');
      await page.getByRole('button', { name: 'Обменять' }).click();
      await page.getByText('Ваш выбор принят').waitFor();
    });
    await world.settle();
    await shop.assertVerified();
  });

  test('nothing hinders anybody, before and after the code is sent', async () => {
    await using world = await testWorld();
    const shop = await shopOf(world);
    const browser = await sharedBrowser();
    const wide = { width: 1280, height: 900 };
    for (const isSent of [false, true]) {
      if (isSent) await shop.post('/code', { step: '1', b: shop.basket });
      for (const [name, lang, viewport, colorScheme] of [
        ['phone', 'ru', phone, 'light'],
        ['phone-dark', 'en', phone, 'dark'],
        ['wide', 'ru', wide, 'light'],
        ['wide-en', 'en', wide, 'light'],
      ] as const) {
        const address = `${shop.url}/confirm?b=${shop.basket}&step=1&lang=${lang}`;
        await visit(browser, { viewport, colorScheme }, address, (page) =>
          look(page, `confirm-${isSent ? 'sent' : 'ask'}-${name}`),
        );
      }
    }
    await world.settle();
  });
});
