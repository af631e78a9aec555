/**
 * `node bin/facevalue.mjs --run test/cluster/with-cluster.ts COMMAND…` runs the command while a cluster of Citus stands, which
 * FACEVALUE_TEST_CITUS names for it. Where Citus is not installed, or does not fit the PostgreSQL beside it, it says so and runs the
 * command without.
 */
import { spawn } from 'node:child_process';
import { CITUS_VARIABLE } from '../support/citus-database.ts';
import { citusServers, hasCitus, type CitusServers } from '../support/citus-servers.ts';

const nodes = 2;

const [command = '', ...args] = process.argv.slice(2);
const cluster = await startCluster().catch((problem: unknown) => without(String(problem)));
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, ...(cluster !== null && { [CITUS_VARIABLE]: cluster.url }) },
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name));
child.once('close', (code) => {
  process.exitCode = code ?? 1;
  void cluster?.[Symbol.asyncDispose]();
});

async function startCluster(): Promise<CitusServers | null> {
  return hasCitus() ? await citusServers(nodes) : without('Citus is not installed.');
}

function without(reason: string): null {
  process.stderr.write(`No cluster, so what needs one is left out: ${reason}\n`);
  return null;
}
