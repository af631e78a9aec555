import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setProduct } from '../../../src/catalog/set-product.ts';
import { findGifts } from '../../../src/certificates/find-gift.ts';
import type { GiftView } from '../../../src/certificates/certificate.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { discardDraft, putDraftInForce } from '../../../src/acts/template-drafts/change-drafts.ts';
import { saveDraft } from '../../../src/acts/template-drafts/save-draft.ts';
import { readTemplate } from '../../../src/certificates/templates/read-template.ts';
import type { TemplateFile } from '../../../src/certificates/templates/template-file.ts';
import { keepingSold, setTemplate } from '../../../src/certificates/templates/versions.ts';
import { needsPoppler, textOf } from '../../support/read-pdf.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

function template(content: object): TemplateFile {
  const reading = readTemplate(Buffer.from(JSON.stringify({ facevalue_template: 1, ...content })));
  assert.ok(reading.is === 'read', JSON.stringify(reading));
  return reading.template;
}

const setLook = (world: TestWorld, productId: number, content: object | null): Promise<unknown> =>
  transaction(world.home.db, (tx) =>
    setTemplate(
      tx,
      productId,
      { template: content === null ? null : template(content), note: '' },
      world.clock.now(),
    ),
  );

const change = (world: TestWorld, productId: number, fields: Parameters<typeof setProduct>[2]) =>
  transaction(world.home.db, (tx) =>
    keepingSold(tx, [productId], world.clock.now(), () =>
      setProduct(tx, productId, fields, world.clock.now()),
    ),
  );

async function sell(world: TestWorld, client: TestClient, productId: number): Promise<number> {
  const id = await client.makeOrder({
    product_id: productId,
    face: 500,
    email_to: 'anna@example.com',
    to: 'Анна',
    from: 'Иван',
  });
  await world.settle();
  return id;
}

async function viewOf(world: TestWorld, client: TestClient, requestId: number): Promise<GiftView> {
  const [gift] = await findGifts(world.home.db, [{ clientId: client.id, requestId }], world.clock.now());
  assert.ok(gift);
  return gift.view;
}

test('a sold certificate keeps its look after changes of the product', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({
    scheme: 'platform',
    disclaimer: '<p>Первые условия</p>',
    barcodeKind: 'code39',
    barcodeOf: 'number',
  });

  const first = await sell(world, client, product.id);
  assert.equal((await viewOf(world, client, first)).termsHtml, '<p>Первые условия</p>');

  await change(world, product.id, {
    title: 'Новое имя',
    disclaimer: '<p>Вторые условия</p>',
    barcodeKind: 'qr',
    images: { small: '', medium: '', large: 'https://brand.example/two.png' },
  });
  const second = await sell(world, client, product.id);

  await setLook(world, product.id, {
    colours: { light: { accent: '#0f4c4a' } },
    terms: '<p>Третьи условия</p>',
    barcode: { kind: 'pdf417', text: '{{number}}/{{pin}}' },
  });
  const third = await sell(world, client, product.id);
  await change(world, product.id, { barcodeKind: 'aztec', disclaimer: '<p>Четвёртые условия</p>' });
  await setLook(world, product.id, null);
  const fourth = await sell(world, client, product.id);

  const looks = [];
  for (const id of [first, second, third, fourth]) {
    const { productTitle, termsHtml, barcode, pictureUrl, design } = await viewOf(world, client, id);
    looks.push({
      title: productTitle,
      terms: termsHtml,
      barcode: `${barcode.kind} ${barcode.text}`,
      picture: pictureUrl,
      accent: design.colours.light.accent,
    });
  }
  const picture = 'https://brand.example/two.png';
  const title = 'Новое имя';
  assert.deepEqual(looks, [
    {
      title: 'Кофейня «Зерно»',
      terms: '<p>Первые условия</p>',
      barcode: 'code39 {{number}}',
      picture: null,
      accent: '#a63c1a',
    },
    { title, terms: '<p>Вторые условия</p>', barcode: 'qr {{number}}', picture, accent: '#a63c1a' },
    {
      title,
      terms: '<p>Третьи условия</p>',
      barcode: 'pdf417 {{number}}/{{pin}}',
      picture,
      accent: '#0f4c4a',
    },
    { title, terms: '<p>Четвёртые условия</p>', barcode: 'aztec {{number}}', picture, accent: '#a63c1a' },
  ]);
});

