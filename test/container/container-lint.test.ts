/** The files of containers, judged by tools that know their formats. */
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
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sinkIdentityFile } from '../support/mail-sink.ts';

const require = createRequire(import.meta.url);
const { loadAll } = require('js-yaml') as { loadAll: (text: string) => unknown[] };
const dockerfiles = require('dockerfile-utils') as { validate: (text: string) => { message: string }[] };
/** Made from the OpenAPI document of Kubernetes. */
const kubernetesTypes = 'kubernetes-types';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'facevalue-lint-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const ranIn = (cwd: string, command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, ...passwords } });
const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;
const passwords = { OWNER_PASSWORD: 'a', SERVE_PASSWORD: 'b', WORK_PASSWORD: 'c', POSTGRES_PASSWORD: 'd' };

test('Containerfile: no error and no warning', () => {
  assert.deepEqual(dockerfiles.validate(read('Containerfile')), []);
  assert.equal(dockerfiles.validate('FROM a\nEXPOSE http').length, 1);
});

interface Manifest {
  apiVersion: string;
  kind: string;
}

/** `networking.k8s.io/v1` is in `networking/v1`, `v1` in `core/v1`. */
const moduleOf = ({ apiVersion }: Manifest): string => {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `${kubernetesTypes}/${group.replace(/\..*/, '')}/${version}`;
};

/** What the compiler says of manifests that have to be of their types. */
function typeErrors(manifests: Manifest[]): string {
  const typed = manifests.map(
    (manifest, at) =>
      `import type { ${manifest.kind} as Type${at} } from '${moduleOf(manifest)}';\nexport const manifest${at}: Type${at} = ${JSON.stringify(manifest)};`,
  );
  writeFileSync(join(folder, 'manifests.ts'), typed.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'preserve', '--ignoreConfig'];
  const { stdout } = ranIn(
    folder,
    process.execPath,
    join(root, 'node_modules/typescript/bin/tsc'),
    ...options,
    'manifests.ts',
  );
  return stdout;
}

test('Kubernetes: each manifest has the fields of its kind', () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const manifests = globSync('container/kubernetes/*.yaml', { cwd: root }).flatMap(
    (path) => loadAll(read(path)) as Manifest[],
  );
  assert.ok(manifests.length > 0);
  assert.equal(typeErrors(manifests), '');
  const mistyped = manifests.map(
    (one) => JSON.parse(JSON.stringify(one).replace('"replicas":', '"replikas":')) as Manifest,
  );
  assert.match(typeErrors(mistyped), /replikas/);
});

const style =
  '{extends: default, rules: {line-length: disable, document-start: disable, braces: {max-spaces-inside: 1}, brackets: {max-spaces-inside: 1}}}';

test('yamllint', { skip: !isInstalled('yamllint') }, () => {
  const { stdout, status } = ranIn(
    root,
    'yamllint',
    '--strict',
    '-d',
    style,
    'compose.yaml',
    'container',
    '.github',
  );
  assert.equal(stdout, '');
  assert.equal(status, 0);
});

test('docker-compose reads compose.yaml', { skip: !isInstalled('docker-compose') }, () => {
  const there = join(folder, 'compose');
  mkdirSync(there);
  for (const path of ['compose.yaml', 'Containerfile', 'container'])
    cpSync(join(root, path), join(there, path), { recursive: true });
  cpSync(join(there, 'container/environment.example'), join(there, 'container/environment'));
  const { status, stderr } = ranIn(there, 'docker-compose', 'config', '--quiet');
  assert.equal(status, 0, stderr);
  writeFileSync(join(there, 'compose.yaml'), read('compose.yaml').replace('read_only:', 'reed_only:'));
  assert.notEqual(ranIn(there, 'docker-compose', 'config', '--quiet').status, 0);
});

test('HAProxy reads its settings', { skip: !isInstalled('haproxy') }, () => {
  const settings = read('container/haproxy.cfg').replaceAll(
    /\/usr\/local\/etc\/haproxy\/facevalue\.pem/g,
    sinkIdentityFile,
  );
  writeFileSync(join(folder, 'haproxy.cfg'), settings);
  const { status, stderr } = ranIn(folder, 'haproxy', '-c', '-f', 'haproxy.cfg');
  assert.equal(status, 0, stderr);
});
