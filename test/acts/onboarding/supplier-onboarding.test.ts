import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addProduct } from '../../../src/catalog/add-product.ts';
import { readOffers } from '../../../src/catalog/judge-offers.ts';
import { decideGuardedAct } from '../../../src/acts/guarded/decide.ts';
import { goLive } from '../../../src/acts/guarded/go-live.ts';
import { addProductForSale } from '../../../src/acts/guarded/put-on-sale.ts';
import { vouchForProducts } from '../../../src/acts/guarded/vouch-for-products.ts';
import { setFourEyes } from '../../../src/acts/guarded/set-four-eyes.ts';
import { agree, type AgreeableKind } from '../../../src/acts/onboarding/agree.ts';
import { findFactsOf } from '../../../src/acts/onboarding/begin-onboarding.ts';
import { addFile, maxFileBytes, mostFiles } from '../../../src/acts/onboarding/files.ts';
import { answersSubject, saveAnswers } from '../../../src/acts/onboarding/questionnaire.ts';
import {
  problemsOf,
  questionNames,
  questionOf,
  type Answers,
} from '../../../src/acts/onboarding/questionnaire-fields.ts';
import { supplierParty } from '../../../src/acts/onboarding/onboarding-side.ts';
import { startSupplier } from '../../../src/acts/onboarding/start-supplier.ts';
import {
  openStep,
  supplierSteps,
  templatesSubject,
  type Turn,
} from '../../../src/acts/onboarding/supplier-steps.ts';
import { operator } from '../../../src/people/access/party.ts';
import { fromShell, type PersonPrincipal } from '../../../src/people/access/principal.ts';
import { principalOf } from '../../../src/people/sessions/session.ts';
import { listApprovals } from '../../../src/people/approvals/approvals.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { changeProduct } from '../../../src/certificates/templates/change-catalog.ts';
import { setTemplate } from '../../../src/certificates/templates/versions.ts';
import { addCodes, freshCodes, passTest } from '../../support/arrange.ts';
import { addCaller } from '../../support/client-api-caller.ts';
import { newPerson, sessionOf } from '../../support/people-world.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const fullAnswers: Answers = Object.fromEntries(
  questionNames.map((name) => {
    const { kind } = questionOf(name);
    return [
      name,
      typeof kind !== 'string' ? (kind[0] ?? '') : kind === 'email' ? 'a@mill.example' : 'Мельница',
    ];
  }),
);

async function started(world: TestWorld) {
  const { db, keyring } = world.home;
  const ask = { name: 'Мельница', email: 'manager@mill.example', language: 'ru' as const };
  const outcome = await startSupplier(db, keyring, fromShell, ask, world.clock.now());
  const supplierId = outcome.is === 'started' ? outcome.supplierId : assert.fail(outcome.is);
  const party = supplierParty(supplierId);
  const turn = async (): Promise<Turn | null> => {
    await world.settle();
    const facts = (await findFactsOf(db, supplierId)) ?? assert.fail('it is not on its way');
    return openStep(supplierSteps(facts))?.turn ?? null;
  };
  const person = async (of = party, role = 'manager'): Promise<PersonPrincipal> =>
    principalOf(await sessionOf(world, await newPerson(world, of, role))) ?? assert.fail('no member');
  const agreeTo = async (by: PersonPrincipal | typeof fromShell, kind: AgreeableKind, subject: string) =>
    (await agree(db, keyring, by, { supplierId, kind, subject }, world.clock.now())).is;
  return { supplierId, party, turn, person, agreeTo };
}

const subjectsOf = (world: TestWorld): string[] =>
  world.mail.letters
    .map(({ subject }) => subject ?? '')
    .filter((subject) => /Ваша очередь|продажи/.test(subject));

