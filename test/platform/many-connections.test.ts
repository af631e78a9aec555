/** Connections that come while the process is busy wait for it: none is dropped. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { startProcess } from '../crash/platform-process.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { migratedDatabase } from '../support/migrated-database.ts';

/** More than Node lets wait by itself. */
const callers = 2000;
const patienceMs = 60_000;

/** Sends one request over a connection of its own; the first line of the answer, or what went wrong. */
const ask = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer')));
    socket.once('error', (problem) => resolve(problem.message));
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1').split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.write('HEAD / HTTP/1.1\r\nhost: x\r\n\r\n');
  });

const counters = '/proc/net/netstat';

/** How many connections the kernel of this machine has dropped because those before them waited. */
function droppedByKernel(): number {
  const [names = '', values = ''] = readFileSync(counters, 'utf8').split('\n');
  return Number(values.split(' ')[names.split(' ').indexOf('ListenOverflows')]);
}

const onLinux = { skip: existsSync(counters) ? false : `there is no ${counters}` };

test(`${callers} connections at once, of a process that is busy, are all answered`, onLinux, async () => {
  await using running = new AsyncDisposableStack();
  const database = running.use(await migratedDatabase());
  const port = await lastingPort();
  const serve = running.use(
    await startProcess(['src/main.ts', 'serve', '--json'], {
      DATABASE_URL: database.url,
      PORT: String(port),
    }),
  );
  assert.match(await ask(port), /^HTTP\/1\.1 200/);
  const before = droppedByKernel();
  process.kill(serve.pid, 'SIGSTOP');
  const asked = Array.from({ length: callers }, () => ask(port));
  // All have been sent when the last of them is connected or refused.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  process.kill(serve.pid, 'SIGCONT');
  const answers = new Map<string, number>();
  for (const answer of await Promise.all(asked)) answers.set(answer, (answers.get(answer) ?? 0) + 1);
  assert.deepEqual([...answers.entries()], [['HTTP/1.1 200 OK', callers]]);
  assert.equal(droppedByKernel() - before, 0);
});
