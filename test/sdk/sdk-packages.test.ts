/** The SDKs as packages: what is in them, and that they can be used from an empty folder. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { childEnvironment } from '../support/child-environment.ts';

const root = join(import.meta.dirname, '../..');
const ENDS_WITHIN_MS = 120_000;

let folder: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'facevalue-packages-'));
});
after(() => rmSync(folder, { recursive: true }));

function run(cwd: string, program: string, args: string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    timeout: ENDS_WITHIN_MS,
    // Nothing of this machine's settings, and nothing is fetched.
    env: {
      ...childEnvironment,
      HOME: folder,
      TMPDIR: folder,
      npm_config_offline: 'true',
      PIP_NO_INDEX: '1',
      ...env,
    },
  });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`);
  return stdout;
}

const missing = (program: string, args: string[], why = `${program} is not installed`): string | false =>
  spawnSync(program, args).status !== 0 && why;

const isSource = (path: string): boolean => !/\/(?:dist|__pycache__)$/.test(path);

/** The sources of an SDK in a folder of their own: building writes beside them. */
function copied(sdk: string): string {
  const copy = join(folder, 'copies/sdk', sdk);
  cpSync(join(root, 'sdk', sdk), copy, { recursive: true, filter: isSource });
  return copy;
}

function emptyFolder(name: string): string {
  const empty = join(folder, name);
  mkdirSync(empty);
  return empty;
}

interface Packed {
  filename: string;
  files: { path: string }[];
}

test('each package carries the licence of the repository', () => {
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8');
  for (const sdk of ['typescript', 'python', 'php'])
    assert.equal(readFileSync(join(root, 'sdk', sdk, 'LICENSE'), 'utf8'), licence, sdk);
});

const noNpm = missing('npm', ['--version']);
test('the npm package has what is built and nothing else, and is imported and typed', { skip: noNpm }, () => {
  const copy = copied('typescript');
  // As npm would have installed it: sdk-install.test.ts has npm do so.
  symlinkSync(join(root, 'node_modules'), join(folder, 'copies/node_modules'));
  const [packed] = JSON.parse(run(copy, 'npm', ['pack', '--json', '--silent'])) as Packed[];
  assert.ok(packed !== undefined);
  const modules = globSync('*.ts', { cwd: join(copy, 'src') }).map((file) => file.replace(/\.ts$/, ''));
  const built = modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
  assert.deepEqual(
    packed.files.map(({ path }) => path).toSorted(),
    ['LICENSE', 'README.md', 'package.json', ...built].toSorted(),
  );

  const reader = emptyFolder('npm');
  const home = join(reader, 'node_modules/@facevalue/client');
  mkdirSync(home, { recursive: true });
  run(reader, 'tar', ['-xzf', join(copy, packed.filename), '--strip-components=1', '-C', home]);
  const program = `import { Facevalue, acceptCallbacks } from '@facevalue/client';
const facevalue: Facevalue = new Facevalue({ baseUrl: 'https://gifts.example', id: 11638, secret: 'secret' });
// Fails to compile where the types did not come with the package.
const isTyped: 0 extends 1 & typeof Facevalue ? false : true = true;
process.stdout.write(\`\${isTyped} \${typeof facevalue.makeOrder} \${typeof acceptCallbacks}\`);
`;
  writeFileSync(join(reader, 'program.mts'), program);
  assert.equal(run(reader, process.execPath, ['program.mts']), 'true function function');
  const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
  const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', ...types];
  run(reader, process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...strict, 'program.mts']);
});

const noPip = missing('python3', ['-c', 'import sys, pip; assert sys.version_info >= (3, 11)']);
test('the Python package installs with its types, and is imported', { skip: noPip }, () => {
  const copy = copied('python');
  const target = join(folder, 'python');
  const options = ['--quiet', '--no-index', '--no-deps', '--no-compile', '--target', target];
  run(copy, 'python3', ['-m', 'pip', 'install', ...options, '.'], { PIP_ROOT_USER_ACTION: 'ignore' });
  const sources = globSync('*', { cwd: join(copy, 'facevalue') });
  assert.ok(sources.includes('py.typed'));
  assert.deepEqual(globSync('*', { cwd: join(target, 'facevalue') }).toSorted(), sources.toSorted());
  assert.deepEqual(
    globSync('*', { cwd: target }).filter((name) => !name.endsWith('.dist-info')),
    ['facevalue'],
  );
  assert.equal(globSync('*.dist-info/**/LICENSE', { cwd: target }).length, 1);
  const program =
    'import facevalue; facevalue.Facevalue("https://gifts.example", 1, "secret"); print(facevalue.__file__, end="")';
  const imported = run(emptyFolder('reader'), 'python3', ['-c', program], { PYTHONPATH: target });
  assert.equal(imported, join(target, 'facevalue/__init__.py'));
});

const noComposer = missing('composer', ['--version']);
test('the Composer package is valid, and Composer finds each of its classes', { skip: noComposer }, () => {
  const copy = copied('php');
  const env = { COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_HOME: folder, COMPOSER_DISABLE_NETWORK: '1' };
  // A version is for Packagist to find in tags; a packed file has no tags.
  run(copy, 'composer', ['validate', '--strict', '--no-check-version', '--no-interaction'], env);
  run(copy, 'composer', ['dump-autoload', '--optimize', '--strict-psr', '--no-interaction'], env);
  const classes = globSync('*.php', { cwd: join(copy, 'src') }).map((file) => file.replace(/\.php$/, ''));
  assert.ok(classes.includes('Callback'));
  const finds = `require 'vendor/autoload.php';
foreach (array_slice($argv, 1) as $name) if (class_exists("Facevalue\\\\$name") || trait_exists("Facevalue\\\\$name")) echo "$name ";`;
  assert.equal(run(copy, 'php', ['-r', finds, ...classes]), `${classes.join(' ')} `);
});
