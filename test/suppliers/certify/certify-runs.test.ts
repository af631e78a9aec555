import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askCertify } from '../../../src/suppliers/certify/runs/ask-certify.ts';
import { findCertifyRun, listCertifyRuns } from '../../../src/suppliers/certify/runs/certify-run.ts';
import { reportPage } from '../../../src/suppliers/certify/report-page.ts';
import { tryOut } from '../../../src/suppliers/certify/try-out.ts';
import { fromShell, type PersonPrincipal } from '../../../src/people/access/principal.ts';
import { testWorld } from '../../support/test-world.ts';
import { certifiedAt, exampleServer, testSupplier } from './example-server.ts';

const scope = { productId: null, facesKopecks: [], calls: 4, concurrency: 2, testCode: null };

test('a final test is asked for, done once by a worker, and its report kept without codes', async () => {
  await using world = await testWorld();
  await using example = await exampleServer();
  const { db, keyring } = world.home;
  const { supplierId } = await testSupplier(world, example.url);
  await db.query(`update suppliers set certified_at = null`);
  const now = () => world.clock.now();
  const admin: PersonPrincipal = {
    is: 'person',
    personId: 1,
    name: 'Анна',
    isWhole: true,
    steppedUpAt: null,
    side: 'operator',
    role: 'admin',
    partyId: 0,
  };
  const ask = (principal: PersonPrincipal) =>
    askCertify(db, keyring, principal, { supplierId, ...scope }, now());
  assert.equal((await ask({ ...admin, role: 'catalogue' })).is, 'no-supplier');
  assert.equal((await ask({ ...admin, side: 'supplier', role: 'manager', partyId: 999 })).is, 'no-supplier');
  assert.equal((await ask(admin)).is, 'step-up');
  const asked = await ask({ ...admin, steppedUpAt: now() });
  assert.ok(asked.is === 'asked');
  assert.equal((await ask({ ...admin, steppedUpAt: now() })).is, 'busy');
  await world.settle();
  const run = await findCertifyRun(db, { runId: asked.runId, supplierId });
  assert.ok(run?.state === 'tested' && run.report !== null, String(run?.state));
  assert.ok(run.green);
  assert.deepEqual(await certifiedAt(world, supplierId), now());
  assert.match(reportPage(run.report, 'ru').markup, /Финальный тест/);
  assert.equal(await findCertifyRun(db, { runId: asked.runId, supplierId: supplierId + 1 }), null);
  const { rows } = await db.query<{ kept: string }>(`select report::text as kept from certify_runs`);
  assert.doesNotMatch(rows[0]?.kept ?? '', /\b\d{16}\b/, 'no code');

  // A process is lost in the middle: real codes were made, so nobody repeats it unasked.
  assert.equal((await ask({ ...admin, steppedUpAt: now() })).is, 'asked');
  await db.query(`update certify_runs set state = 'running' where state = 'waiting'`);
  world.clock.forward('61 s');
  await world.settle();
  const [last] = await listCertifyRuns(db, { supplierId, limit: 1 });
  assert.equal(last?.state, 'interrupted');
});

test('a try-out call is shown masked, and its code is blocked', async () => {
  await using world = await testWorld();
  await using example = await exampleServer();
  const { supplierId } = await testSupplier(world, example.url);
  const blocked = async () =>
    (await world.home.db.query(`select from codes where state = 'blocked'`)).rowCount ?? 0;
  const before = await blocked();
  const tried = await tryOut(world.ctx, fromShell, { supplierId, call: 'issue' }, world.clock.now());
  assert.ok(tried.is === 'tried', tried.is);
  assert.equal(tried.outcome.reading.is, 'done');
  assert.doesNotMatch(tried.outcome.transcript, /\d{16}/);
  assert.equal(await blocked(), before + 1);
  const nobody = await tryOut(world.ctx, fromShell, { supplierId: 999, call: 'issue' }, world.clock.now());
  assert.equal(nobody.is, 'no-supplier');
});
