/**
 * `node bin/facevalue.mjs --run test/cluster/with-cluster.ts COMMAND…` runs the command while a cluster of Citus stands, which
 * FACEVALUE_TEST_CITUS names for it. Where none can be started it says why and runs the command without.
 */
import { spawn } from 'node:child_process';
import { CITUS_VARIABLE } from '../support/citus-database.ts';
import { citusIsMissing, citusServers } from '../support/citus-servers.ts';

const nodes = 2;

const [command = '', ...args] = process.argv.slice(2);
const missing = citusIsMissing();
const cluster = missing === false ? await citusServers(nodes) : null;
process.stderr.write(
  missing === false
    ? `A cluster of Citus stands, with ${nodes} nodes.\n`
    : `No cluster of Citus here, so what needs one is left out: ${missing}.\n`,
);
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, ...(cluster !== null && { [CITUS_VARIABLE]: cluster.url }) },
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => child.kill(name));
child.once('close', (code) => {
  process.exitCode = code ?? 1;
  void cluster?.[Symbol.asyncDispose]();
});
