import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { layOut } from '../../release/lay-out.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { migratedDatabase } from '../support/migrated-database.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'facevalue-release-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** `TRY_RELEASE=facevalue-….tar.gz`: an archive of `npm run release`, with its own packages. */
const archive = process.env['TRY_RELEASE'];
const patienceMs = 60_000;
const pauseMs = 250;
const current = join(folder, 'current');
const later = '9999-later.sql';

/** Nobody who may write to what root has unpacked. */
const ordinary = process.getuid?.() === 0 ? { uid: 10_001, gid: 10_001 } : {};

function unpack(version: string): string {
  const home = join(folder, `facevalue-${version}`);
  if (archive === undefined) {
    layOut(home);
    symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
    return home;
  }
  const unpacked = mkdtempSync(join(folder, 'unpacked-'));
  assert.equal(spawnSync('tar', ['-xzf', archive, '--strip-components=1', '-C', unpacked]).status, 0);
  chmodSync(unpacked, 0o755);
  renameSync(unpacked, home);
  return home;
}

/** As `ln -sfn` and `mv -T` do: there is no instant without a version. */
function switchTo(home: string): void {
  symlinkSync(home, `${current}.new`);
  renameSync(`${current}.new`, current);
}

type Run = (args: string[], more?: NodeJS.ProcessEnv) => ChildProcess;

/** Ended also when a check fails. */
const serving = new Set<ChildProcess>();
after(() => serving.forEach((child) => child.kill()));

interface Serving {
  healthy(): Promise<boolean>;
  end(): Promise<void>;
}

const endOf = async (child: ChildProcess): Promise<{ code: number | null; out: string }> => {
  let out = '';
  child.stdout?.on('data', (text: Buffer) => (out += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out };
};

async function startServe(run: Run): Promise<Serving> {
  const port = { PORT: String(await lastingPort()) };
  const child = run(['bin/facevalue.mjs', 'serve'], port);
  serving.add(child);
  const ended = endOf(child);
  const healthy = async (): Promise<boolean> => (await endOf(run(['bin/healthy.mjs'], port))).code === 0;
  const deadline = performance.now() + patienceMs;
  while (!(await healthy())) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      assert.fail(`it does not start: ${(await ended).out}`);
    }
    await sleep(pauseMs);
  }
  return {
    healthy,
    async end() {
      child.kill('SIGTERM');
      assert.equal((await ended).code, 0, 'it ends as it was asked');
    },
  };
}

test('a release is unpacked beside the former one, upgraded to, and gone back from, by a user that may write nowhere', async () => {
  chmodSync(folder, 0o755);
  await using world = await migratedDatabase();
  const url = new URL(world.url);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  const env = {
    ...childEnvironment,
    NODE_ENV: 'production',
    DATABASE_URL: url.href,
    FACEVALUE_BASE_URL: 'https://gifts.example',
    FACEVALUE_TRUSTED_PROXIES: 'none',
    FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    FACEVALUE_SMTP_URL: 'smtp://127.0.0.1:1',
    FACEVALUE_DRAIN_SECONDS: '0',
  };
  const at =
    (home: string): Run =>
    (args, more) =>
      spawn(process.execPath, args, {
        cwd: home,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'inherit'],
        ...ordinary,
      });
  const upgrade = async (home: string, ...args: string[]) => {
    const { code, out } = await endOf(at(home)(['bin/facevalue.mjs', 'upgrade', '--json', ...args]));
    return { code, said: JSON.parse(out) };
  };

  const former = unpack('0.1.0');
  assert.ok(!existsSync(join(former, '.env')) && !existsSync(join(former, 'package-lock.json')));
  switchTo(former);
  const running = await startServe(at(current));

  const next = unpack('0.1.1');
  const manifest = join(next, 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]+"/, '"version": "0.1.1"'));
  writeFileSync(join(next, 'migrations', later), 'alter table clients add column later text;\n');
  const told = await upgrade(next, '--dry-run');
  assert.equal(told.code, 0);
  assert.deepEqual(
    told.said.planned.map(({ name }: { name: string }) => name),
    [later],
  );
  assert.deepEqual((await upgrade(next)).said.applied, [later]);
  assert.ok(await running.healthy(), 'the former version goes on with the tables of the next');

  switchTo(next);
  const replaced = await startServe(at(current));
  await running.end();
  assert.ok(await replaced.healthy());
  assert.equal((await endOf(at(current)(['bin/facevalue.mjs', '--version']))).out, '0.1.1\n');

  switchTo(former);
  const back = await startServe(at(current));
  await replaced.end();
  assert.ok(await back.healthy(), 'the former version starts with the tables of the next');
  const newer = await upgrade(current, '--dry-run');
  assert.equal(newer.code, 1);
  assert.equal(newer.said.refusals[0].is, 'newer');
  await back.end();
});

/** Of systemd-analyze, in tenths: 0 is best, 100 worst. */
const mostExposed = 20;
const analyzes = spawnSync('systemd-analyze', ['--version']).status === 0;

test('the units leave a service little that it could do', { skip: !analyzes }, () => {
  for (const role of ['serve', 'work']) {
    const unit = join(root, `docs/operating/facevalue-${role}@.service`);
    const options = ['--offline=true', '--no-pager', `--threshold=${mostExposed}`];
    const judged = spawnSync('systemd-analyze', ['security', ...options, unit], { encoding: 'utf8' });
    assert.match(judged.stdout, /Overall exposure level/, judged.stderr);
    assert.equal(judged.status, 0, judged.stdout);
  }
});
