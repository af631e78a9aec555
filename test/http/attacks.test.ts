/** While each attack of this list goes on, the main thread answers others: no turn of it computes for a tenth of a second. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uploadCodes } from '../../src/acts/guarded/drafts/upload-codes.ts';
import { operator } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { workbookBombs } from '../field/bombs/workbook-bombs.ts';
import { longestTurnMs } from '../support/longest-turn.ts';
import { inviteTo } from '../support/people-world.ts';
import { worldWithFullPasswords, type TestWorld } from '../support/test-world.ts';

const mostMs = 100;
const times = <Result>(count: number, make: (at: number) => Result): Result[] =>
  Array.from({ length: count }, (_, at) => make(at));

const post = (
  world: TestWorld,
  path: string,
  body: string | URLSearchParams,
  headers: Record<string, string> = {},
) =>
  fetch(`${world.baseUrl}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body,
  }).then((answer) => answer.arrayBuffer());

interface Attack {
  name: string;
  /** What is made ready before anybody counts. */
  prepare: (world: TestWorld) => Promise<() => Promise<unknown>>;
}

const attacks: Attack[] = [
  {
    name: 'wrong passwords of many accounts',
    prepare: (world) =>
      Promise.resolve(() =>
        Promise.all(
          times(60, (at) =>
            post(world, '/in', new URLSearchParams({ email: `a${at}@b.example`, password: 'x' })),
          ),
        ),
      ),
  },
  {
    name: 'long weak passwords',
    async prepare(world) {
      const token = await inviteTo(world, operator, 'auditor', 'new@people.example');
      const chosen = 'пароль123qwerty'.repeat(13);
      const form = new URLSearchParams({ name: 'Новый', chosen, repeat: chosen });
      return () => Promise.all(times(20, () => post(world, `/invite/${token}`, form)));
    },
  },
  {
    name: 'numbers, codes and phones made of what is cut at the ends',
    prepare: (world) =>
      Promise.resolve(() =>
        Promise.all(
          ['\u00a0', ';', '-', '0', 'а', '/'].flatMap((sign) =>
            times(4, () =>
              post(
                world,
                '/receive',
                new URLSearchParams({ phone: sign.repeat(7000), code: sign.repeat(7000) }),
              ),
            ),
          ),
        ),
      ),
  },
  {
    name: 'deep and wide data without a signature',
    prepare: (world) => {
      const deep = '['.repeat(30_000) + ']'.repeat(30_000);
      const wide = new URLSearchParams(times(900, (at) => [`k${at}`, 'v'.repeat(30)] as [string, string]));
      return Promise.resolve(() =>
        Promise.all(
          times(10, () => [
            post(world, '/?cmd=makeOrder&id=1&sig=x', new URLSearchParams({ data: deep })),
            post(world, '/?cmd=makeOrder&id=1&sig=x', wide),
          ]).flat(),
        ),
      );
    },
  },
  {
    name: 'forms of files that are none',
    prepare: (world) =>
      Promise.resolve(() =>
        Promise.all(
          times(20, (at) =>
            post(world, '/s/codes', `--x\r\n${'content-disposition: '.repeat(at * 20)}`, {
              'content-type': 'multipart/form-data; boundary=x',
            }),
          ),
        ),
      ),
  },
  ...workbookBombs.slice(0, 6).map(({ name, input }) => ({
    name: `a workbook: ${name}`,
    async prepare(world: TestWorld) {
      const product = await world.product();
      const ask = {
        supplierId: product.supplierId,
        fileName: 'codes.xlsx',
        bytes: input(),
        rules: { productId: product.id },
      };
      const { db, keyring } = world.ctx;
      return () => uploadCodes(db, keyring, fromShell, ask, world.clock.now());
    },
  })),
];

test('a turn that computes for long is seen', async () => {
  const longest = await longestTurnMs(async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const { user } = process.threadCpuUsage();
    while (process.threadCpuUsage().user - user < (mostMs + 20) * 1000);
  });
  assert.ok(longest > mostMs, `${longest} ms`);
});

test('others are answered while each attack goes on', async (t) => {
  await using world = await worldWithFullPasswords();
  const shop = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const order = await shop.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  const ask = async (): Promise<void> => {
    assert.equal((await fetch(`${world.baseUrl}/healthz`)).status, 200);
    assert.equal((await shop.getStatus(order))['status'], 'ok');
  };
  await ask();
  for (const { name, prepare } of attacks) {
    const attack = await prepare(world);
    // Once before: what is loaded with the first use is not the attack's.
    await attack().catch(() => null);
    const longest = await longestTurnMs(async () => {
      const attacking = attack().catch(() => null);
      for (let count = 0; count < 5; count += 1) await ask();
      await attacking;
    });
    t.diagnostic(`${name}: ${longest.toFixed(0)} ms`);
    assert.ok(longest < mostMs, `${name}: the main thread computed for ${longest.toFixed(0)} ms at a time`);
  }
});
