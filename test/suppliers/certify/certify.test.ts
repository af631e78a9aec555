import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { certify, type CertifyReport } from '../../../src/suppliers/certify/certify.ts';
import { findSubject } from '../../../src/suppliers/certify/find-targets.ts';
import { reportPage } from '../../../src/suppliers/certify/report-page.ts';
import { gathered } from '../../../src/platform/cells/merge.ts';
import { actorOf, fromShell } from '../../../src/people/access/principal.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { issueIntegrationToken } from '../../../src/suppliers/used-export/integration-access.ts';
import { testWorld } from '../../support/test-world.ts';
import {
  example,
  exampleServer,
  brokenServer,
  size,
  testSupplier,
  certifiedAt,
  redOf,
} from './example-server.ts';

const verdictsOf = ({ scenarios }: CertifyReport): Record<string, string> =>
  Object.fromEntries(scenarios.map(({ name, verdict }) => [name, verdict]));

test('the example server of the guide passes the final test in 30 lines; its codes are blocked, and the supplier may sell', async () => {
  const source = await readFile(example, 'utf8');
  assert.ok(source.trimEnd().split('\n').length <= 30);
  await using world = await testWorld();
  await using inner = await exampleServer();
  const { report, supplierId } = await testSupplier(world, inner.url);
  assert.deepEqual(
    verdictsOf(report),
    Object.fromEntries(report.scenarios.map(({ name }) => [name, 'green'])),
    JSON.stringify(report.scenarios),
  );
  assert.equal(report.scenarios.length, 13);
  assert.ok(report.green && report.marked);
  assert.deepEqual(await certifiedAt(world, supplierId), world.clock.now());
  // Two faces, one repeat, one concurrent request, and the load.
  assert.equal(report.codes, 2 + 1 + 1 + size.calls);
  const rows = await gathered(world.ctx, async ({ db }) => {
    const found = await db.query<object>(`select state, count(*) from codes group by state`);
    return found.rows;
  });
  assert.deepEqual(rows, [{ state: 'blocked', count: report.codes }]);
});

test('the report is a page in both languages that holds no code', async () => {
  await using world = await testWorld();
  await using inner = await exampleServer();
  const seen: string[] = [];
  await using broken = await brokenServer(inner, async (call, pass) => {
    const answer = await pass(call);
    const code = /"code":"(\d{16})"/.exec(answer.body)?.[1];
    if (code !== undefined) seen.push(code);
    return { ...answer, body: answer.body.replace(/"denomination":\d+/, '"denomination":77') };
  });
  const { report } = await testSupplier(world, broken.url);
  assert.ok(seen.length > 0 && !report.green);
  const [russian, english] = [reportPage(report, 'ru').markup, reportPage(report, 'en').markup];
  assert.match(russian, /Финальный тест/);
  assert.match(reportPage({ ...report, name: 'Кафе «Мотылёк»' }, 'ru').markup, /<h1>«Кафе „Мотылёк“»</);
  assert.match(english, /the code has another face/);
  for (const code of seen) {
    for (const text of [russian, english, JSON.stringify(report)]) assert.ok(!text.includes(code));
  }
});

test('slow answers, odd barcodes and short validities give warnings, and the test passes', async () => {
  await using world = await testWorld();
  await using inner = await exampleServer();
  await using slow = await brokenServer(inner, async (call, pass) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 1600);
    });
    const answer = await pass(call);
    return { ...answer, body: answer.body.replace('2030-12-31', '2026-11-30') };
  });
  const { report } = await testSupplier(world, slow.url, { barcodeKind: 'ean13' }, 3000);
  const verdicts = verdictsOf(report);
  assert.deepEqual(
    [verdicts['speed'], verdicts['format'], verdicts['expiry']],
    ['warning', 'warning', 'warning'],
  );
  assert.ok(report.green, JSON.stringify(report.scenarios));
});

test('the final test of platform codes uses the real till verbs and leaves no data', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.ctx;
  const { supplierId } = await world.product({ scheme: 'platform' });
  const subject = await findSubject(db, { supplier: String(supplierId), productId: null, facesKopecks: [] });
  assert.ok(subject !== null);
  const ask = {
    subject,
    load: size,
    testCodes: [],
    mark: true,
    by: actorOf(fromShell),
    onScenario: () => {},
  };
  const before = await certify(world.ctx, ask);
  assert.ok(before.is === 'tested');
  assert.deepEqual(redOf(before.report), ['access']);
  await transaction(db, (tx) => issueIntegrationToken(tx, keyring, { supplierId }, world.clock.now()));
  const after = await certify(world.ctx, ask);
  assert.ok(after.is === 'tested' && after.report.green, JSON.stringify(after));
  const left = await gathered(world.ctx, async (cell) => {
    const { rows } = await cell.db.query<{ count: number }>(
      `select (select count(*) from codes) + (select count(*) from redemptions) + (select count(*) from certificates) as count`,
    );
    return rows;
  });
  assert.ok(left.every(({ count }) => count === 0));
});