test('fields that no certificate shows make no version, and contacts are always current', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const sold = await sell(world, client, product.id);
  await change(world, product.id, { supportPhone: '+7 800 000-00-00', lowStock: 3, codeInLetter: true });
  const { rows } = await world.home.db.query<{ count: number }>(`select count(*) from templates`);
  assert.equal(rows[0]?.count, 0);
  assert.equal((await viewOf(world, client, sold)).support.phone, '+7 800 000-00-00');
});

test('the letter has the texts of the template, and never the code in its subject', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform', codeInLetter: true });
  await setLook(world, product.id, {
    letter: {
      ru: {
        subject: '{{ recipient }}, кофе от: {{ sender }}',
        preheader: 'На {{ face }}',
        heading: 'Зерно ждёт',
        text: '<p>Здравствуйте, <b>{{ recipient }}</b>!</p><script>alert(1)</script>',
        button: 'Забрать кофе',
      },
    },
  });
  const id = await sell(world, client, product.id);
  const { code: number } = await client.getCode(id);
  const [letter] = world.mail.letters;
  const [html, subject] = [String(letter?.html), String(letter?.subject)];
  assert.equal(subject, 'Анна, кофе от: Иван');
  for (const part of [html, String(letter?.text)]) {
    assert.match(part, /Зерно ждёт/);
    assert.match(part, /Забрать кофе/);
    assert.match(part, /Здравствуйте/);
    assert.ok(
      part.replaceAll(/<[^>]*>|\s/g, '').includes(number),
      'the code is in the letter, since the product says so',
    );
    assert.doesNotMatch(part, /<script|alert\(1\)/);
  }
  assert.ok(!subject.includes(number));
  assert.ok(!html.slice(0, html.indexOf('role="presentation"')).includes(number));
});

test('page and PDF have the look that the certificate was sold with', needsPoppler, async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const plain = await sell(world, client, product.id);
  await setLook(world, product.id, {
    colours: { light: { accent: '#0f4c4a' } },
    words: { ru: { reveal: 'Заварить подарок', number: 'Номер листа' } },
  });
  const designed = await sell(world, client, product.id);

  const pageOf = async (id: number, method: string): Promise<string> => {
    const { download_url: link } = await client.getLinks(id);
    const answer = await fetch(String(link), { method, headers: { 'accept-language': 'ru' } });
    assert.equal(answer.status, 200);
    return answer.text();
  };
  assert.match(await pageOf(designed, 'GET'), /Заварить подарок/);
  assert.match(await pageOf(designed, 'GET'), /--accent:#0f4c4a/);
  assert.match(await pageOf(designed, 'POST'), /Номер листа/);
  assert.match(textOf(await client.getCertificate(designed)), /Номер листа/);
  assert.match(await pageOf(plain, 'GET'), /Открыть сертификат/);
  assert.match(await pageOf(plain, 'GET'), /--accent:#a63c1a/);
  assert.match(textOf(await client.getCertificate(plain)), /Номер сертификата/);
});

test('a template whose barcode cannot carry the numbers that the platform makes is refused, and changes nothing', async () => {
  await using world = await testWorld();
  const [made, loaded] = [await world.product({ scheme: 'platform' }), await world.product()];
  const ean = { barcode: { kind: 'ean13', text: '{{number}}' } };
  assert.deepEqual(await setLook(world, made.id, ean), { is: 'barcode-unfit' });
  assert.deepEqual(await setLook(world, made.id, { barcode: { kind: 'code128', text: '{{pin}}' } }), {
    is: 'barcode-unfit',
  });
  const { rows } = await world.home.db.query(`select from templates where product_id = $1`, [made.id]);
  assert.equal(rows.length, 0);
  for (const [id, content] of [
    [made.id, { barcode: { kind: 'qr', text: '{{number}}' } }],
    [made.id, null],
    [loaded.id, ean],
  ] as const)
    assert.equal(((await setLook(world, id, content)) as { is: string }).is, 'set');

  const keyring = world.home.keyring;
  const ctx = { db: world.home.db, keyring };
  const now = world.clock.now();
  const saved = await saveDraft(
    ctx,
    fromShell,
    { productId: made.id, template: template(ean), note: '', basedOn: null },
    now,
  );
  assert.ok(saved.is === 'saved');
  const key = { supplierId: made.supplierId, productId: made.id, draftId: saved.draftId };
  assert.deepEqual(await putDraftInForce(ctx, fromShell, key, now), { is: 'barcode-unfit' });
  assert.deepEqual(await discardDraft(ctx, fromShell, key, now), { is: 'discarded' }, 'it was still open');
});
