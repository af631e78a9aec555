import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsFor } from '../../../seeds/demo-world/agreement-with.ts';
import type { FaultScript } from '../../../simulators/supplier/fault.ts';
import {
  protocols,
  startSupplierSimulator,
  type ProtocolName,
  type SupplierSimulator,
} from '../../../simulators/supplier/start-simulator.ts';
import { addProduct } from '../../../src/catalog/add-product.ts';
import { certify, type CertifyReport } from '../../../src/suppliers/certify/certify.ts';
import { findSubject } from '../../../src/suppliers/certify/find-targets.ts';
import { actorOf, fromShell } from '../../../src/people/access/principal.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { setAgreement } from '../../../src/suppliers/set-agreement.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const key = 'tea';
const timeoutMs = 2500;

/** The final test of a simulated supplier that issues and activates over this kind of API. */
async function finalTest(
  world: TestWorld,
  simulator: SupplierSimulator,
  adapter: ProtocolName,
): Promise<CertifyReport> {
  const { db, keyring } = world.home;
  const { supplierId } = await world.product({ scheme: 'api' });
  await transaction(db, async (tx) => {
    const settings = settingsFor(adapter, simulator.url, key);
    const outcome = await setAgreement(
      tx,
      keyring,
      { supplierId, adapter, settings, timeoutMs },
      world.clock.now(),
    );
    assert.equal(outcome.is, 'set', 'problems' in outcome ? outcome.problems.join() : '');
    const pool = { title: 'Из пула', activationScheme: 'api' } as const;
    await addProduct(
      tx,
      { supplierId, scheme: 'pool', facesKopecks: [50_000], fields: pool },
      world.clock.now(),
    );
  });
  const subject = await findSubject(db, { supplier: String(supplierId), productId: null, facesKopecks: [] });
  assert.ok(subject !== null);
  const load = { calls: 12, concurrency: 4 };
  const outcome = await certify(world.ctx, {
    subject,
    load,
    testCodes: [],
    mark: true,
    by: actorOf(fromShell),
    onScenario: () => {},
  });
  assert.ok(outcome.is === 'tested', JSON.stringify(outcome));
  return outcome.report;
}

const verdictsOf = ({ scenarios }: CertifyReport): string[] =>
  scenarios.flatMap(({ name, verdict, findings }) =>
    verdict === 'red' ? findings.map(({ is }) => `${name}: ${is}`) : [],
  );

for (const adapter of Object.keys(protocols) as ProtocolName[]) {
  test(`the simulated supplier that speaks ${adapter} passes the final test`, async () => {
    await using world = await testWorld();
    const simulator = await startSupplierSimulator({ clock: world.clock });
    try {
      const report = await finalTest(world, simulator, adapter);
      assert.deepEqual(verdictsOf(report), []);
      assert.ok(report.green && report.marked);
      const codes = simulator.ledger(key).filter(({ kind }) => kind === 'issue');
      assert.equal(codes.length, report.codes, 'its books hold what the test says it made');
    } finally {
      await simulator.close();
    }
  });
}

/** Each fault, and the expected verdict of the final test. */
const faults: { script: FaultScript | 'not-idempotent'; adapter: ProtocolName; found: string }[] = [
  { script: { fault: 'wrong-face' }, adapter: 'rest', found: 'issue: not-issued' },
  { script: { fault: 'wrong-request-id' }, adapter: 'json-rpc', found: 'issue: not-issued' },
  { script: { fault: 'expired' }, adapter: 'soap', found: 'issue: not-issued' },
  { script: { fault: 'duplicate' }, adapter: 'xml-rpc', found: 'distinct: same-code-twice' },
  { script: 'not-idempotent', adapter: 'rest-mapped', found: 'repeat: repeat-differs' },
  { script: 'not-idempotent', adapter: 'rest', found: 'activation: activation-repeat' },
  { script: { fault: 'timeout-after', times: 1 }, adapter: 'rest', found: 'issue: not-issued' },
  { script: { fault: 'error-500', rate: 0.9 }, adapter: 'rest', found: 'load: load-failed' },
  { script: { fault: 'bad-code' }, adapter: 'soap', found: 'activation: not-activated' },
];

for (const { script, adapter, found } of faults) {
  const name = typeof script === 'string' ? script : script.fault;
  test(`the fault ${name} over ${adapter} is found: ${found}`, async () => {
    await using world = await testWorld();
    const simulator = await startSupplierSimulator({ clock: world.clock });
    try {
      const supplier = simulator.supplier(key) ?? assert.fail();
      if (script === 'not-idempotent') supplier.idempotent = false;
      else simulator.script(key, script);
      const report = await finalTest(world, simulator, adapter);
      assert.ok(verdictsOf(report).includes(found), JSON.stringify(report.scenarios));
      assert.ok(!report.green && !report.marked);
    } finally {
      await simulator.close();
    }
  });
}
