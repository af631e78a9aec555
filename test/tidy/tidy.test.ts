import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { createWholeProgram } from '../../src/commands/program.ts';
import { productionKnowsNoDemo, verbsOpenTransactions } from './act-rules.ts';
import { noCircleOfFiles, noCircleOfFolders } from './circles.ts';
import { dependenciesAreUsed } from './dependencies.ts';
import { documentsNameCommandsThatExist, documentsNameFilesThatExist } from './documents.ts';
import { exportsAreImported } from './exports.ts';
import { filesAreShort, filesSayWhatFor, migrationsAreNumbered, namesSayWhat } from './files.ts';
import { foldersAreKnown, importsPointOneWay } from './imports.ts';
import { pagesHaveOneFrame, pagesKnowNoCells } from './pages.ts';
import { settingsAreTold } from './settings.ts';
import type { SourceFile } from './source-file.ts';
import { tablesAreReadByTheList, tablesHaveOneOwner } from './tables.ts';
import { noBannedTerms, plainTerms } from './terms.ts';

const root = join(import.meta.dirname, '../..');
const kept = [
  '{src,test,seeds,simulators,bench}/**/*.ts',
  'migrations/*',
  '*.md',
  'docs/**/*.md',
  '.env.example',
  'bin/*',
  'package.json',
  'packages/*/package.json',
];

