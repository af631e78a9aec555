import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findGifts } from '../../../src/certificates/find-gift.ts';
import { decideLook, withdrawLook } from '../../../src/acts/looks/decide-look.ts';
import {
  beginLook,
  discardLook,
  proposeLook,
  saveLook,
  takeBackLook,
} from '../../../src/acts/looks/look-acts.ts';
import { logoPath } from '../../../src/certificates/looks/client-look.ts';
import { findLook, listLooks, seenVersion } from '../../../src/certificates/looks/look-rows.ts';
import { makeLogo } from '../../../src/certificates/documents/pictures/make-logo.ts';
import { operator } from '../../../src/people/access/party.ts';
import { giftText } from '../../../src/messaging/letters/text/gift-text.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { approvedLook, logoFile, proposedLook } from '../../support/client-looks.ts';
import { visitor } from '../../support/pages-of.ts';
import { hasPoppler, textOf } from '../../support/read-pdf.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

/** A link for each order of these codes. */
async function linksOf(
  world: TestWorld,
  client: TestClient,
  productId: number,
  codes: (string | undefined)[],
) {
  const ids = [];
  for (const code of codes)
    ids.push(
      await client.makeOrder({ product_id: productId, face: 500, ...(code !== undefined && { code }) }),
    );
  await world.settle();
  const links = [];
  for (const id of ids) links.push((await client.getLinks(id)).download_url ?? '');
  return links;
}

const page = async (url: string): Promise<string> => (await fetch(`${url}?lang=ru`)).text();

test('an order shows the look of its code, else that of all others; one that is withdrawn is gone at once', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const other = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const [before = ''] = await linksOf(world, client, product.id, [undefined]);
  assert.doesNotMatch(await page(before), /giver-title/);

  const main = await approvedLook(world, client, {
    fields: { senderName: 'Клуб бонусов', footerRu: 'Спасибо, что вы с нами', accent: '#0b5d3b' },
    logo: await logoFile(),
  });
  const campaign = await approvedLook(world, client, {
    campaign: 'NY_2027',
    fields: { senderName: 'Клуб к Новому году', greetingRu: 'С Новым годом!', site: 'club.example' },
  });
  const [ofCampaign = '', ofOthers = ''] = await linksOf(world, client, product.id, ['NY_2027', 'SPRING']);
  const [foreign = ''] = await linksOf(world, other, product.id, ['NY_2027']);

  // What was sold before has it too: it is read when it is shown.
  for (const link of [before, ofOthers]) {
    const text = await page(link);
    assert.match(text, /Вам подарок от: Клуб бонусов/);
    assert.match(text, /Спасибо, что вы с нами/);
    assert.match(text, /--accent:#0b5d3b/);
    assert.match(text, /<img class="logo" src="\/pictures\/by\/\d+\/[\w-]{22}\.png"/);
  }
  const festive = await page(ofCampaign);
  assert.match(festive, /Вам подарок от: Клуб к Новому году/);
  assert.match(festive, /<blockquote>С Новым годом!<\/blockquote>/);
  assert.match(festive, /href="https:\/\/club\.example\/"/);
  assert.doesNotMatch(festive, /class="logo"/);
  assert.doesNotMatch(await page(foreign), /Клуб/);

  const ctx = world.cellOf(client);
  const [, logo = ''] = /src="(\/pictures\/by\/[^"]+)"/.exec(await page(before)) ?? [];
  const served = await fetch(world.baseUrl + logo);
  assert.equal(served.headers.get('content-type'), 'image/png');
  assert.deepEqual(await withdrawLook(ctx, fromShell, campaign, 'чужой праздник', world.clock.now()), {
    is: 'withdrawn',
  });
  assert.match(await page(ofCampaign), /Вам подарок от: Клуб бонусов/);
  assert.deepEqual(await withdrawLook(ctx, fromShell, main, 'жалоба', world.clock.now()), {
    is: 'withdrawn',
  });
  for (const link of [before, ofCampaign, ofOthers]) {
    const text = await page(link);
    assert.doesNotMatch(text, /Клуб|class="logo"|#0b5d3b/);
  }
  assert.equal((await fetch(world.baseUrl + logo)).status, 404);
});

test('letters, texts and PDFs have the look, and the words of an order come before it', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  await approvedLook(world, client, {
    fields: {
      senderName: 'Клуб, отдел подарков',
      greetingRu: 'С праздником!',
      footerRu: 'Спасибо, что вы с нами',
      supportEmail: 'ask@club.example',
      supportPhone: '+7 800 200-00-00',
    },
    logo: await logoFile(),
  });
  const order = { product_id: product.id, face: 500, email_to: 'anna@mail.example' };
  const id = await client.makeOrder(order);
  await world.settle();
  const letter = world.mail.letters.at(-1);
  assert.ok(letter);
  assert.equal(letter.from?.value[0]?.name, 'Клуб, отдел подарков');
  assert.equal(letter.from?.value.length, 1);
  assert.equal(letter.from?.value[0]?.address, /<(.*)>/.exec(world.ctx.config.smtp.from)?.[1]);
  assert.match(letter.subject ?? '', /^Клуб, отдел подарков: вам подарок/);
  assert.match(letter.text ?? '', /С праздником!/);
  assert.match(
    letter.text ?? '',
    /Спасибо, что вы с нами\nОт кого подарок: .*\+7 800 200-00-00 · ask@club\.example/,
  );
  assert.ok(letter.attachments.some(({ cid }) => cid === 'logo@facevalue'));
  const key = { clientId: client.id, requestId: id };
  const [gift] = await findGifts(world.cellOf(client).db, [key], world.clock.now());
  assert.ok(gift);
  const sms = giftText({ kind: 'notice', view: gift.view, language: 'ru' });
  assert.match(sms, /^Клуб, отдел подарков: вам подарок, /);
  if (hasPoppler()) {
    const { download_url: link } = await client.getLinks(id);
    const pdf = await fetch(`${link}/pdf?lang=ru`, { method: 'POST' });
    const text = textOf(Buffer.from(await pdf.arrayBuffer()));
    assert.match(text, /От кого подарок: Клуб, отдел подарков · \+7 800 200-00-00 · ask@club\.example/);
    assert.match(text, /С праздником!/);
  }

  await client.makeOrder({ ...order, from: 'Иван', text: 'Поздравляю!' });
  await world.settle();
  const own = world.mail.letters.at(-1);
  assert.match(own?.subject ?? '', /^Иван: вам подарок/);
  assert.match(own?.text ?? '', /Поздравляю!/);
  assert.doesNotMatch(own?.text ?? '', /С праздником!/);
});

