import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setClient } from '../../src/clients/set-client.ts';
import { createWeekReporter, lastWeek } from '../../src/orders/weekly/make-week-reports.ts';
import { chooseMails } from '../../src/people/notifications/mail-choices.ts';
import { principalOf } from '../../src/people/sessions/session.ts';
import { newPerson, sessionOf } from '../support/people-world.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const reports = ({ mail }: TestWorld) =>
  mail.letters.filter(({ subject }) => /заказы недели|orders of the week/.test(subject ?? ''));
const told = (world: TestWorld): string[] =>
  reports(world)
    .map(({ to, subject }) => `${[to].flat()[0]?.text}: ${subject?.replaceAll('\u00a0', ' ')}`)
    .toSorted();

test('a week is told from Monday at eight', () => {
  for (const [now, week] of [
    ['2026-11-22T23:59:00+03:00', '2026-11-09'],
    ['2026-11-23T07:59:59+03:00', '2026-11-09'],
    ['2026-11-23T08:00:00+03:00', '2026-11-16'],
    ['2026-11-30T07:00:00+03:00', '2026-11-16'],
  ] as const)
    assert.equal(lastWeek(new Date(now)), week, now);
});

test('a week with orders is told once to whoever wants to know, however many workers there are', async () => {
  await using world = await testWorld();
  const { home: ctx, clock } = world;
  const client = await world.client({ name: 'Клуб' });
  const party = { side: 'client', partyId: client.id } as const;
  const [owner, finance] = [await newPerson(world, party, 'owner'), await newPerson(world, party, 'finance')];
  await newPerson(world, party, 'viewer', { factor: false });
  const declined = principalOf(await sessionOf(world, finance)) ?? assert.fail();
  const chosen = await chooseMails(ctx.db, ctx.keyring, declined, new Set(['low-balance']), clock.now());
  assert.equal(chosen.is, 'chosen');
  await setClient(ctx.db, client.id, { contactMail: 'list@club.example', language: 'en' });
  const quiet = await world.client();
  await setClient(ctx.db, quiet.id, { contactMail: 'quiet@shop.example' });
  const product = await world.product({ scheme: 'platform', title: 'Чай & «пряники»' });
  for (const face of [500, 1000]) await client.makeOrder({ product_id: product.id, face });
  await client.makeOrder({ product_id: product.id, face: 500, testmode: true });
  await world.settle();
  clock.forward('43 h');
  await world.settle();
  assert.deepEqual(told(world), []);

  clock.forward('2 h');
  const reporters = [createWeekReporter(ctx), createWeekReporter(ctx)];
  await Promise.all(reporters.map((reporter) => reporter.round()));
  await world.settle();
  assert.deepEqual(
    told(world),
    [
      'list@club.example: Клуб: orders of the week 16 Nov 2026 – 22 Nov 2026',
      `${owner.email}: Клуб: заказы недели 16.11.2026 – 22.11.2026`,
    ].toSorted(),
  );
  const [letter] = reports(world).filter(({ subject }) => subject?.includes('заказы недели'));
  assert.match(letter?.text ?? '', /Выпущено сертификатов: 2\nНа сумму: 1\s500\s₽\nНеделей раньше: 0/);
  assert.match(letter?.text ?? '', /Чай & «пряники»: 2 · 1\s500\s₽/);
  assert.match(String(letter?.html), /Чай &amp; «пряники»/);
  assert.match(letter?.text ?? '', /\/c\/notifications/);

  clock.forward('168 h');
  await world.settle();
  assert.equal(told(world).length, 2, 'a week without orders is not told');
});

test('weeks during which nothing was sent are told later, those before the first report are not', async () => {
  await using world = await testWorld();
  const { home: ctx, clock } = world;
  const client = await world.client({ name: 'Клуб' });
  await setClient(ctx.db, client.id, { contactMail: 'list@club.example', language: 'en' });
  const product = await world.product({ scheme: 'platform' });
  const orderInWeek = async () => {
    await client.makeOrder({ product_id: product.id, face: 500 });
    clock.forward('168 h');
  };
  await orderInWeek();
  await orderInWeek();
  await world.settle();
  clock.forward('1 min');
  await world.settle();
  assert.deepEqual(told(world), ['list@club.example: Клуб: orders of the week 23 Nov 2026 – 29 Nov 2026']);
  await orderInWeek();
  await orderInWeek();
  for (let minute = 0; minute < 3; minute += 1) {
    clock.forward('1 min');
    await world.settle();
  }
  assert.equal(told(world).length, 3);
});