test('a supplier goes from its invitation to its first sale by hand, each turn told to whoever acts', async () => {
  await using world = await testWorld({ FACEVALUE_OPERATOR_MAIL: 'operator@gifts.example' });
  const { db, keyring } = world.home;
  const now = () => world.clock.now();
  const supplier = await started(world);
  const { supplierId, turn, agreeTo } = supplier;
  assert.equal(await turn(), 'accept-invitation');
  const manager = await supplier.person();
  assert.equal(await turn(), 'fill-in');
  assert.deepEqual(subjectsOf(world), [], 'who goes on by oneself needs no letter');

  const save = (answers: Answers, submit: boolean) =>
    saveAnswers(db, keyring, manager, { supplierId, answers, submit }, now());
  const half = { ...fullAnswers, contactMail: 'half@', terms: '' };
  assert.equal((await save(half, false)).is, 'saved', 'half an answer is kept as typed');
  const wrong = await save(half, true);
  assert.deepEqual(wrong, { is: 'wrong', problems: { contactMail: 'bad-email', terms: 'missing' } });
  assert.equal(await turn(), 'fill-in');
  assert.equal((await save(fullAnswers, true)).is, 'submitted');
  assert.equal(await turn(), 'accept-answers');
  const toOperator = world.mail.letters.findLast(({ to }) => JSON.stringify(to).includes('operator@'));
  assert.match(toOperator?.subject ?? '', /анкета/);

  assert.equal(await agreeTo(fromShell, 'questionnaire', 'other answers'), 'changed');
  assert.equal(await agreeTo(manager, 'questionnaire', answersSubject(fullAnswers)), 'missing');
  assert.equal(await agreeTo(fromShell, 'questionnaire', answersSubject(fullAnswers)), 'agreed');
  assert.equal(await turn(), 'add-product');

  const wanted = {
    supplierId,
    scheme: 'pool' as const,
    facesKopecks: [50_000],
    fields: { title: 'Мельница' },
  };
  const { added } = await addProductForSale(world.ctx, fromShell, wanted, now());
  const productId = added.is === 'added' ? added.productId : assert.fail(added.is);
  assert.equal(await turn(), 'agree-template');
  assert.equal((await findFactsOf(db, supplierId))?.products[0]?.switchedOn, false, 'it is not sold yet');
  assert.match(subjectsOf(world).at(-1) ?? '', /Мельница.*Ваша очередь: шаблон сертификата/);
  const products = async () => (await findFactsOf(db, supplierId))?.products ?? [];
  const shown = templatesSubject(await products());
  assert.equal(await agreeTo(manager, 'template', shown), 'agreed');
  assert.equal(await turn(), 'agree-template-too');
  await setTemplate(db, productId, { template: null, note: 'другая картинка' }, now());
  assert.equal(await turn(), 'agree-template', 'a new version is agreed to again');
  assert.equal(await agreeTo(manager, 'template', shown), 'changed', 'only what is shown now is agreed to');
  for (const side of [manager, fromShell])
    assert.equal(await agreeTo(side, 'template', templatesSubject(await products())), 'agreed');

  assert.equal(await turn(), 'choose-scheme');
  assert.equal(await agreeTo(manager, 'scheme', 'pool/telepathy'), 'changed');
  assert.equal(await agreeTo(manager, 'scheme', 'platform/none'), 'agreed');
  assert.equal(await turn(), 'set-scheme');
  const replaced = await addProductForSale(world.ctx, fromShell, { ...wanted, scheme: 'platform' }, now());
  assert.equal(replaced.added.is, 'added');
  assert.equal(await turn(), 'agree-template', 'the new product has a template of its own');
  assert.deepEqual(
    (await products()).map(({ transferScheme }) => transferScheme),
    ['platform'],
    'the one from before goes nowhere',
  );
  world.clock.forward('1 min');
  assert.equal(await agreeTo(manager, 'scheme', 'pool/letter'), 'agreed');
  assert.equal(await turn(), 'set-scheme');
  await changeProduct(db, { productId, fields: { activationScheme: 'letter' } }, now());
  assert.equal(await turn(), 'send-codes', 'letters go to the contact address by the usual schedule');
  await db.query(
    `insert into pool_drafts (supplier_id, sender, file_name, sealed_file, file_hash, bytes, rows, state, came_at)
     values ($1, 'manager@mill.example', 'codes.csv', '', '', 1, 1, 'waiting', $2)`,
    [supplierId, now()],
  );
  assert.equal(await turn(), 'load-codes', 'a file that has come waits for the operator');
  const [code] = freshCodes(1);
  assert.ok(code !== undefined);
  const place = { db, keyring, now };
  world.clock.forward('1 min');
  await addCodes(place, { id: productId }, 500, [{ ...code, inactive: true }]);
  assert.equal(await turn(), 'buy-test-code');
  assert.equal((await goLive(world.ctx, fromShell, supplierId, now())).is, 'not-ready');

  await changeProduct(db, { productId, fields: { switchedOn: true } }, now());
  const shop = await addCaller(world);
  const untested = await shop.code('makeOrder', { product_id: productId, face: 500 });
  assert.equal(untested, 3601, 'nobody buys it before it is tested, or somebody vouches for it');
  const word = { productIds: [productId], reason: 'Финальный тест вручную.' };
  assert.equal((await vouchForProducts(world.ctx, fromShell, word, now())).is, 'vouched');
  await shop.ok('makeOrder', { product_id: productId, face: 500, uuid: 'test-code' });
  await world.settle();
  const { rows } = await db.query<{ number: number }>(`select order_id as number from requests`);
  const orderNumber = String(rows[0]?.number);
  assert.equal(await agreeTo(fromShell, 'test-order', '4711'), 'no-such-order');
  assert.equal(await agreeTo(fromShell, 'test-order', orderNumber), 'agreed');
  assert.equal(await turn(), 'activate-test-code');
  await db.query(`update codes set active = true where supplier_id = $1`, [supplierId]);
  assert.equal(await turn(), 'redeem-test-code');
  const offer = async () => {
    const [product] = await readOffers(db, { productIds: [productId] });
    return { lacks: product?.lacks, vouchedBy: product?.vouch?.byName ?? null };
  };
  assert.match((await offer()).vouchedBy ?? '', /^command/);
  assert.equal(await agreeTo(manager, 'till', orderNumber), 'agreed');
  assert.equal(await turn(), 'go-live');
  assert.deepEqual(await offer(), { lacks: [], vouchedBy: null }, 'from now on its test counts, and no word');

  await setFourEyes({ db, keyring }, fromShell, { on: true, aboveKopecks: 0 }, now());
  const admin = await supplier.person(operator, 'admin');
  assert.equal((await goLive(world.ctx, manager, supplierId, now())).is, 'missing');
  assert.equal((await goLive(world.ctx, admin, supplierId, now())).is, 'waits');
  assert.equal(await turn(), 'go-live');
  const [asked] = await listApprovals(db, operator, now());
  const decide = (by: typeof admin | typeof fromShell) =>
    decideGuardedAct(world.ctx, by, { id: asked?.id ?? 0, approve: true }, now());
  assert.equal((await decide(admin)).is, 'own');
  assert.equal((await decide(fromShell)).is, 'done');
  assert.equal(await turn(), null);
  assert.match(subjectsOf(world).at(-1) ?? '', /продажи открыты/);

  await agreeTo(manager, 'scheme', 'pool/none');
  assert.equal(await turn(), 'set-scheme', 'another choice opens its step again');
  assert.match(subjectsOf(world).at(-1) ?? '', /передача и активация/i);
});

