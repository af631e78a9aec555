import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setProduct } from '../../src/catalog/set-product.ts';
import { setClient } from '../../src/clients/set-client.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { readTemplate } from '../../src/certificates/templates/read-template.ts';
import { poppler, needsPoppler } from '../support/read-pdf.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

type Wish = 'ru' | 'en' | null;

/** A certificate by e-mail, sold with these settings; its letter and its client. */
async function sold(world: TestWorld, of: { client: Wish; product: 'ru' | 'en' | null }) {
  const client = await world.client();
  const product = await world.product({
    scheme: 'platform',
    validity: { is: 'days', days: 60 },
    remindBeforeExpiry: true,
  });
  await transaction(world.cellOf(client).db, async (tx) => {
    await setClient(tx, client.id, { language: of.client });
    if (of.product !== null) await setProduct(tx, product.id, { language: of.product }, world.clock.now());
  });
  const id = await client.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@mail.example' });
  await world.settle();
  const letter = world.mail.letters.at(-1);
  assert.ok(letter !== undefined);
  return { client, id, letter };
}

const english = /gift certificate for you/;
const russian = /Вам подарочный сертификат/;

const page = async (url: string, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(url, { headers })).text();

test('letters are in the language of the client, else of the product, else Russian', async () => {
  await using world = await testWorld();
  for (const [client, product, subject] of [
    [null, null, russian],
    [null, 'en', english],
    ['en', null, english],
    ['ru', 'en', russian],
    ['en', 'ru', english],
  ] as const) {
    const { letter } = await sold(world, { client, product });
    assert.match(letter.subject ?? '', subject, `${client} ${product}`);
  }
});

test('the link of an English letter opens an English page, and visitors can change the language', async () => {
  await using world = await testWorld();
  const { client, id, letter } = await sold(world, { client: 'en', product: null });
  const [link = ''] = /http:\S+\/g\/\S+/.exec(letter.text ?? '') ?? [];
  const russianBrowser = { 'accept-language': 'ru' };
  assert.match(await page(link, russianBrowser), /<html lang="en"/);
  // The bare link is the one in API answers: it follows the browser, and then the setting.
  const { download_url: bare } = await client.getLinks(id);
  assert.doesNotMatch(bare ?? '?', /\?/);
  assert.match(await page(bare ?? '', { 'accept-language': '*' }), /<html lang="en"/);
  assert.match(await page(bare ?? '', russianBrowser), /<html lang="ru"/);
  assert.match(await page(`${bare}?lang=ru`, { 'accept-language': 'en' }), /<html lang="ru"/);
});

test('a Russian letter keeps the bare link', async () => {
  await using world = await testWorld();
  const { letter } = await sold(world, { client: null, product: null });
  assert.match(letter.text ?? '', /\/g\/[\w-]+\s/);
  assert.doesNotMatch(letter.text ?? '', /\?lang=/);
});

test('reminders use the language set on the day they are sent', async () => {
  await using world = await testWorld();
  const { client } = await sold(world, { client: 'en', product: null });
  world.clock.forward('30 d');
  await world.settle();
  assert.match(world.mail.letters.at(-1)?.subject ?? '', /days left for your gift certificate/);
  await transaction(world.home.db, (tx) => setClient(tx, client.id, { language: null }));
  world.clock.forward('27 d');
  await world.settle();
  assert.match(world.mail.letters.at(-1)?.subject ?? '', /действует ещё/);
});

test('the PDF that a client fetches is in the language of the letter', needsPoppler, async () => {
  await using world = await testWorld();
  const { client, id } = await sold(world, { client: 'en', product: null });
  const text = poppler('pdftotext', await client.getCertificate(id)).toString();
  assert.match(text, /Certificate number/i);
});

test('a template may have texts in one language only', () => {
  const template = {
    facevalue_template: 1,
    words: { en: { number: 'Card number' } },
    letter: { en: { button: 'Open it' } },
    greetings: [{ en: 'Cheers!' }],
  };
  assert.equal(readTemplate(Buffer.from(JSON.stringify(template))).is, 'read');
  const empty = readTemplate(Buffer.from(JSON.stringify({ ...template, greetings: [{}] })));
  assert.ok(empty.is === 'wrong' && empty.problems[0]?.field === 'greetings[0]');
});
