import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { serviceLimits, startOptions } from '../../../src/platform/database/database-limits.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';

/** Keep-alive after 5 s, then three probes 2 s apart; with a reserve for a busy machine. */
const noticedWithinMs = 5000 + 3 * 2000 + 14_000;
const table = `facevalue_cut_${process.pid}`;

const nft = (...args: string[]) => spawnSync('nft', args, { encoding: 'utf8' });
const mayCut = nft('list', 'tables').status === 0;

test(
  'after a network cut the server ends the orphaned session within seconds',
  { skip: !mayCut && 'needs nft and root' },
  async () => {
    await using database = await migratedDatabase();
    const url = new URL(database.url);
    let socket: Socket | undefined;
    const orphan = new Client({
      host: '127.0.0.1',
      port: Number(url.port),
      user: url.username,
      password: decodeURIComponent(url.password),
      database: url.pathname.slice(1),
      options: startOptions(serviceLimits, null),
      stream: () => (socket = new Socket()),
    });
    orphan.on('error', () => {});
    await orphan.connect();
    const { rows } = await orphan.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    const isThere = async (): Promise<boolean> =>
      (await database.db.query('select 1 from pg_stat_activity where pid = $1', [pid])).rowCount === 1;
    assert.ok(await isThere());
    try {
      cut(socket?.localPort ?? 0);
      const cutMs = performance.now();
      while (await isThere()) {
        assert.ok(performance.now() - cutMs < noticedWithinMs, 'the session is still there');
        await sleep(200);
      }
    } finally {
      nft('delete', 'table', 'inet', table);
      socket?.destroy();
    }
  },
);

/** Every packet of this connection is lost, both ways, and neither side is told. */
function cut(port: number): void {
  const rules = `table inet ${table} {
    chain lost {
      type filter hook input priority 0
      tcp sport ${port} drop
      tcp dport ${port} drop
    }
  }\n`;
  const { status, stderr } = spawnSync('nft', ['-f', '-'], { input: rules, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}
