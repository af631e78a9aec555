import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLook } from '../../../src/certificates/looks/look-rows.ts';
import { clientParty, operator } from '../../../src/people/access/party.ts';
import { logoFile } from '../../support/client-looks.ts';
import { hasPoppler, textOf } from '../../support/read-pdf.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld } from '../../support/test-world.ts';

/** Where a form led to. */
async function ledTo(answer: ReturnType<Visitor['post']>): Promise<string> {
  const { statusCode, headers } = await answer;
  assert.equal(statusCode, 303);
  return String(headers.location).replace(/\?.*$/, '');
}

const fields = {
  senderName: 'Клуб бонусов',
  greetingRu: 'С Новым годом!',
  accent: '#0b5d3b',
  paper: '#f2f7f4',
  supportEmail: 'ask@club.example',
};

test('a client makes a look, the operator approves it, and withdraws it', async () => {
  await using world = await testWorld();
  const client = await world.client({ name: 'Клуб бонусов' });
  await world.product({ supplierName: 'Листва' });
  const owner = await visitor(world, clientParty(client.id), 'owner');
  const admin = await visitor(world, operator, 'admin');
  const ctx = world.cellOf(client);
  assert.match((await owner.get('/c/look')).body, /recipients see the brand of the certificate alone/);

  const wrong = await owner.post('/c/look/begin', { of: 'campaign', campaign: 'новый год' });
  assert.equal(wrong.statusCode, 422);
  const draft = await ledTo(owner.post('/c/look/begin', { of: 'campaign', campaign: ' ny_2027 ' }));
  assert.equal(draft, '/c/look/1');
  assert.equal(await ledTo(owner.post('/c/look/begin', { of: 'campaign', campaign: 'NY_2027' })), draft);

  const refused = await owner.post(`${draft}/save`, {
    ...fields,
    senderName: 'ЛИСТВА',
    greetingRu: 'Заходите на prize.example',
    accent: '#ffd400',
  });
  assert.equal(refused.statusCode, 422);
  for (const text of [
    /«?“ЛИСТВА|somebody else’s name/,
    /looks like a link/,
    /hard to read. The nearest that fits: #[\da-f]{6}/,
  ])
    assert.match(refused.body, text);
  assert.match(refused.body, /value="#ffd400"/, 'what was typed is kept');

  const logo = (bytes: Buffer) => owner.upload(`${draft}/logo`, {}, { field: 'logo', name: 'a.png', bytes });
  const svg = await logo(
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  );
  assert.equal(svg.statusCode, 422);
  assert.match(svg.body, /This is no PNG, JPEG or WebP/);
  assert.equal(await ledTo(logo(await logoFile())), draft);
  assert.equal(await ledTo(owner.post(`${draft}/save`, fields)), draft);

  // The preview: what is saved, and what is typed.
  const sample = await owner.get(`${draft}/sample?lang=ru`);
  assert.match(sample.body, /--accent:#0b5d3b/);
  assert.match(sample.body, /src="data:image\/png;base64,/);
  assert.match(String(sample.headers['x-frame-options']), /SAMEORIGIN/);
  const typed = new URLSearchParams({
    ...fields,
    typed: '1',
    greetingRu: `Спасибо! ${'С Новым годом! '.repeat(15)}`,
    footerRu: 'Ваш любимый клуб '.repeat(11),
    accent: 'red',
    view: 'letter',
  });
  const letter = (await owner.get(`${draft}/sample?${typed.toString()}&lang=ru`)).body;
  assert.match(letter, /Спасибо! С Новым годом!/);
  assert.match(letter, /Ваш любимый клуб/);
  assert.match(letter, /<html lang="ru"/);
  assert.doesNotMatch(letter, /:red/);
  const dark = (await owner.get(`${draft}/sample?lang=ru&view=phone-dark`)).body;
  assert.doesNotMatch(dark, /prefers-color-scheme/);
  if (hasPoppler()) {
    const pdf = await owner.get(`${draft}/pdf?lang=ru`);
    assert.match(textOf(pdf.rawPayload), /С Новым годом!/);
  }

  assert.equal(await ledTo(owner.post(`${draft}/save`, { ...fields, next: 'propose' })), draft);
  assert.equal((await findLook(ctx.db, { clientId: client.id, id: 1 }))?.state, 'proposed');
  const inquired = `/o/clients/${client.id}/looks/1`;
  assert.match((await admin.get('/o')).body, new RegExp(inquired));
  assert.match((await admin.get('/o/looks')).body, new RegExp(inquired));
  const page = (await admin.get(inquired)).body;
  const [, seen = ''] = /name="seen" value="([^"]+)"/.exec(page) ?? [];
  assert.match(page, /ask@club\.example/);
  // Whatever the client does meanwhile, only what was seen is approved.
  assert.equal(await ledTo(owner.post(`${draft}/back`)), draft);
  assert.equal(
    await ledTo(owner.post(`${draft}/save`, { ...fields, senderName: 'Клуб скидок', next: 'propose' })),
    draft,
  );
  assert.equal(await ledTo(admin.post(`${inquired}/approve`, { seen })), inquired);
  assert.equal((await findLook(ctx.db, { clientId: client.id, id: 1 }))?.state, 'proposed');
  const [, later = ''] = /name="seen" value="([^"]+)"/.exec((await admin.get(inquired)).body) ?? [];
  assert.equal(await ledTo(admin.post(`${inquired}/approve`, { seen: later })), inquired);
  assert.match((await owner.get('/c/look')).body, /shown/);

  assert.equal((await admin.post(`${inquired}/withdraw`, { seen: later })).statusCode, 422);
  assert.equal(await ledTo(admin.post(`${inquired}/withdraw`, { reason: 'A complaint' })), inquired);
  assert.match((await owner.get(draft)).body, /Reason: A complaint/);
  // Nothing of it is lost: it can be changed and proposed again.
  const next = await ledTo(owner.post('/c/look/begin', { campaign: 'NY_2027', like: '1' }));
  assert.match((await owner.get(next)).body, /Клуб скидок/);
});

