import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addProduct } from '../../../src/catalog/add-product.ts';
import type { Scheme } from '../../../src/catalog/scheme.ts';
import { setAdapter } from '../../../src/acts/guarded/adapter-settings.ts';
import { vouchForProducts } from '../../../src/acts/guarded/vouch-for-products.ts';
import { agree, type AgreeableKind } from '../../../src/acts/onboarding/agree.ts';
import { findFactsOf } from '../../../src/acts/onboarding/begin-onboarding.ts';
import { supplierParty } from '../../../src/acts/onboarding/onboarding-side.ts';
import { answersSubject, saveAnswers } from '../../../src/acts/onboarding/questionnaire.ts';
import {
  questionNames,
  questionOf,
  type Answers,
} from '../../../src/acts/onboarding/questionnaire-fields.ts';
import { startSupplier } from '../../../src/acts/onboarding/start-supplier.ts';
import {
  openStep,
  supplierSteps,
  templatesSubject,
  type Turn,
} from '../../../src/acts/onboarding/supplier-steps.ts';
import { operator } from '../../../src/people/access/party.ts';
import { fromShell, type Principal } from '../../../src/people/access/principal.ts';
import { principalOf } from '../../../src/people/sessions/session.ts';
import { moscowDateTime } from '../../../src/platform/time/moscow-time.ts';
import { undoRedemption } from '../../../src/redemption/undo-redemption.ts';
import { changeProduct } from '../../../src/certificates/templates/change-catalog.ts';
import { exampleServer, token } from '../../suppliers/certify/example-server.ts';
import { freshCodes } from '../../support/arrange.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { sessionOf } from '../../support/people-world.ts';
import { supplierCaller } from '../../support/supplier-caller.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const answers: Answers = Object.fromEntries(
  questionNames.map((name) => {
    const { kind } = questionOf(name);
    const text =
      typeof kind !== 'string' ? (kind[0] ?? '') : kind === 'email' ? 'a@mill.example' : 'Мельница';
    return [name, text];
  }),
);

interface Underway {
  supplierId: number;
  productId: number;
  manager: Visitor;
  managerPrincipal: Principal;
  admin: Visitor;
  /** Who acts next, as the facts are now. */
  turn: () => Promise<Turn | null>;
  agreeTo: (kind: AgreeableKind, subject: string) => Promise<string>;
  /** The operator names the order of the test code. */
  nameTestOrder: (requestId: number) => Promise<void>;
}

/** A supplier that has come as far as its integration, by this scheme. */
async function underway(world: TestWorld, scheme: Scheme): Promise<Underway> {
  const { db, keyring } = world.home;
  const now = () => world.clock.now();
  const ask = { name: 'Мельница', email: 'manager@mill.example', language: 'ru' as const };
  const begun = await startSupplier(db, keyring, fromShell, ask, now());
  const supplierId = begun.is === 'started' ? begun.supplierId : assert.fail(begun.is);
  const manager = await visitor(world, supplierParty(supplierId), 'manager');
  const managerPrincipal = principalOf(await sessionOf(world, manager.person)) ?? assert.fail('no member');
  const admin = await visitor(world, operator, 'admin');
  const by = async (principal: Principal, kind: AgreeableKind, subject: string) =>
    (await agree(db, keyring, principal, { supplierId, kind, subject }, now())).is;

  await saveAnswers(db, keyring, managerPrincipal, { supplierId, answers, submit: true }, now());
  await by(fromShell, 'questionnaire', answersSubject(answers));
  const [transfer, activation] = scheme.split('/') as ['pool' | 'api', 'none' | 'letter' | 'pull'];
  const fields = { title: 'Мельница', switchedOn: false, activationScheme: activation };
  const added = await addProduct(db, { supplierId, scheme: transfer, facesKopecks: [50_000], fields }, now());
  const productId = added.is === 'added' ? added.productId : assert.fail(added.is);
  const facts = async () => (await findFactsOf(db, supplierId)) ?? assert.fail('it is not on its way');
  for (const side of [managerPrincipal, fromShell])
    assert.equal(await by(side, 'template', templatesSubject((await facts()).products)), 'agreed');
  assert.equal(await by(managerPrincipal, 'scheme', scheme), 'agreed');
  world.clock.forward('1 min');
  return {
    supplierId,
    productId,
    manager,
    managerPrincipal,
    admin,
    async turn() {
      await world.settle();
      return openStep(supplierSteps(await facts()))?.turn ?? null;
    },
    agreeTo: (kind, subject) => by(managerPrincipal, kind, subject),
    async nameTestOrder(requestId) {
      const { rows } = await db.query<{ number: number }>(
        `select order_id as number from requests where id = $1`,
        [requestId],
      );
      const subject = String(rows[0]?.number);
      // Whoever did nothing for half an hour is not signed in any more.
      const fresh = await visitor(world, operator, 'admin');
      const named = await fresh.post(`/o/onboarding/suppliers/${supplierId}/test-order`, { subject });
      assert.equal(named.headers.location?.includes('/in'), false, String(named.headers.location));
    },
  };
}

