import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { topUp } from '../../../src/ledger/top-up.ts';
import { findClientFacts } from '../../../src/reports/client-onboarding.ts';
import { currentState } from '../../../src/acts/onboarding/client-steps.ts';
import { clientParty, operator } from '../../../src/people/access/party.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

describe('a client on its way to its first sale', () => {
  let world: TestWorld;
  let admin: Visitor;
  let clientId: number;
  let secret: string;

  before(async () => {
    world = await testWorld();
    admin = await visitor(world, operator, 'admin');
    const made = await admin.post('/o/clients/new', {
      name: 'Новый клуб',
      registered: '2026-11-21',
      on: 'yes',
      test: 'yes',
      callbackFormat: 'form',
    });
    clientId = Number(/\/o\/clients\/(\d+)/.exec(made.body)?.[1]);
    secret = /<pre data-secret>([^<]+)/.exec(made.body)?.[1] ?? '';
  });
  after(() => world[Symbol.asyncDispose]());

  const waiting = async (): Promise<string> => {
    const facts = await findClientFacts(world.cellOf({ id: clientId }).db, clientId, world.clock.now());
    const state = facts && currentState(facts);
    return state === null ? 'ready' : `${state.step}: ${state.waitsFor}`;
  };
  const lettersTo = (email: string): string[] =>
    world.mail.letters
      .filter(({ to }) => JSON.stringify(to).includes(email))
      .map(({ text }) => String(text))
      .filter((text) => /Подключение/.test(text));
  const nextLook = async (): Promise<void> => {
    world.clock.forward('1 min');
    await world.settle();
  };
  const contract = {
    legalName: 'ООО «Новый клуб»',
    taxId: '7701234567',
    address: 'Москва, Тихая ул., 1',
    contactName: 'Вера',
    contactPhone: '+7 495 000-00-00',
    contactMail: 'docs@club.example',
  };

  test('goes through every step by what it does; each turn is told to whoever it waits for', async () => {
    assert.equal(await waiting(), 'invitation: operator');
    assert.match((await admin.get('/o/onboarding')).body, /Новый клуб/);
    assert.match(
      (await admin.get('/o')).body,
      /Client onboarding, your turn: 1[^]*Новый клуб · \d+<\/a> · Invitation/,
    );
    const owner = await visitor(world, clientParty(clientId), 'owner');
    await nextLook();
    assert.equal(await waiting(), 'contract: client');
    assert.equal(lettersTo(owner.person.email).length, 1);
    assert.match((await owner.get('/c')).body, /The next step:.*Data of the contract.*your turn/);

    for (const [name, value] of [
      ['taxId', '77'],
      ['contactMail', 'nobody'],
      ['legalName', ''],
    ] as const)
      assert.equal((await owner.post('/c/start', { ...contract, [name]: value })).statusCode, 422, name);
    assert.equal((await owner.post('/c/start', contract)).statusCode, 303);
    await nextLook();
    assert.equal(await waiting(), 'contract: operator');
    assert.match(lettersTo(admin.person.email).join(), /заполнил данные договора/);
    const early = await admin.post(`/o/clients/${clientId}/live`);
    assert.equal(early.statusCode, 303);
    assert.match((await admin.get(`/o/clients/${clientId}`)).body, /First: Data of the contract/);
    await owner.post('/c/start', { ...contract, contactName: 'Ольга' });
    await admin.post(`/o/clients/${clientId}/contract`, { revision: '1' });
    assert.equal(await waiting(), 'contract: operator', 'what was shown is not what it is now');
    await admin.post(`/o/clients/${clientId}/contract`, { revision: '2' });
    assert.equal(await waiting(), 'keys: client');

    const shop = testClient(world.baseUrl, { id: clientId, secret }, world.callbacks);
    await shop.getBalance();
    // Calls are noted a moment later.
    for (let tries = 0; tries < 100 && (await waiting()) === 'keys: client'; tries += 1)
      await setTimeout(200);
    assert.equal(await waiting(), 'callback: client');

    await owner.post('/c/api/callbacks', { callbackUrl: world.callbacks.url, callbackFormat: 'form' });
    world.callbacks.answer(500, 'no');
    await owner.post('/c/api/test', { outcome: 'ok' });
    assert.equal(await waiting(), 'callback: client', 'it was not answered OK');
    world.callbacks.answer(200, 'OK');
    await owner.post('/c/api/test', { outcome: 'ok' });
    assert.equal(await waiting(), 'test-order: client');

    const product = await world.product({ scheme: 'platform' });
    await shop.makeOrder({ product_id: product.id, face: 500, testmode: 1 });
    await world.settle();
    assert.equal(await waiting(), 'money: client');
    const paid = { clientId, amountKopecks: 100_000, reference: 'first', note: '' };
    await topUp(world.cellOf({ id: clientId }).db, paid, world.clock.now());
    await nextLook();
    assert.equal(await waiting(), 'live: operator');

    await owner.post('/c/api/callbacks', { callbackUrl: `${world.callbacks.url}2`, callbackFormat: 'form' });
    assert.equal(await waiting(), 'callback: client', 'a changed address opens its step again');
    await owner.post('/c/api/callbacks', { callbackUrl: world.callbacks.url, callbackFormat: 'form' });
    assert.equal(await waiting(), 'live: operator');
    assert.match((await owner.get('/c/start')).body, /waits for the operator/);

    const live = await visitor(world, operator, 'admin');
    await live.post('/o/approvals/policy', { on: 'yes', above: '0' });
    const goLive = (): Promise<unknown> => live.post(`/o/clients/${clientId}/live`);
    await Promise.all([goLive(), goLive()]);
    assert.equal(await waiting(), 'live: operator');
    const waits = (await live.get(`/o/clients/${clientId}`)).body;
    assert.match(waits, /Waits for another person: approval \d+/);
    assert.doesNotMatch(waits, /Switch on real orders<\/button>/, 'it is asked for already');
    const asked = (await live.get('/o/approvals')).body;
    assert.equal(
      asked.match(/<h2><a [^>]*>Switch on a client/g)?.length,
      1,
      'asked for twice, it waits once',
    );
    assert.match(asked, /Новый клуб № \d+<\/a>/);
    assert.match(asked, /Only after all steps of onboarding<\/dt><dd>yes/);
    assert.doesNotMatch(asked, /\/approve/, 'nobody decides about what they asked for');
    // Who decides needs no right of their own to change clients.
    const second = await visitor(world, operator, 'finance');
    const [, approval] = /\/o\/approvals\/(\d+)\/approve/.exec((await second.get('/o/approvals')).body) ?? [];
    await owner.post('/c/api/callbacks', { callbackUrl: `${world.callbacks.url}2`, callbackFormat: 'form' });
    await second.post(`/o/approvals/${approval}/approve`);
    assert.equal(await waiting(), 'callback: client', 'a step that has opened since is looked at again');
    await owner.post('/c/api/callbacks', { callbackUrl: world.callbacks.url, callbackFormat: 'form' });
    await Promise.all([live, second].map((one) => one.post(`/o/approvals/${approval}/approve`)));
    assert.equal(await waiting(), 'ready');
    await nextLook();
    assert.match(lettersTo(owner.person.email).at(-1) ?? '', /Подключение закончено/);
    assert.doesNotMatch((await live.get('/o/onboarding')).body, /Новый клуб/);
    assert.match((await owner.get('/c/start')).body, /You are live/);
    assert.doesNotMatch((await owner.get('/c')).body, /The next step/);
    const told = world.mail.letters.length;
    await nextLook();
    assert.equal(world.mail.letters.length, told, 'nothing is told twice');
  });

  test('only the owner fills in the contract, and support agrees to nothing', async () => {
    const viewer = await visitor(world, clientParty(clientId), 'viewer');
    assert.equal((await viewer.get('/c/start')).statusCode, 200);
    assert.equal((await viewer.post('/c/start', contract)).statusCode, 404);
    const support = await visitor(world, operator, 'support');
    assert.equal((await support.get('/o/onboarding')).statusCode, 200);
    for (const act of ['contract', 'live'])
      assert.equal((await support.post(`/o/clients/${clientId}/${act}`, { revision: '2' })).statusCode, 404);
  });
});
