/** Servers are killed while holders press in two tabs and lose answers: each press is one exchange, and nothing is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CardKey } from '../../../src/orders/exchange/exchanged-orders.ts';
import { startPlatform, type PlatformProcess } from '../../crash/platform-process.ts';
import { addTargets } from '../../support/choice-things.ts';
import { testWorld } from '../../support/test-world.ts';
import { choiceOf } from './choice-world.ts';

const holders = 6;
const faceRoubles = 100;
const steps = 1000 / faceRoubles;
/** After so many exchanges a server is killed, one after the other. */
const kills = [10, 25, 40];
const patienceMs = 60_000;
const mostLateMs = 40;

test(`${kills.length} kills during ${holders * steps} exchanges`, async () => {
  await using world = await testWorld({}, new Date().toISOString());
  const shop = await choiceOf(world);
  const tea = await world.product({ scheme: 'platform', facesRoubles: [faceRoubles] });
  await addTargets(world, shop.choice.id, { product: [tea.id] });
  const cards: { key: CardKey; path: string }[] = [];
  for (let nth = 0; nth < holders; nth += 1) {
    const key = await shop.buy({ delivery_type: 'link' });
    const { exchange_url: url } = await shop.client.getLinks(key.cardRequestId);
    cards.push({ key, path: new URL(url ?? assert.fail('no link')).pathname });
  }
  await using running = new AsyncDisposableStack();
  const start = async (): Promise<PlatformProcess> =>
    running.use(await startPlatform({ DATABASE_URL: world.databaseUrl, FACEVALUE_SMTP_URL: world.mail.url }));
  const servers = [await start(), await start()];
  let exchanged = 0;
  let movedMs = performance.now();
  const wait = async (what: string): Promise<void> => {
    assert.ok(performance.now() - movedMs < patienceMs, `${what}: nothing has happened for long`);
    await sleep(10);
  };

  /** The status; null: there was no answer, or the holder has not waited for it. */
  async function press(nth: number, path: string, step: number, waitMs = patienceMs): Promise<number | null> {
    const body = new URLSearchParams({ step: String(step), b: `${tea.id}-${faceRoubles * 100}` });
    const address = `${servers[nth % servers.length]?.ready.baseUrl}${path}`;
    const signal = AbortSignal.timeout(waitMs);
    return fetch(address, { method: 'POST', redirect: 'manual', body, signal }).then(
      ({ status }) => status,
      () => null,
    );
  }

  async function exchangeAll(path: string): Promise<void> {
    for (let step = 1; step <= steps; step += 1) {
      await press(step, path, step, Math.ceil(Math.random() * mostLateMs));
      for (let answers: (number | null)[] = []; !answers.includes(303);) {
        await wait(`exchange ${step}`);
        answers = await Promise.all([press(0, path, step), press(1, path, step)]);
        for (const status of answers)
          assert.ok(status === null || status === 303 || status >= 500, String(status));
      }
      exchanged += 1;
      movedMs = performance.now();
    }
  }

  async function killAll(): Promise<void> {
    for (const [nth, mark] of kills.entries()) {
      while (exchanged < mark) await wait(`before ${mark} exchanges`);
      const dying = servers[nth % servers.length];
      assert.equal(await dying?.kill('SIGKILL'), 'SIGKILL');
      servers[nth % servers.length] = await start();
    }
  }

  await Promise.all([killAll(), ...cards.map(({ path }) => exchangeAll(path))]);
  const { db } = world.cellOf(shop.client);
  const isBusy = async (): Promise<boolean> =>
    (await db.query(`select from requests where ended_at is null limit 1`)).rowCount !== 0;
  while (await isBusy()) await wait('issuing');
  for (const server of servers) assert.equal(await server.kill('SIGTERM'), null);
  for (const { key } of cards) {
    const card = await shop.card(key);
    assert.equal(card.leftKopecks, 0);
    assert.deepEqual(
      card.exchanged.map(({ step, line, state }) => [step, line, state]),
      Array.from({ length: steps }, (_, nth) => [nth + 1, 1, 'issued']),
    );
  }
  await shop.assertVerified();
});