/** The operator vouches for the product for the time of the test, switches it on and buys the only code that there is. */
async function buyTestCode(world: TestWorld, { productId }: Underway, emailTo: string) {
  const word = { productIds: [productId], reason: 'Финальный тест вручную.' };
  assert.equal((await vouchForProducts(world.ctx, fromShell, word, world.clock.now())).is, 'vouched');
  await changeProduct(world.ctx.db, { productId, fields: { switchedOn: true } }, world.clock.now());
  const own = await world.client();
  const id = await own.makeOrder({ product_id: productId, face: 500, email_to: emailTo });
  await world.settle();
  return { own, id };
}

const letterTo = (world: TestWorld, address: string): string =>
  world.mail.letters.findLast(({ to }) => JSON.stringify(to).includes(address))?.text ?? '';

test('by hand: a test code is sold, activated by the button of a letter, and redeemed at the till', async () => {
  await using world = await testWorld();
  const supplier = await underway(world, 'pool/letter');
  const { supplierId, productId, turn } = supplier;
  assert.equal(await turn(), 'send-codes');
  const [code] = freshCodes(1);
  assert.ok(code !== undefined);
  await world.pool({ id: productId, supplierId, brandId: 0 }, 500, [{ ...code, inactive: true }]);
  assert.equal(await turn(), 'buy-test-code');
  const { own, id } = await buyTestCode(world, supplier, 'tester@recipients.example');
  await supplier.nameTestOrder(id);
  assert.equal(await turn(), 'activate-test-code');
  assert.equal(letterTo(world, 'tester@recipients.example'), '', 'its letter waits for the activation');

  // The usual letter, on Monday at noon, goes to the supplier by SMTP.
  world.clock.forward('2 d');
  await world.settle();
  const [link = ''] = /https?:\/\/\S+\/activation\S+/.exec(letterTo(world, 'manager@mill.example')) ?? [];
  assert.notEqual(link, '', letterTo(world, 'manager@mill.example'));
  const { pathname } = new URL(link);
  assert.equal((await world.server.inject({ url: pathname })).statusCode, 200);
  assert.equal(
    await turn(),
    'activate-test-code',
    'to open the page, as scanners of mail do, confirms nothing',
  );
  const pressed = await world.server.inject({
    method: 'POST',
    url: pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: world.baseUrl },
    payload: 'confirm=all',
  });
  assert.ok(pressed.statusCode < 400, String(pressed.statusCode));
  assert.equal(await turn(), 'redeem-test-code');
  assert.match(letterTo(world, 'tester@recipients.example'), /\/g\//, 'its letter has gone out');

  // Whoever was signed in two days ago is not any more.
  const admin = await visitor(world, operator, 'admin');
  const manager = await visitor(world, supplierParty(supplierId), 'manager');
  const step = (await manager.get('/s/start')).body;
  assert.match(step, /redeemed at your own till/, 'ours would not know the certificate');
  assert.doesNotMatch(step, /Open the till/);
  const access = { format: 'json', redeemsOwn: 'yes', networks: '' };
  assert.equal((await admin.post(`/o/suppliers/${supplierId}/access`, access)).statusCode, 303);
  assert.match((await manager.get('/s/start')).body, /Open the till/);
  const cashier = await visitor(world, supplierParty(supplierId), 'cashier');
  const { code: number } = await own.getCode(id);
  const checked = await cashier.post('/till/check', { number });
  const [, key = ''] = /name="key" value="([^"]+)"/.exec(checked.body) ?? [];
  assert.match((await cashier.post('/till/redeem', { number, key })).body, /Redeemed/i);
  assert.equal(await turn(), 'go-live');

  const { rows } = await world.home.db.query<{ transaction: string }>(
    `select transaction from redemptions where supplier_id = $1`,
    [supplierId],
  );
  const undo = { supplierId, transaction: String(rows[0]?.transaction), reason: 'проба' };
  const { db, keyring } = world.home;
  const undone = await undoRedemption(db, keyring, supplier.managerPrincipal, undo, world.clock.now());
  assert.equal(undone.is, 'undone');
  assert.equal(await turn(), 'redeem-test-code', 'what was undone is to be shown again');
  const again = await cashier.post('/till/check', { number });
  const [, secondKey = ''] = /name="key" value="([^"]+)"/.exec(again.body) ?? [];
  await cashier.post('/till/redeem', { number, key: secondKey });
  assert.equal(await turn(), 'go-live');
  assert.match((await manager.get('/s/start')).body, /waits for the operator|operator/i);
  assert.equal((await admin.post(`/o/onboarding/suppliers/${supplierId}/live`)).statusCode, 303);
  assert.equal(await turn(), null);
});