test('nobody sees or decides what is not theirs', async () => {
  await using world = await testWorld();
  const [client, other] = [await world.client(), await world.client()];
  const owner = await visitor(world, clientParty(client.id), 'owner');
  const stranger = await visitor(world, clientParty(other.id), 'owner');
  const viewer = await visitor(world, clientParty(client.id), 'viewer');
  const support = await visitor(world, operator, 'support');
  await owner.post('/c/look/begin');
  await owner.post('/c/look/1/save', { ...fields, next: 'propose' });
  for (const path of ['/c/look/1', '/c/look/1/sample', '/c/look/1/pdf'])
    assert.equal((await stranger.get(path)).statusCode, 404, path);
  for (const path of ['/c/look/2147483648', `/o/clients/${client.id}/looks/2147483648`])
    assert.equal((await (path.startsWith('/c') ? owner : support).get(path)).statusCode, 404, path);
  const unlike = await owner.post('/c/look/begin', { campaign: 'NY_2027', like: '2147483648' });
  assert.notEqual(unlike.statusCode, 500);
  assert.equal((await viewer.get('/c/look')).statusCode, 404);
  const path = `/o/clients/${client.id}/looks/1`;
  assert.equal((await support.get(path)).statusCode, 200);
  assert.doesNotMatch((await support.get(path)).body, /Show it to recipients/);
  assert.equal((await support.post(`${path}/approve`, { seen: '2' })).statusCode, 404);
  // A page of somebody else may not fill the frame with words of its own.
  const { cookie } = owner.person;
  const foreign = await world.server.inject({
    url: '/c/look/1/sample?typed=1&greetingRu=Pay',
    headers: { cookie: `facevalue-session=${cookie}`, 'sec-fetch-site': 'cross-site' },
  });
  assert.doesNotMatch(foreign.body, /Pay/);
});
