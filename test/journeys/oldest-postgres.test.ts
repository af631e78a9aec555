import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { childEnvironment } from '../support/child-environment.ts';
import { debianPostgres, hasDebianPostgres } from '../support/debian-postgres.ts';
import { CLUSTER_VARIABLE } from '../support/test-cluster.ts';

/** The life of an order, its refusals and limits, and codes that are loaded while others are sold. */
const files = [
  'test/journeys/one-order.test.ts',
  'test/journeys/stock.test.ts',
  'src/vault/import-pool/import-pool.test.ts',
];

const withinMs = 300_000;

test(
  'the life of an order and the loading of a pool, on the oldest PostgreSQL that is supported',
  { skip: hasDebianPostgres() ? false : "Debian's postgresql-15 is not installed, or this is not root" },
  async () => {
    await using server = await debianPostgres();
    const { code, said } = await run(
      [process.execPath, '--disable-warning=ExperimentalWarning', '--test', ...files],
      server.url,
    );
    assert.equal(code, 0, said);
    assert.match(said, /^# fail 0$|^ℹ fail 0$/m);
    assert.match(said, /^(#|ℹ) pass [1-9]/m);
  },
);

function run(
  [command = '', ...args]: string[],
  serverUrl: string,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(command, args, {
    env: { ...childEnvironment, [CLUSTER_VARIABLE]: serverUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: withinMs,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, said }));
  });
}
