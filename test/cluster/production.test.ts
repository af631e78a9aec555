/** An installation over several servers as its operator makes it: the commands of docs/scaling.md in production, and a sale. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cellOfId } from '../../src/platform/cells/cell-ids.ts';
import { signatureOf } from '../../src/clients/client-directory.ts';
import { ascending } from '../../src/platform/cells/merge.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { startProcess, testMasterKey } from '../crash/platform-process.ts';
import { citusDatabase, withoutCitus } from '../support/citus-database.ts';
import { runMain } from '../support/run-main.ts';

/** What a command answers. */
interface Told {
  applied?: string[];
  cells?: number;
  loads?: { cell: number; orders_per_second: number }[];
  client?: Signer;
}

interface Signer {
  id: number;
  secret: string;
}

const main = join(import.meta.dirname, '../../src/main.ts');

test('an installation of production is spread, sells and is verified', { skip: withoutCitus }, async () => {
  await using database = await citusDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-production-'));
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    FACEVALUE_BASE_URL: 'https://gifts.example',
    FACEVALUE_TRUSTED_PROXIES: 'none',
    FACEVALUE_MASTER_KEY: testMasterKey.toString('base64'),
    FACEVALUE_SMTP_URL: 'smtp://127.0.0.1:1',
    FACEVALUE_DRAIN_SECONDS: '0',
  };
  const run = async (...args: string[]): Promise<Told> => {
    const ran = await runMain([...args, '--json'], settings);
    assert.equal(ran.code, 0, `${args.join(' ')}: ${ran.out} ${ran.err}`);
    return JSON.parse(ran.out) as Told;
  };
  await run('upgrade');
  await run('cluster', 'spread', '--cells', '4');
  assert.equal((await run('cluster', 'show')).cells, 4);
  assert.deepEqual((await run('upgrade')).applied, []);

  const codes = join(folder, 'codes.csv');
  writeFileSync(codes, 'Number;Face\n7700112233445566;1000\n7700112233445574;1000\n');
  await run('supplier', 'add', '--name', 'Mill and Loaf', '--email', 'codes@mill.example');
  await run('product', 'add', '--supplier', '501', '--title', 'Bakeries', '--pool', '--face', '1000');
  await run('pool', 'import', codes, '--product', '2001');
  await run('product', 'vouch', '2001', '--reason', 'The bakeries have accepted one of these codes.');
  const clients: Signer[] = [];
  for (const name of ['Bonus Club', 'Gift Shop']) {
    const { client } = await run('client', 'add', '--name', name);
    assert.ok(client !== undefined);
    await run('client', 'top-up', String(client.id), '50000', '--reference', `payment of ${name}`);
    clients.push(client);
  }
  assert.equal(new Set(clients.map(({ id }) => cellOfId(id))).size, 2, 'they live in two cells');

  const port = String(await lastingPort());
  await using running = new AsyncDisposableStack();
  running.use(await startProcess([main, 'serve', '--json'], { ...settings, PORT: port }));
  running.use(await startProcess([main, 'work', '--json'], settings));
  const ask = async ({ id, secret }: Signer, cmd: string, fields: object) => {
    const data = JSON.stringify(fields);
    const sig = signatureOf(cmd, data, secret);
    const query = new URLSearchParams({ cmd, id: String(id), in: 'json', out: 'json', sig, data });
    const answer = await fetch(`http://127.0.0.1:${port}/?${query.toString()}`);
    const told = (await answer.json()) as { status: string; data: Record<string, unknown> };
    assert.equal(told.status, 'ok', JSON.stringify(told));
    return told.data;
  };
  const numbers = new Set<unknown>();
  for (const client of clients) {
    const { id } = await ask(client, 'makeOrder', { product_id: 2001, face: 1000, delivery_type: 'link' });
    let order = await ask(client, 'getStatus', { id });
    while (order['order_id'] === null) {
      await sleep(50);
      order = await ask(client, 'getStatus', { id });
    }
    assert.equal(order['status'], 'ok');
    numbers.add((await ask(client, 'getCode', { queue_id: id }))['code']);
  }
  assert.deepEqual(numbers, new Set(['7700112233445566', '7700112233445574']));

  let isShown = false;
  const showing = run('cluster', 'show', '--seconds', '5').finally(() => (isShown = true));
  while (!isShown)
    for (const client of clients)
      await ask(client, 'makeOrder', { product_id: 2001, face: 1000, testmode: 1 });
  const busy = (await showing).loads?.filter(({ orders_per_second: rate }) => rate > 0);
  const cells = clients.map(({ id }) => cellOfId(id)).toSorted(ascending((cell: number) => cell));
  assert.deepEqual(
    busy?.map(({ cell }) => cell),
    cells,
  );
  await run('verify');
  rmSync(folder, { recursive: true });
});