test('what has changed between asking and deciding is looked at again before a supplier goes live', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const now = () => world.clock.now();
  const { supplierId, turn, person, agreeTo } = await started(world);
  const manager = await person();
  await saveAnswers(db, keyring, manager, { supplierId, answers: fullAnswers, submit: true }, now());
  await agreeTo(fromShell, 'questionnaire', answersSubject(fullAnswers));
  const fields = { title: 'Мельница', switchedOn: false };
  const added = await addProduct(
    db,
    { supplierId, scheme: 'platform', facesKopecks: [50_000], fields },
    now(),
  );
  const productId = added.is === 'added' ? added.productId : assert.fail(added.is);
  for (const side of [manager, fromShell]) await agreeTo(side, 'template', `${productId}:0`);
  await agreeTo(manager, 'scheme', 'platform/none');
  assert.equal(await turn(), 'run-test');
  world.clock.forward('1 min');
  await transaction(db, (tx) => passTest(tx, supplierId, now(), { green: false }));
  assert.equal(await turn(), 'mend-test');
  await transaction(db, (tx) => passTest(tx, supplierId, now()));
  assert.equal(await turn(), 'go-live');

  await setFourEyes({ db, keyring }, fromShell, { on: true, aboveKopecks: 0 }, now());
  const admin = await person(operator, 'admin');
  assert.equal((await goLive(world.ctx, admin, supplierId, now())).is, 'waits');
  await transaction(db, (tx) => passTest(tx, supplierId, now(), { green: false }));
  const [asked] = await listApprovals(db, operator, now());
  const decide = () => decideGuardedAct(world.ctx, fromShell, { id: asked?.id ?? 0, approve: true }, now());
  assert.deepEqual(await decide(), { is: 'not-done', reason: { is: 'open-step', step: 'test' } });
  const isOn = async () => (await findFactsOf(db, supplierId))?.products.some(({ switchedOn }) => switchedOn);
  assert.equal(await isOn(), false);
  await transaction(db, (tx) => passTest(tx, supplierId, now()));
  assert.equal((await decide()).is, 'done');
  assert.equal(await isOn(), true, 'its products are on sale');
});

test('files that go with the questionnaire are what their name says, and neither too large nor too many', async () => {
  await using world = await testWorld();
  const { supplierId, person } = await started(world);
  const manager = await person();
  const add = async (fileName: string, bytes: Buffer, by = manager) => {
    const { db, keyring } = world.home;
    return (await addFile(db, keyring, by, { supplierId, fileName, bytes }, world.clock.now())).is;
  };
  const png = Buffer.from('89504e470d0a1a0a00', 'hex');
  assert.equal(await add('logo.png', Buffer.from('<svg/>')), 'bad-type');
  assert.equal(await add('page.html', png), 'bad-type');
  assert.equal(await add('logo.png', Buffer.alloc(0)), 'empty');
  assert.equal(await add('logo.png', Buffer.concat([png, Buffer.alloc(maxFileBytes)])), 'too-large');
  const stranger = await person(supplierParty((await world.product()).supplierId));
  assert.equal(await add('logo.png', png, stranger), 'missing');
  const added = await Promise.all(Array.from({ length: mostFiles + 3 }, () => add('logo.png', png)));
  assert.deepEqual(
    [added.filter((is) => is === 'added').length, added.filter((is) => is === 'too-many').length],
    [mostFiles, 3],
  );
});

test('every question is judged', () => {
  assert.deepEqual(problemsOf(fullAnswers, { whole: true }), {});
  const long = problemsOf(Object.fromEntries(questionNames.map((name) => [name, 'x'.repeat(6000)])), {
    whole: false,
  });
  assert.equal(Object.keys(long).length, questionNames.length);
});
