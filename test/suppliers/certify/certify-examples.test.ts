import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { lastingPort } from '../../support/lasting-port.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { testWorld } from '../../support/test-world.ts';
import { size, testSupplier, token } from './example-server.ts';

const examples = join(import.meta.dirname, '../../../docs/examples');
const STARTS_WITHIN_MS = 30_000;

type Program = 'node' | 'python3' | 'php';

/** How the guide starts each example; the folder keeps its codes. */
const commands = {
  node: (port: number, folder: string) => [
    '--disable-warning=ExperimentalWarning',
    join(examples, 'supplier-server.ts'),
    String(port),
    token,
    join(folder, 'supplier.db'),
  ],
  python3: (port: number, folder: string) => [
    join(examples, 'supplier-server.py'),
    String(port),
    token,
    join(folder, 'supplier.db'),
  ],
  php: (port: number) => ['-S', `127.0.0.1:${port}`, join(examples, 'supplier-server.php')],
};

for (const program of ['node', 'python3', 'php'] as const) {
  const isMissing = process.env['CI'] === undefined && spawnSync(program, ['--version']).error !== undefined;
  test(`the example server in ${program} passes the final test as it is`, { skip: isMissing }, async () => {
    await using world = await testWorld();
    const folder = mkdtempSync(join(tmpdir(), 'facevalue-supplier-'));
    const requestId = randomUUID();
    try {
      let issued = '';
      {
        await using server = await startExample(program, folder);
        const { report } = await testSupplier(world, server.url);
        const failed = report.scenarios.filter(({ verdict }) => verdict !== 'green');
        assert.deepEqual(failed, []);
        assert.equal(report.scenarios.length, 13);
        assert.equal(report.codes, 2 + 1 + 1 + size.calls);
        issued = await issue(server.url, requestId);
      }
      await using again = await startExample(program, folder);
      assert.equal(await issue(again.url, requestId), issued, 'kept over a restart');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

async function startExample(program: Program, folder: string): Promise<AsyncDisposable & { url: string }> {
  const port = await lastingPort();
  const child = spawn(program === 'node' ? process.execPath : program, commands[program](port, folder), {
    // Several of PHP's own servers: requests overlap as at a real one.
    env: { ...childEnvironment, TOKEN: token, DATA: folder, PHP_CLI_SERVER_WORKERS: '4' },
    stdio: 'ignore',
    // With its workers, a group of processes to end.
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilUp(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, [Symbol.asyncDispose]: stop };
}

async function issue(url: string, requestId: string): Promise<string> {
  const answer = await fetch(`${url}/api/issueCertificate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ request_id: requestId, denomination: 500 }),
  });
  assert.equal(answer.status, 201);
  return ((await answer.json()) as { code: string }).code;
}

async function waitUntilUp(url: string): Promise<void> {
  const deadline = Date.now() + STARTS_WITHIN_MS;
  const isUp = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (!(await isUp())) {
    if (Date.now() > deadline) throw new Error(`Nothing listens at ${url}.`);
    await sleep(50);
  }
}
