import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { operator } from '../../../src/people/access/party.ts';
import { actNames } from '../../../src/people/audit/act-names.ts';
import { actName } from '../../../src/http/operator/act-names.ts';
import { workerName } from '../../../src/http/operator/health/worker-names.ts';
import { promiseText } from '../../../src/http/operator/proof/promises.ts';
import { checks } from '../../../src/reports/verify-checks.ts';
import { checksAcross } from '../../../src/reports/verify-cells.ts';
import { createWorkers } from '../../../src/workers.ts';
import { visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

/** What the code calls things is not what Russian pages may show. */
describe('names on the operator’s pages', () => {
  let world: TestWorld;
  before(async () => {
    world = await testWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  test('every worker has one', () => {
    const nameless = createWorkers(world.ctx).filter(({ name }) => workerName(name, 'ru') === name);
    assert.deepEqual(
      nameless.map(({ name }) => name),
      [],
    );
  });

  test('every check of the proof has one', () => {
    const nameless = [...checks, ...checksAcross].filter(
      (check) => promiseText(check, 'ru') === check.promise,
    );
    assert.deepEqual(
      nameless.map(({ name }) => name),
      [],
    );
  });

  test('every recorded act has one, in both languages', () => {
    const acts = globSync('src/**/*.ts')
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/\bact: '([a-z-]+\.[a-z-]+)'/g)])
      .map(([, act = '']) => act);
    assert.ok(acts.length > 50);
    // Named on the client's page of approvals.
    const ofClients = ['bulk.confirm'];
    for (const language of ['ru', 'en'] as const) {
      const nameless = acts.filter(
        (act) => !(act in actNames(language)) && actName(act, language) === act && !ofClients.includes(act),
      );
      assert.deepEqual(nameless, []);
    }
  });

  test('the audit shows fields, and who was at the shell', async () => {
    const admin = await visitor(world, operator, 'admin');
    await admin.post('/o/approvals/policy', { on: 'yes', above: '1000' });
    const page = await admin.get('/o/audit?lang=ru');
    assert.equal(page.statusCode, 200);
    assert.doesNotMatch(page.body, /\{&quot;|\{"/);
    assert.match(page.body, /команда/);
  });
});