test('nothing is shown before it is approved, and whoever approves approves what was shown', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const ctx = world.cellOf(client);
  const now = world.clock.now();
  const product = await world.product({ scheme: 'platform' });
  const [link = ''] = await linksOf(world, client, product.id, [undefined]);
  const key = await proposedLook(world, client, { fields: { senderName: 'Клуб бонусов' } });
  assert.doesNotMatch(await page(link), /Клуб/);
  const decide = (decision: Partial<Parameters<typeof decideLook>[3]>) =>
    decideLook(ctx, fromShell, key, { seen: null, approve: true, reason: '', ...decision }, now);

  const asProposed = await findLook(ctx.db, key);
  assert.ok(asProposed);
  const shown = seenVersion(asProposed);
  assert.deepEqual(await takeBackLook(ctx, fromShell, key, now), { is: 'draft' });
  await saveLook(ctx, fromShell, key, { senderName: 'Клуб скидок' }, now);
  await proposeLook(ctx, fromShell, key, now);
  assert.deepEqual(await decide({ seen: shown }), { is: 'moved' });
  assert.deepEqual(await decide({ approve: false }), { is: 'no-reason' });
  assert.deepEqual(await decide({ approve: false, reason: 'нет' }), { is: 'declined' });
  assert.deepEqual(await decide({}), { is: 'moved' });
  assert.doesNotMatch(await page(link), /Клуб/);
  // A brand that came meanwhile has the name now.
  const late = await proposedLook(world, client, { fields: { senderName: 'Орбита' } });
  await world.product({ scheme: 'platform', supplierName: 'Орбита' });
  const refused = await decideLook(ctx, fromShell, late, { seen: null, approve: true, reason: '' }, now);
  assert.deepEqual(refused, {
    is: 'wrong',
    problems: [{ field: 'senderName', why: 'foreign-name', found: 'Орбита' }],
  });
});

test('a draft that takes the number of a deleted one is not approved in its place', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const admin = await visitor(world, operator, 'admin');
  const ctx = world.cellOf(client);
  const key = await proposedLook(world, client, { fields: { senderName: 'Клуб бонусов' } });
  const path = `/o/clients/${client.id}/looks/${key.id}`;
  const [, seen = ''] = /name="seen" value="([^"]+)"/.exec((await admin.get(path)).body) ?? [];

  await takeBackLook(ctx, fromShell, key, world.clock.now());
  await discardLook(ctx, fromShell, key, world.clock.now());
  world.clock.forward('1 min');
  const other = await proposedLook(world, client, { fields: { senderName: 'Банк наград' } });
  assert.deepEqual(other, key);
  await admin.post(`${path}/approve`, { seen });
  assert.equal((await findLook(ctx.db, key))?.state, 'proposed');
});

test('the logo of a look that was withdrawn is not served for an earlier look that had it too', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const logo = await logoFile();
  await approvedLook(world, client, { fields: { senderName: 'Клуб бонусов' }, logo });
  const later = await approvedLook(world, client, { fields: { senderName: 'Клуб скидок' }, logo });
  const ctx = world.cellOf(client);
  const made = await makeLogo(logo);
  assert.ok(made.is === 'made');
  const url = world.baseUrl + logoPath(client.id, made.logo.name);
  assert.equal((await fetch(url)).status, 200);
  await withdrawLook(ctx, fromShell, later, 'жалоба', world.clock.now());
  assert.equal((await fetch(url)).status, 404);
  const elsewhere = { campaign: 'NY_2027', fields: {}, logo };
  const replaced = await approvedLook(world, client, elsewhere);
  assert.equal((await fetch(url)).status, 200, 'what is shown elsewhere is served');
  await approvedLook(world, client, { ...elsewhere, logo: await logoFile('#123456') });
  assert.equal((await fetch(url)).status, 200, 'letters show what was replaced');
  const outcome = await withdrawLook(ctx, fromShell, replaced, 'жалоба', world.clock.now());
  assert.deepEqual(outcome, { is: 'withdrawn' });
  assert.equal((await fetch(url)).status, 404);
});

test('looks that are shown or made come before those that have ended', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const ctx = world.cellOf(client);
  const now = world.clock.now();
  const main = await approvedLook(world, client, { fields: { senderName: 'Клуб бонусов' } });
  await withdrawLook(ctx, fromShell, main, 'жалоба', now);
  await beginLook(ctx, fromShell, { clientId: client.id, campaign: 'NY_2027' }, now);
  const looks = await listLooks(ctx.db, client.id);
  assert.deepEqual(
    looks.map(({ state }) => state),
    ['draft', 'withdrawn'],
  );
});
