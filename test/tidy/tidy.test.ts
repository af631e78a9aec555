import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { createWholeProgram } from '../../src/commands/program.ts';
import { verbsOpenTransactions } from './act-rules.ts';
import {
  documentsNameCommandsThatExist,
  documentsNameFilesThatExist,
  filesAreShort,
  foldersAreKnown,
  importsPointOneWay,
  migrationsAreNumbered,
  namesSayWhat,
  noBannedTerms,
  settingsAreTold,
  tablesHaveOneOwner,
  type SourceFile,
} from './tidy-rules.ts';

const root = join(import.meta.dirname, '../..');
const kept = [
  '{src,test,seeds,simulators,bench}/**/*.ts',
  'migrations/*',
  '*.md',
  'docs/**/*.md',
  '.env.example',
];

const files: SourceFile[] = globSync(kept, { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

const exists = (path: string): boolean => existsSync(join(root, path));

const program = await createWholeProgram();
const commands = new Map(
  program.commands.map((command) => [command.name(), command.commands.map((inner) => inner.name())]),
);
const scripts = Object.keys(manifest.scripts);

interface Rule {
  name: string;
  broken: (files: SourceFile[]) => string[];
  /** Files that break it, to see that it can be broken. */
  offenders: SourceFile[];
}

const file = (path: string, text: string): SourceFile => ({ path, text });

const rules: Rule[] = [
  {
    name: 'imports point one way',
    broken: importsPointOneWay,
    offenders: [
      file('src/ledger/a.ts', `import { placeOrders } from '../orders/place-orders.ts';`),
      file('src/messaging/a.ts', `import type { Ending } from '../orders/end-orders.ts';`),
      file('src/callbacks/a.ts', `import { takeCodes } from '../orders/issue-orders.ts';`),
      file('src/http/gift-page/a.ts', `import { ok } from '../client-api/answer.ts';`),
      file('src/orders/a.ts', `export { say } from '../commands/shell/output.ts';`),
      file('src/platform/a.ts', `import type { Context } from '../context.ts';`),
      file('src/vault/a.ts', `const late = await import('../catalog/face.ts');`),
      file('src/adapters/a.ts', `import { callSupplier } from '../suppliers/calls/call-supplier.ts';`),
      file('src/reports/a.ts', `import {\n  testWorld,\n} from '../../test/support/test-world.ts';`),
    ],
  },
  {
    name: 'every folder of src has its place in the layers',
    broken: foldersAreKnown,
    offenders: [file('src/plugins/a.ts', '')],
  },
  {
    name: 'a table is written by its owner alone',
    broken: (all) =>
      tablesHaveOneOwner([...files.filter(({ path }) => path.startsWith('migrations/')), ...all]),
    offenders: [
      file('src/orders/a.ts', '`update accounts\n set balance_kopecks = 0`'),
      file('src/reports/a.ts', '`DELETE FROM codes`'),
      file('src/http/a.ts', `insertion('requests', {})`),
      file('src/orders/b.ts', `claimDue(db, { name: 'callbacks', leaseSeconds: 5 })`),
    ],
  },
  {
    name: 'verbs open transactions, their callers do not',
    broken: verbsOpenTransactions,
    offenders: [
      file('src/commands/clients/a.ts', 'transaction(db, (tx) => addClient(tx, keyring, client, now))'),
      file('src/http/till/a.ts', 'return atomically(db, work)'),
      file('src/http/health.ts', 'await transaction<Gauges>(db, measure)'),
    ],
  },
  {
    name: 'no banned details',
    broken: noBannedTerms,
    offenders: [
      file('src/orders/a.ts', `process.env['X']`),
      file('src/orders/b.ts', 'const now = new Date();'),
      file('src/orders/c.ts', 'const at = Date.now();'),
      file('test/d.test.ts', 'const x: any = 1;'),
      file('src/orders/e.ts', '// @ts-ignore'),
      file('bench/f.ts', '// TODO: later'),
      file('test/g.test.ts', `test.skip('x', () => {});`),
      file('src/http/h.ts', `console.log('x')`),
      file('src/orders/i.ts', '`select pg_advisory_xact_lock(1)`'),
    ],
  },
  {
    name: 'files are short',
    broken: filesAreShort,
    offenders: [file('src/orders/long.ts', '\n'.repeat(300))],
  },
  {
    name: 'names say what is inside',
    broken: namesSayWhat,
    offenders: [
      file('src/orders/utils.ts', ''),
      file('src/orders/placeOrders.ts', ''),
      file('src/helpers/money.ts', ''),
      file('src/orders/index.ts', ''),
    ],
  },
  {
    name: 'migrations have a number each',
    broken: migrationsAreNumbered,
    offenders: [file('migrations/new.sql', '')],
  },
  {
    name: 'documents name files that exist',
    broken: (all) => documentsNameFilesThatExist(all, exists),
    offenders: [
      file('README.md', '[here](docs/nowhere.md)'),
      file('docs/x.md', '![picture](pictures/none.jpg)'),
      file('ARCHITECTURE.md', 'see `orders/gone.ts`'),
      file('docs/y.md', 'see `src/gone/`'),
    ],
  },
  {
    name: 'documents name commands that exist',
    broken: (all) => documentsNameCommandsThatExist(all, commands, scripts),
    offenders: [
      file('README.md', '`facevalue fly`'),
      file('docs/x.md', '```sh\nfacevalue client fly 1\n```'),
      file('docs/y.md', '`npm run fly`'),
    ],
  },
];

for (const { name, broken, offenders } of rules) {
  test(name, () => {
    assert.deepEqual(broken(files), []);
    for (const offender of offenders) {
      assert.notDeepEqual(broken([offender]), [], `the rule does not see ${JSON.stringify(offender)}`);
    }
  });
}

test('no two migrations have one number', () => {
  const twice = [file('migrations/0002-one.sql', ''), file('migrations/0002-other.sql', '')];
  assert.notDeepEqual(migrationsAreNumbered(twice), []);
});

test('settings are read in one file and told in .env.example', () => {
  assert.deepEqual(settingsAreTold(files), []);
  const extra = (path: string, text: string): SourceFile[] =>
    files.map((one) => (one.path === path ? { path, text: `${one.text}\n${text}` } : one));
  assert.notDeepEqual(settingsAreTold(extra('src/platform/settings/config.ts', 'FACEVALUE_NEW')), []);
  assert.notDeepEqual(settingsAreTold(extra('README.md', '`FACEVALUE_GONE`')), []);
});
