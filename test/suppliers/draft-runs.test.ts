import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askLoad, askPreview } from '../../src/acts/guarded/drafts/ask-draft-run.ts';
import { lastRunOf, type RunOutcome } from '../../src/acts/guarded/drafts/draft-run.ts';
import { uploadCodes } from '../../src/acts/guarded/drafts/upload-codes.ts';
import { setFourEyes } from '../../src/acts/guarded/set-four-eyes.ts';
import { fromShell, type PersonPrincipal } from '../../src/people/access/principal.ts';
import { findDraft } from '../../src/suppliers/mail/drafts.ts';
import { rejectDraft } from '../../src/suppliers/mail/reject-draft.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const person = (side: 'operator' | 'supplier', role: string, partyId = 0): PersonPrincipal => ({
  is: 'person',
  personId: 1,
  name: 'Анна',
  isWhole: true,
  steppedUpAt: null,
  side,
  role,
  partyId,
});
const catalogue = person('operator', 'catalogue');

const sheet = (...rows: string[]): Buffer => Buffer.from(['Номер;Номинал;Срок действия', ...rows].join('\n'));

async function uploaded(
  world: TestWorld,
  product: { id: number; supplierId: number },
  bytes: Buffer,
  rules = {},
): Promise<number> {
  const ask = {
    supplierId: product.supplierId,
    fileName: 'codes.csv',
    bytes,
    rules: { productId: product.id, ...rules },
  };
  const outcome = await uploadCodes(world.ctx.db, world.ctx.keyring, catalogue, ask, world.clock.now());
  return outcome.is === 'added' ? outcome.draftId : assert.fail(outcome.is);
}

const outcomeOf = async (world: TestWorld, supplierId: number, draftId: number) => {
  await world.settle();
  const run = await lastRunOf(world.ctx.db, { supplierId, draftId });
  assert.ok(run?.state === 'ended' && run.outcome !== null);
  return { runId: run.runId, outcome: run.outcome };
};

const opened = (outcome: RunOutcome): Extract<RunOutcome, { is: 'opened' }> =>
  outcome.is === 'opened' ? outcome : assert.fail(outcome.is);

test('a preview finds what loading finds, and names the orders that then wake', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.ctx;
  const product = await world.product({ facesRoubles: [500, 1000] });
  const client = await world.client({ delayedMode: true });
  const orders: number[] = [];
  for (const face of [500, 500, 1000]) orders.push(await client.makeOrder({ product_id: product.id, face }));
  await world.settle();

  const codes = ['A-1;500;31.12.2030', 'A-2;1000;', 'A-1;500;', 'A-3;777;'];
  const draftId = await uploaded(world, product, sheet(...codes));
  const strict = await outcomeOf(world, product.supplierId, draftId);
  assert.equal(opened(strict.outcome).outcome.is, 'nothing-loaded', 'wrong rows are not skipped unasked');
  const load = (runId: number) => askLoad(db, keyring, catalogue, { draftId, runId }, world.clock.now());
  assert.equal((await load(strict.runId)).is, 'not-previewed');

  const rules = { productId: product.id, skipWrong: true, skipDuplicates: true };
  assert.equal((await askPreview(db, catalogue, { draftId, rules }, world.clock.now())).is, 'asked');
  assert.equal((await askPreview(db, catalogue, { draftId, rules }, world.clock.now())).is, 'busy');
  const preview = await outcomeOf(world, product.supplierId, draftId);
  const { outcome, wakes } = opened(preview.outcome);
  assert.ok(outcome.is === 'preview');
  assert.deepEqual(
    [outcome.report.loaded, outcome.report.wrong.total, outcome.report.duplicatesInFile.total],
    [2, 1, 1],
  );
  assert.deepEqual(outcome.report.lots, [
    { faceKopecks: 50_000, endsOn: '2030-12-31', codes: 1 },
    { faceKopecks: 100_000, endsOn: 'infinity', codes: 1 },
  ]);
  assert.deepEqual(
    wakes?.first.map(({ requestId }) => requestId),
    [orders[0], orders[2]],
  );
  assert.doesNotMatch(JSON.stringify(preview.outcome), /A-\d/, 'no code is told');
  const states = () => Promise.all(orders.map(async (id) => (await client.getStatus(id))['status']));
  assert.deepEqual(await states(), ['delayed', 'delayed', 'delayed'], 'a preview changes nothing');

  assert.equal((await load(strict.runId)).is, 'not-previewed', 'only the last preview is loaded');
  assert.equal((await load(preview.runId)).is, 'asked');
  const loaded = await outcomeOf(world, product.supplierId, draftId);
  assert.equal(opened(loaded.outcome).outcome.is, 'loaded');
  const [first, second, third] = await states();
  assert.equal(second, 'delayed');
  assert.ok(first !== 'delayed' && third !== 'delayed', 'both have their code');
  assert.equal((await findDraft(db, draftId))?.state, 'loaded');
  assert.equal((await load(preview.runId)).is, 'ended');
});

