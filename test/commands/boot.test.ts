import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { spawnAndListen, until, type Started } from './started-boot.ts';

const ROOT = join(import.meta.dirname, '../..');
const BOOT = join(ROOT, 'bin', 'facevalue.mjs');

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
