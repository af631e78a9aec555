/**
 * `node bin/facevalue.mjs --run test/cluster/with-cluster.ts COMMAND…` runs the command while a cluster of Citus stands, which
 * FACEVALUE_TEST_CITUS names for it. Where Citus is not installed it says so and runs the command without.
 */
import { spawn } from 'node:child_process';
import { CITUS_VARIABLE } from '../support/citus-database.ts';
import { citusServers, hasCitus } from '../support/citus-servers.ts';

const nodes = 2;

const [command = '', ...args] = process.argv.slice(2);
const cluster = hasCitus() ? await citusServers(nodes) : null;
if (cluster === null) process.stderr.write('No Citus here: what needs a cluster is left out.\n');
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, ...(cluster !== null && { [CITUS_VARIABLE]: cluster.url }) },
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name));
child.once('close', (code) => {
  process.exitCode = code ?? 1;
  void cluster?.[Symbol.asyncDispose]();
});
