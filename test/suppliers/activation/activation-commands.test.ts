import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { transaction } from '../../../src/platform/database/database.ts';
import { resetTravel, travelOn } from '../../../src/platform/time-travel/set-time-travel.ts';
import type { TestWorld } from '../../support/test-world.ts';
import { activationWorld, attachedTable, employee } from './activation-world.ts';
import { childEnvironment } from '../../support/child-environment.ts';

interface Ran {
  error?: { text: string };
  [name: string]: unknown;
}

/** Runs `facevalue activation …` as an operator would, at the world's time. */
async function activation(world: TestWorld, ...args: string[]): Promise<Ran> {
  const ahead = world.clock.now().getTime() - new Date().getTime();
  await transaction(world.ctx.db, async (tx) => {
    await resetTravel(tx);
    await travelOn(tx, ahead);
  });
  const env = {
    ...childEnvironment,
    DATABASE_URL: world.databaseUrl,
    FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const argv = ['--disable-warning=ExperimentalWarning', 'src/main.ts', 'activation', ...args, '--json'];
  const cwd = join(import.meta.dirname, '../../..');
  const run = promisify(execFile)(process.execPath, argv, { cwd, env });
  const { stdout } = await run.catch((problem: { stdout: string }) => problem);
  return JSON.parse(stdout) as Ran;
}

test('an operator sends a letter now, repeats one and confirms rows', async () => {
  await using place = await activationWorld();
  const { world, shop } = place;
  const supplier = String(place.product.supplierId);
  const [first = 0, second = 0] = await place.sell(2);
  assert.deepEqual(await activation(world, 'send-now', supplier), { letters: 1, codes: 2 });
  assert.deepEqual(await activation(world, 'send-now', supplier), { letters: 0, codes: 0 });
  world.clock.forward('1 min');
  await world.settle();
  const [letter] = place.lettersTo(employee);
  assert.ok(letter);
  assert.equal((await attachedTable(letter)).length, 2);

  const { letters } = (await activation(world, 'list')) as unknown as {
    letters: { letter: number; rows: number; confirmed: number }[];
  };
  assert.deepEqual(
    letters.map(({ rows, confirmed }) => [rows, confirmed]),
    [[2, 0]],
  );
  const number = String(letters[0]?.letter);
  assert.equal((await activation(world, 'confirm', number, '--rows', '2'))['confirmed'], 1);
  await world.settle();
  assert.equal((await shop.getCode(second)).code, place.codes[1]?.number);
  assert.equal((await activation(world, 'send-now', '--letter', number))['again'], true);
  world.clock.forward('1 min');
  await world.settle();
  const again = place.lettersTo(employee).at(-1);
  assert.ok(again !== undefined && again !== letter);
  assert.equal((await attachedTable(again)).length, 1, 'only what is left');
  assert.equal((await activation(world, 'confirm', number))['confirmed'], 1);
  await world.settle();
  assert.equal((await shop.getCode(first)).code, place.codes[0]?.number);
  assert.match(
    (await activation(world, 'send-now', '--letter', number)).error?.text ?? '',
    /confirmed already/,
  );
  assert.match((await activation(world, 'confirm', '999999')).error?.text ?? '', /no such letter/);
});

test('a schedule is changed in parts, and a wrong one is refused', async () => {
  await using place = await activationWorld();
  const { world } = place;
  const supplier = String(place.product.supplierId);
  const changed = await activation(
    world,
    'schedule',
    supplier,
    '--cron',
    '0 9 * * 1',
    '--holidays',
    '2026-11-23',
  );
  assert.deepEqual(
    [changed['to'], changed['cron'], changed['holidays']],
    [[employee], '0 9 * * 1', ['2026-11-23']],
  );
  const refused = async (...args: string[]): Promise<string> =>
    (await activation(world, 'schedule', supplier, ...args)).error?.text ?? 'not refused';
  assert.match(await refused('--cron', 'every noon'), /cron expression/);
  assert.match(await refused('--to', 'nobody'), /no e-mail address/);
  assert.match(await refused('--reminder-hours', '0'), /between 1 and 720/);
  assert.match((await activation(world, 'schedule', '1')).error?.text ?? '', /Nothing is agreed/);
  assert.equal((await activation(world, 'schedule', supplier))['cron'], '0 9 * * 1');
});
