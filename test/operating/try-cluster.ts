/**
 * Tries what docs/operating.md describes, with Debian's patroni, etcd-server, haproxy, pgbouncer and postgresql-15, as root:
 *   node bin/facevalue.mjs --run test/operating/try-cluster.ts
 * Orders go on all the time; each step prints how long none was accepted.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shopWorld, untilMore, type RunningRole } from '../platform/database/shop-world.ts';
import { debianCluster } from './debian-cluster.ts';

const lanes = 8;
const draining = { FACEVALUE_DRAIN_SECONDS: '4' };
const tell = (line: string): boolean => process.stdout.write(`${line}\n`);

await using running = new AsyncDisposableStack();
const cluster = running.use(await debianCluster(tmpdir()));
tell(`a leader and its synchronous standby: ${await cluster.leader()} leads`);
const world = running.use(await shopWorld(cluster.url));
const serving = [await world.start('serve', draining), await world.start('serve', draining)];
await world.start('work');

const front = cluster.place('haproxy.cfg', [
  [/^ +bind :443.*\n/gm, ''],
  [/^ +http-request redirect .*\n/gm, ''],
  [/bind :80$/gm, 'bind 127.0.0.1:8890'],
  [/maxconn 20000/, 'maxconn 2000'],
  [/^ +log .*\n/gm, ''],
  ...serving.map(({ url }, place): [RegExp, string] => [
    new RegExp(`10\\.20\\.0\\.2${place + 1}:8080`, 'g'),
    new URL(url).host,
  ]),
]);
cluster.run('haproxy', ['-db', '-f', front]);
await sleep(3000);
const stop = new AbortController();
running.defer(() => stop.abort());
const face: RunningRole = { ...(serving[0] as RunningRole), url: 'http://127.0.0.1:8890' };
const placing = world.placeStubbornly(face, { lanes, signal: stop.signal });

/** Does something while orders come in, and says what it cost. */
async function step(name: string, act: () => Promise<void>): Promise<void> {
  await untilMore(world, 100);
  const [from, unanswered] = [performance.now(), world.unanswered.length];
  await act();
  await untilMore(world, 100);
  const times = [from, ...world.acceptances.map(({ atMs }) => atMs).filter((atMs) => atMs > from)];
  const longestMs = Math.max(...times.slice(1).map((atMs, index) => atMs - (times[index] ?? atMs)));
  tell(
    `${name}: at the longest no order for ${(longestMs / 1000).toFixed(1)} s, ${world.unanswered.length - unanswered} calls had to be repeated, ${world.accepted.size} accepted so far`,
  );
}

await step('nothing', () => sleep(2000));
await step('both serve replaced behind HAProxy', async () => {
  for (const [place, old] of serving.entries()) {
    const port = new URL(old.url).port;
    assert.equal(await old.process.kill('SIGTERM'), null);
    serving[place] = await world.start('serve', { ...draining, PORT: port });
    await sleep(3000);
  }
});
await step('the leader is lost', async () => {
  const lost = await cluster.leader();
  await cluster.lose(lost);
  const acknowledged = new Map(world.accepted);
  await untilMore(world, 20);
  const { rows } = await world.db.query<{ uuid: string; id: number }>(
    `select uuid, id from requests where uuid = any($1)`,
    [[...acknowledged.keys()]],
  );
  assert.deepEqual(new Map(rows.map(({ uuid, id }) => [uuid, id])), acknowledged);
  cluster.start(lost);
  await sleep(5000);
  await cluster.untilPair();
});
await step('a planned switch', async () => {
  const from = await cluster.leader();
  const args = ['-c', cluster.place('patroni.yml'), 'switchover', '--master', from, '--force', 'facevalue'];
  const { status, stdout, stderr } = spawnSync('patronictl', args, { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
  await sleep(5000);
  await cluster.untilPair();
});

await step('two serve by PgBouncer', async () => {
  cluster.run('haproxy', ['-db', '-f', cluster.place('haproxy-database.cfg')]);
  const users = join(cluster.folder, 'userlist.txt');
  writeFileSync(users, '"postgres" "CHANGE-superuser"\n', { mode: 0o644 });
  const pooler = cluster.place('pgbouncer.ini', [
    [/facevalue = .*/g, 'postgres = host=127.0.0.1 port=5000 dbname=postgres'],
    [/\/etc\/pgbouncer\/userlist.txt/g, users],
    [/\[pgbouncer\]/g, '[pgbouncer]\nunix_socket_dir ='],
  ]);
  cluster.run('pgbouncer', ['-u', 'postgres', pooler]);
  await sleep(3000);
  const pooled = {
    DATABASE_URL: 'postgres://postgres:CHANGE-superuser@127.0.0.1:6432/postgres',
    FACEVALUE_DATABASE_PREPARE: '0',
  };
  for (const [place, old] of serving.entries()) {
    await old.process.kill('SIGTERM');
    serving[place] = await world.start('serve', { ...draining, ...pooled, PORT: new URL(old.url).port });
    await sleep(3000);
  }
  const work = world.processes.findIndex((one) => one.isAlive());
  assert.ok(work >= 0);
  await world.start('work', pooled);
});
await step('the leader is lost behind PgBouncer', async () => {
  const lost = await cluster.leader();
  await cluster.lose(lost);
  await untilMore(world, 20);
  cluster.start(lost);
  await sleep(5000);
  await cluster.untilPair();
});
stop.abort();
await placing;
await world.assertWhole();
tell('every accepted order is there, issued once, told once; verify holds');
