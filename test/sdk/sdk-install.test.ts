/** The READMEs of the SDKs, taken literally: each is built alone in an empty folder, and installed by a shop beside it. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { root, samplesTestedBy, type Sample } from '../docs/read-samples.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { packageRegistry } from './package-registry.ts';

const ENDS_WITHIN_MS = 180_000;
const thisTest = 'test/sdk/sdk-install.test.ts';

let home: string;

before(() => {
  home = mkdtempSync(join(tmpdir(), 'facevalue-install-'));
});
after(() => rmSync(home, { recursive: true }));

const missing = (program: string, args: string[], why: string): string | false =>
  spawnSync(program, args).status !== 0 && why;

/** What is in the repository of the SDKs: nothing that somebody has built. */
const tracked = spawnSync('git', ['ls-files', '-co', '--exclude-standard', 'sdk'], {
  cwd: root,
  encoding: 'utf8',
});
const sources = (sdk: string): string[] =>
  tracked.stdout.split('\n').filter((path) => path.startsWith(`sdk/${sdk}/`));

/** An empty folder with one SDK, as it is in the repository, and with an empty shop. */
function folderWith(name: string, sdk: string): string {
  const folder = join(home, name);
  mkdirSync(join(folder, 'shop'), { recursive: true });
  for (const path of sources(sdk)) {
    const to = join(folder, 'facevalue', path);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(root, path), to);
  }
  return folder;
}

/** Nothing of this machine's settings but what is named. */
async function run(cwd: string, script: string, settings: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...childEnvironment, HOME: home, TMPDIR: home, ...settings };
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], { cwd, env, timeout: ENDS_WITHIN_MS });
  return stdout;
}

function samples(page: string, count: number): Sample[] {
  const found = samplesTestedBy(thisTest, page);
  assert.equal(found.length, count, `${page}: each way of installing is tried`);
  return found;
}

/** What building leaves is no change for git, by which a release is refused, and nothing that lint or format look at. */
async function leavesNothing(folder: string, sdk: string): Promise<void> {
  const facevalue = join(folder, 'facevalue');
  for (const name of ['.gitignore', '.oxlintrc.json', '.oxfmtrc.json'])
    cpSync(join(root, name), join(facevalue, name));
  // A rule of our own, and what it reads expressions with.
  cpSync(join(root, 'test/lint'), join(facevalue, 'test/lint'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(facevalue, 'node_modules'));
  await run(facevalue, 'git init --quiet');
  const left = await run(facevalue, 'git ls-files --others --exclude-standard sdk');
  assert.deepEqual(left.trim().split('\n').toSorted(), sources(sdk).toSorted());
  for (const check of ['oxlint/bin/oxlint', 'oxfmt/bin/oxfmt --check'])
    await run(
      facevalue,
      `'${process.execPath}' '${root}'/node_modules/${check} --no-error-on-unmatched-pattern`,
    );
  rmSync(join(facevalue, 'node_modules'));
}

const noNpm = missing('npm', ['--version'], 'npm is not installed');
const usesPackage = `import { Facevalue } from '@facevalue/client';
const facevalue: Facevalue = new Facevalue({ baseUrl: 'https://gifts.example', id: 1, secret: 's' });
process.stdout.write(typeof facevalue.makeOrder);
`;

test(
  'TypeScript: the package is compiled alone, and a shop installs its file or its folder',
  { skip: noNpm },
  async () => {
    const page = 'sdk/typescript/README.md';
    const [build, installFile, installFolder] = samples(page, 3);
    await using registry = await packageRegistry(join(root, 'node_modules'));
    const settings = { npm_config_registry: registry.url, npm_config_audit: 'false' };
    const folder = folderWith('npm', 'typescript');
    const shop = join(folder, 'shop');
    await run(folder, build?.code ?? '', settings);
    for (const install of [installFile, installFolder]) {
      rmSync(shop, { recursive: true });
      mkdirSync(shop);
      await run(folder, install?.code ?? '', settings);
      writeFileSync(join(shop, 'shop.mts'), usesPackage);
      assert.equal(await run(shop, `'${process.execPath}' shop.mts`), 'function', install?.code ?? '');
    }
    await leavesNothing(folder, 'typescript');
  },
);

const noPython = missing(
  'python3',
  ['-c', 'import sys, ensurepip; assert sys.version_info >= (3, 11)'],
  'Python 3.11 with venv',
);

test(
  'Python: the package installs from its folder, and from a file made of it, without a network',
  { skip: noPython },
  async () => {
    const [fromFolder, fromFile] = samples('sdk/python/README.md', 2);
    const [venv = ''] = fromFolder?.code.split('\n') ?? [];
    for (const [name, code] of [
      ['folder', fromFolder?.code],
      ['file', `${venv}\n${fromFile?.code}`],
    ] as const) {
      const folder = folderWith(`pip-${name}`, 'python');
      await run(folder, code ?? '', { PIP_NO_INDEX: '1' });
      const program = 'import facevalue; print(facevalue.__file__, end="")';
      const imported = await run(join(folder, 'shop'), `../venv/bin/python -c '${program}'`);
      assert.match(imported, /\/venv\/lib\/python[^/]+\/site-packages\/facevalue\/__init__\.py$/, name);
      await leavesNothing(folder, 'python');
    }
  },
);

const noPhp = missing('php', ['--version'], 'PHP is not installed');
const usesClass = 'echo (new Facevalue\\Facevalue("https://gifts.example", 1, "s"))::class;';

test('PHP: without Composer the folder is enough', { skip: noPhp }, async () => {
  const folder = folderWith('php', 'php');
  const program = `require "facevalue/sdk/php/autoload.php"; ${usesClass}`;
  assert.equal(await run(folder, `php -r '${program}'`), 'Facevalue\\Facevalue');
});

const noComposer = missing('composer', ['--version'], 'Composer is not installed');

test('PHP: Composer takes the folder, or a file made of it', { skip: noComposer }, async () => {
  const [takeFolder, pack, takeFile] = samples('sdk/php/README.md', 3);
  const composer = join(home, 'composer');
  mkdirSync(composer);
  // There is no network.
  writeFileSync(join(composer, 'config.json'), '{"repositories":{"packagist.org":false}}');
  const settings = { COMPOSER_HOME: composer, COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_NO_INTERACTION: '1' };
  for (const [name, steps] of Object.entries({ folder: [takeFolder], file: [pack, takeFile] })) {
    const folder = folderWith(`composer-${name}`, 'php');
    for (const step of steps) await run(folder, step?.code ?? '', settings);
    const program = `require "vendor/autoload.php"; ${usesClass}`;
    assert.equal(await run(join(folder, 'shop'), `php -r '${program}'`), 'Facevalue\\Facevalue', name);
    await leavesNothing(folder, 'php');
  }
});