const files: SourceFile[] = globSync(kept, { cwd: root, exclude: ['**/node_modules/**'] }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

const exists = (path: string): boolean => existsSync(join(root, path));

const program = await createWholeProgram();
const commands = new Map(
  program.commands.map((command) => {
    // A command with commands of its own may do something without one, too.
    const options = command.options.map(({ long }) => long ?? '');
    return [command.name(), command.commands.flatMap((inner) => [inner.name(), ...options])];
  }),
);
const scripts = Object.keys(manifest.scripts);

interface Rule {
  name: string;
  broken: (files: SourceFile[]) => string[];
  /** What breaks it, alone or together, to see that it can be broken. */
  offenders: (SourceFile | SourceFile[])[];
}

const file = (path: string, text: string): SourceFile => ({ path, text });

/** For rules that look at all of it. */
const added = (some: SourceFile[]): SourceFile[] =>
  some === files ? files : [...files.filter(({ path }) => !some.some((one) => one.path === path)), ...some];

const manifestWith = (changes: object): SourceFile[] => [
  ...files.filter(({ path }) => path !== 'package.json'),
  file('package.json', JSON.stringify({ ...manifest, ...changes })),
];

const rules: Rule[] = [
  {
    name: 'pages have one frame',
    broken: pagesHaveOneFrame,
    offenders: [
      file('src/http/till/a.ts', 'html`<!doctype html>`'),
      file('simulators/a.ts', '<!DOCTYPE html>'),
    ],
  },
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
      file(
        'src/suppliers/adapters/a.ts',
        `import { callSupplier } from '../suppliers/calls/call-supplier.ts';`,
      ),
      file('src/reports/a.ts', `import {\n  testWorld,\n} from '../support/test-world.ts';`),
    ],
  },
  {
    name: 'every folder of src has its place in the layers',
    broken: foldersAreKnown,
    offenders: [file('src/plugins/a.ts', '')],
  },
  {
    name: 'no circle of files',
    broken: noCircleOfFiles,
    offenders: [
      [
        file('src/orders/a.ts', `import { b } from './b.ts';`),
        file('src/orders/b.ts', `import { c } from '../vault/c.ts';`),
        file('src/vault/c.ts', `import type { A } from '../orders/a.ts';`),
      ],
    ],
  },
  {
    name: 'no circle of folders',
    broken: noCircleOfFolders,
    offenders: [
      [
        file('src/orders/a.ts', `import { b } from '../vault/b.ts';`),
        file('src/vault/c.ts', `import { d } from '../orders/d.ts';`),
      ],
      [
        file('src/platform/mail/a.ts', `import { b } from '../time/b.ts';`),
        file('src/platform/time/c.ts', `import type { D } from '../mail/deep/d.ts';`),
      ],
      [
        file('src/orders/a.ts', `const late = await import('../../seeds/b.ts');`),
        file('seeds/c.ts', `export { d } from '../src/orders/d.ts';`),
      ],
    ],
  },
  {
    name: 'a table is written by its owner alone',
    broken: (all) => tablesHaveOneOwner(added(all)),
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
    name: 'a table is read across folders only where the list says so',
    broken: (all) => tablesAreReadByTheList(added(all)),
    offenders: [
      file('src/http/a.ts', '`select 1 from orders o join requests r using (id)`'),
      file('src/ledger/a.ts', '`select id\n from clients`'),
      file('src/vault/a.ts', '`select 1 from certificates`'),
      // A line of the list that nobody needs.
      files.filter(({ path }) => path === 'src/clients/list-clients.ts').map(({ path }) => file(path, '')),
    ],
  },
  {
    name: 'every dependency is used, where it says, at an exact version',
    broken: dependenciesAreUsed,
    offenders: [
      manifestWith({ dependencies: { ...manifest.dependencies, 'left-pad': '1.3.0' } }),
      manifestWith({ dependencies: { ...manifest.dependencies, 'fast-check': '4.10.2' } }),
      manifestWith({ devDependencies: { ...manifest.devDependencies, fastify: '5.12.8' } }),
      manifestWith({ devDependencies: { ...manifest.devDependencies, '@types/never-imported': '1.3.0' } }),
      manifestWith({ dependencies: { ...manifest.dependencies, pg: '^8.23.1' } }),
    ],
  },
  {
    name: 'production knows nothing of the demo',
    broken: productionKnowsNoDemo,
    offenders: [
      file('src/commands/running/a.ts', `await import('../../../seeds/run-demo.ts')`),
      file('src/http/a.ts', `join(import.meta.dirname, '../../seeds/pictures')`),
      file('src/reports/a.ts', `import { supplierPage } from '../../simulators/supplier-page.ts';`),
      file('src/main.ts', `import { runDemo } from '../seeds/run-demo.ts';`),
    ],
  },
  {
    name: 'no banned terms',
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
      file('src/http/j.ts', 'return timingSafeEqual(one, other);'),
    ],
  },
  {
    name: 'terms of the field, no literary words',
    broken: plainTerms,
    offenders: [
      file('src/orders/a.ts', 'const findPoor = 1;'),
      file('src/orders/b.ts', 'const nobodysToken = 1;'),
      file('test/c.test.ts', `test('a brand has room for one more', () => {});`),
      file('src/http/d.ts', '/** Which door was opened, and for the how manieth time. */'),
      file('docs/e.md', 'Each size lies in a database.'),
    ],
  },
  {
    name: 'pages know nothing of cells',
    broken: pagesKnowNoCells,
    offenders: [
      file('src/http/till/a.ts', "import { mergedList } from '../../platform/cells/merge.ts';"),
      file('src/http/operator/b.ts', "import { cellOf } from '../../platform/cells/cell-context.ts';"),
    ],
  },
  {
    name: 'what a file exports is imported by another',
    broken: (all) => exportsAreImported(added(all)),
    offenders: [
      file('src/orders/a.ts', 'export const nobodyImportsThis = 1;'),
      file('src/orders/b.ts', 'export async function noOneImportsThis(): Promise<void> {}'),
      // Another file's name of the same spelling.
      file('bench/c.ts', 'export const placeOrders = 1;'),
    ],
  },
  {
    name: 'files are short',
    broken: filesAreShort,
    offenders: [file('src/orders/long.ts', '\n'.repeat(300)), file('bench/long.ts', '\n'.repeat(300))],
  },
  {
    name: 'files say in their first lines what they are for',
    broken: filesSayWhatFor,
    offenders: [
      file('src/orders/place.ts', "import { a } from './a.ts';\n\n/** Most of them. */\nconst most = 5;\n"),
      file('bench/run-all.ts', 'export const a = 1;\n'),
    ],
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
    offenders: [
      file('migrations/new.sql', ''),
      [file('migrations/0002-one.sql', ''), file('migrations/0002-other.sql', '')],
    ],
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
    for (const offender of offenders.map((one) => [one].flat())) {
      const last = offender.at(-1);
      assert.notDeepEqual(
        broken(offender),
        [],
        `the rule does not see ${last?.path} ${last?.text.slice(-200)}`,
      );
    }
  });
}

test('settings are read in one file and described in .env.example', () => {
  assert.deepEqual(settingsAreTold(files), []);
  const extra = (path: string, text: string): SourceFile[] =>
    files.map((one) => (one.path === path ? { path, text: `${one.text}\n${text}` } : one));
  assert.notDeepEqual(settingsAreTold(extra('src/platform/settings/config.ts', 'FACEVALUE_NEW')), []);
  assert.notDeepEqual(settingsAreTold(extra('README.md', '`FACEVALUE_GONE`')), []);
});