test('suppliers hand in codes of their own, and the operator loads them', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.ctx;
  const now = () => world.clock.now();
  const [product, other] = [await world.product(), await world.product()];
  const manager = person('supplier', 'manager', product.supplierId);
  const upload = (principal: PersonPrincipal, productId: number) => {
    const { supplierId } = product;
    const ask = { supplierId, fileName: 'codes.csv', bytes: sheet('B-1;500;'), rules: { productId } };
    return uploadCodes(db, keyring, principal, ask, now());
  };
  assert.equal((await upload(person('supplier', 'manager', other.supplierId), product.id)).is, 'no-supplier');
  assert.equal((await upload(manager, other.id)).is, 'no-product');
  const added = await upload(manager, product.id);
  assert.ok(added.is === 'added');
  assert.deepEqual(await upload(manager, product.id), { is: 'known', draftId: added.draftId });
  const { draftId } = added;
  const { runId } = await outcomeOf(world, product.supplierId, draftId);
  const load = (principal: PersonPrincipal) => askLoad(db, keyring, principal, { draftId, runId }, now());
  assert.equal((await load(manager)).is, 'no-draft');
  assert.equal((await load(person('operator', 'auditor'))).is, 'no-draft');

  await setFourEyes({ db, keyring }, fromShell, { on: true, aboveKopecks: 0 }, now());
  assert.equal((await load(catalogue)).is, 'asked');
  const { outcome } = await outcomeOf(world, product.supplierId, draftId);
  assert.equal(outcome.is, 'waits', 'somebody else has to approve it');
  assert.equal((await findDraft(db, draftId))?.state, 'waiting');
  const reject = (principal: PersonPrincipal) =>
    rejectDraft(db, keyring, principal, { draftId, note: '' }, now());
  assert.equal(await reject(person('operator', 'support')), 'no-draft');
  assert.equal(await reject(catalogue), 'rejected');
  assert.equal(await reject(catalogue), 'no-draft');
});

test('a run whose process was lost is done by another', async () => {
  await using world = await testWorld();
  const product = await world.product();
  const draftId = await uploaded(world, product, sheet('C-1;500;'));
  const lost = `update draft_runs set claim_id = gen_random_uuid(), due_at = $1, attempts = 1`;
  await world.ctx.db.query(lost, [new Date(world.clock.now().getTime() + 60_000)]);
  await world.settle();
  const { supplierId } = product;
  assert.equal((await lastRunOf(world.ctx.db, { supplierId, draftId }))?.state, 'waiting');
  world.clock.forward('61 s');
  const { outcome } = await outcomeOf(world, supplierId, draftId);
  assert.equal(opened(outcome).outcome.is, 'preview');
});

test('reasons that earlier versions stored as texts are read', async () => {
  await using world = await testWorld();
  const { db } = world.ctx;
  const { id: productId, supplierId } = await world.product({ facesRoubles: [500] });
  const draftId = await uploaded(world, { id: productId, supplierId }, sheet('D-1;777;'));
  await world.settle();
  const readAs = async (outcome: object): Promise<RunOutcome | undefined | null> => {
    await db.query(`update draft_runs set outcome = $1`, [JSON.stringify(outcome)]);
    return (await lastRunOf(db, { supplierId, draftId }))?.outcome;
  };
  const { outcome } = opened((await outcomeOf(world, supplierId, draftId)).outcome);
  assert.ok(outcome.is === 'nothing-loaded');
  assert.deepEqual(outcome.report.wrong.shown, [{ line: 2, reason: { is: 'other-face', face: 777 } }]);
  const wrong = { total: 1, shown: [{ line: 2, reason: 'the product has no face of 777' }] };
  const unlike = { total: 1, shown: [{ line: 3, reason: 'as no version said it' }] };
  const report = { ...outcome.report, wrong, unlike };
  assert.deepEqual(await readAs({ is: 'opened', outcome: { is: outcome.is, report }, wakes: null }), {
    is: 'opened',
    outcome: {
      is: outcome.is,
      report: {
        ...outcome.report,
        wrong: { total: 1, shown: [{ line: 2, reason: { is: 'other-face', face: '777' } }] },
        unlike: { total: 1, shown: [{ line: 3, reason: { is: 'other', text: 'as no version said it' } }] },
      },
    },
    wakes: null,
  });
  const refused = { is: 'refused', why: 'no-rows', details: 'the table has no codes' };
  const read = await readAs({ is: 'opened', outcome: refused, wakes: null });
  assert.ok(read?.is === 'opened' && read.outcome.is === 'refused');
  assert.deepEqual(read.outcome.reason, { is: 'no-codes' });
  const row = 'row 7 has more than 200 cells';
  assert.deepEqual(await readAs({ is: 'unreadable', details: row }), {
    is: 'unreadable',
    reason: { is: 'too-many-cells', line: '7', most: '200' },
  });
});

test('what uploads for one supplier took to read counts within the hour, also where nothing came of them', async () => {
  await using world = await testWorld();
  const [one, other] = [await world.product(), await world.product()];
  const outcomeFor = (product: { id: number; supplierId: number }, bytes: Buffer) => {
    const rules = { productId: product.id };
    const ask = { supplierId: product.supplierId, fileName: 'codes.csv', bytes, rules };
    return uploadCodes(world.ctx.db, world.ctx.keyring, catalogue, ask, world.clock.now());
  };
  const spent = async () =>
    (
      await world.ctx.db.query<{ counted: boolean }>(
        `select read_ms between 1 and 59999 as counted from upload_readings where supplier_id = $1 order by id`,
        [one.supplierId],
      )
    ).rows.map(({ counted }) => counted);
  assert.equal((await outcomeFor(one, sheet('U-1;500'))).is, 'added');
  assert.equal((await outcomeFor(one, sheet())).is, 'unreadable');
  assert.deepEqual(await spent(), [true, true]);
  await world.ctx.db.query(`update upload_readings set read_ms = 150000 where supplier_id = $1`, [
    one.supplierId,
  ]);
  const late = await outcomeFor(one, sheet('U-2;500'));
  assert.ok(late.is === 'unreadable');
  assert.deepEqual(late.reason, { is: 'sender-too-slow' });
  assert.equal((await outcomeFor(other, sheet('U-3;500'))).is, 'added', 'another supplier has its own');
  world.clock.forward('61 min');
  assert.equal((await outcomeFor(one, sheet('U-2;500'))).is, 'added');
  assert.deepEqual(await spent(), [true], 'those of earlier hours are deleted');
});
