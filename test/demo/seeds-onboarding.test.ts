import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onboardedSuppliers } from '../../seeds/demo-world/onboarded-suppliers.ts';
import { leadOnboarded, seedOnboarded } from '../../seeds/seed-onboarding.ts';
import { seedPersons } from '../../seeds/seed-persons.ts';
import { openStep, supplierSteps } from '../../src/acts/onboarding/supplier-steps.ts';
import { findSupplierFacts } from '../../src/reports/supplier-onboarding.ts';
import { testWorld } from '../support/test-world.ts';

test('the demo has a supplier in each step of its onboarding, the same at every start', async () => {
  await using world = await testWorld();
  const { ctx } = world;
  const start = async (): Promise<[string, string | undefined][]> => {
    const suppliers = await seedOnboarded(ctx);
    const facts = { base_url: world.baseUrl, clients: [], suppliers, logins: [], operator_token: '' };
    await seedPersons(ctx, facts);
    await leadOnboarded(ctx);
    await world.settle();
    const found = await findSupplierFacts(ctx.db, { limit: 100 });
    return found.map((supplier) => [supplier.name, openStep(supplierSteps(supplier))?.name]);
  };
  const expected = onboardedSuppliers.map(({ name, step }) => [name, step]);
  assert.deepEqual(await start(), expected);
  const letters = world.mail.letters.length;
  assert.deepEqual(await start(), expected);
  assert.equal(world.mail.letters.length, letters, 'nobody is written to again');
});