test('by hand: a test code is sold, activated by fetching the sales, and redeemed by the supplier’s program', async () => {
  await using world = await testWorld();
  const supplier = await underway(world, 'pool/pull');
  const { supplierId, productId, turn } = supplier;
  assert.equal(await turn(), 'fetch-sales');
  const program = await supplierCaller(world, supplierId, { redeemsOwn: true });
  const fetchSales = async (): Promise<void> => {
    world.clock.forward('1 h');
    const to = world.clock.now();
    const from = new Date(to.getTime() - 2 * 3600_000);
    const answer = await program.used(moscowDateTime(from), moscowDateTime(to));
    assert.equal(answer.status, 200);
    await answer.text();
  };
  await fetchSales();
  assert.equal(await turn(), 'send-codes');
  const [code] = freshCodes(1);
  assert.ok(code !== undefined);
  await world.pool({ id: productId, supplierId, brandId: 0 }, 500, [{ ...code, inactive: true }]);
  const { own, id } = await buyTestCode(world, supplier, 'tester@recipients.example');
  await supplier.nameTestOrder(id);
  assert.equal(await turn(), 'activate-test-code');
  const before = await program.redeem({ code: code.number });
  assert.equal(before.body.error?.['code'], 'inactive');
  await fetchSales();
  assert.equal(await turn(), 'redeem-test-code');
  assert.equal((await own.getCode(id)).code, code.number);
  assert.equal((await program.redeem({ code: code.number })).status, 200);
  assert.equal(await turn(), 'go-live');
  assert.equal(await supplier.agreeTo('scheme', 'pool/none'), 'agreed');
  assert.equal(await turn(), 'set-scheme', 'another scheme is set up and tested again');
});

test('by program: the manager’s button tests issue, activation and redemption against the supplier’s server', async () => {
  await using world = await testWorld();
  await using server = await exampleServer();
  const supplier = await underway(world, 'api/none');
  const { supplierId, productId, turn, manager, admin } = supplier;
  const { db, keyring } = world.home;
  assert.equal(await turn(), 'set-calls');
  const settings = (auth: string) => ({
    supplierId,
    adapter: 'rest',
    settings: { supplierUrl: server.url, auth: { kind: 'bearer', token: auth } },
    timeoutMs: 10_000,
  });
  const connect = async (auth: string): Promise<void> => {
    world.clock.forward('1 min');
    const set = await setAdapter({ db, keyring }, fromShell, settings(auth), world.clock.now());
    assert.equal(set.is, 'set');
  };
  await connect('wrong');
  assert.equal(await turn(), 'run-test');
  await supplierCaller(world, supplierId, { redeemsOwn: true });
  const runTest = async (): Promise<string> => {
    world.clock.forward('1 min');
    await db.query(`update sessions set stepped_up_at = $1`, [world.clock.now()]);
    const asked = await manager.post('/s/integration/test', { confirm: 'yes' });
    assert.equal(asked.statusCode, 303);
    await world.settle();
    return (await manager.get(String(asked.headers.location))).body;
  };
  assert.match(await runTest(), /failed|red/i);
  assert.equal(await turn(), 'mend-test');
  await connect(token);
  assert.equal(await turn(), 'run-test', 'a changed connection is tested again');
  const report = await runTest();
  assert.match(report, /passed/i);
  for (const scenario of ['Issue', 'redeem']) assert.match(report, new RegExp(scenario, 'i'));
  assert.equal(await turn(), 'go-live');
  assert.equal((await admin.post(`/o/onboarding/suppliers/${supplierId}/live`)).statusCode, 303);
  assert.equal(await turn(), null);

  const shop = await world.client();
  const id = await shop.makeOrder({
    product_id: productId,
    face: 500,
    email_to: 'mila@recipients.example',
  });
  await world.settle();
  const { code } = await shop.getCode(id);
  assert.match(code, /^\d{16}$/, 'the first order has a code of its server');
  assert.match(letterTo(world, 'mila@recipients.example'), /\/g\//);
});
