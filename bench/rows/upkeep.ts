/** The section `upkeep`: commands that work through a million rows, and orders meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/platform/time/clock.ts';
import { rotateDataKey } from '../../src/platform/secrets/rotate-keys.ts';
import { orderAsks, placeAll } from '../peers/bare-loops.ts';
import { countedLine, lineOf, type Line, type Section } from '../report/line.ts';
import { interleave } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import type { CommandProcess } from '../world/command-process.ts';
import { fillInstallation, grouped } from '../world/filled-installation.ts';
import { fillLong } from '../world/fill-long.ts';
import { temporaryFolder } from '../world/stop-run.ts';
import { untilNoneQueued } from './issue.ts';
import type { SectionRun } from './section-run.ts';

const sizes = { whole: 1_000_000, quick: 100_000 };
const pairs = { whole: 12, quick: 3 };
const warmUps = 1;
const ordersInRound = 6000;
const batch = 256;
/** It has read its settings, opened the database and begun. */
const begunMs = 3000;
const yearMs = 365 * 86_400_000;

/** Both commands have installations of their own; rounds with the command working and with it held follow each other (A B B A). */
export async function measureUpkeep(run: SectionRun): Promise<Section> {
  const moved = await measureMoveOut(run);
  const resealed = await measureReseal(run);
  return { lines: [...moved, ...resealed], curves: [] };
}

const roundsOf = ({ quick }: SectionRun): number => pairs[quick ? 'quick' : 'whole'];
const sizeOf = ({ quick, orders }: SectionRun): number => orders ?? sizes[quick ? 'quick' : 'whole'];
/** One more before the command begins. */
const soldIn = (run: SectionRun): number => (2 * (roundsOf(run) + warmUps) + 1) * ordersInRound;

/** Certificates that ended four years ago, and whose recipients were erased. */
async function measureMoveOut(run: SectionRun): Promise<Line[]> {
  const orders = sizeOf(run);
  await using cleanUp = new AsyncDisposableStack();
  const folder = cleanUp.use(temporaryFolder('history'));
  const until = new Date(systemClock.now().getTime() - 5 * yearMs);
  const ask = { orders, codes: soldIn(run), until, say: run.say };
  const shop = cleanUp.use(await fillInstallation(run.world, 'upkeep-history', ask));
  await fillLong(shop.url, async (db) => {
    await db.query(`update requests set erased_at = now()`);
    await db.query(`vacuum (analyze)`);
  });
  const args = ['history', 'move-out', '--older-than', '3y', '--to', folder.path];
  return await measureCommand(run, shop, { name: 'history move-out', of: `${grouped(orders)} orders`, args });
}

async function measureReseal(run: SectionRun): Promise<Line[]> {
  const codes = Math.max(sizeOf(run), soldIn(run));
  const { world } = run;
  await using shop = await world.open('upkeep-keys', codes, (done) =>
    run.say(`${grouped(done)} codes loaded`),
  );
  await rotateDataKey(shop.db, { masterKey: world.masterKey, nextMasterKey: null }, systemClock.now());
  // As if that had been a while ago: all processes know it, and seal by it.
  await shop.db.query(`update sealing_keys set used_from = used_from - interval '5 minutes'`);
  return await measureCommand(run, shop, {
    name: 'key reseal',
    of: `${grouped(codes)} codes`,
    args: ['key', 'reseal'],
  });
}

interface Measured {
  name: string;
  of: string;
  args: string[];
}

async function measureCommand(
  run: SectionRun,
  shop: ShopDatabase,
  { name, of, args }: Measured,
): Promise<Line[]> {
  await using cleanUp = new AsyncDisposableStack();
  await run.world.server.checkpoint();
  const work = await shop.start('work');
  cleanUp.defer(() => work.stop());
  const rate = (): Promise<number> => issueRate(shop);
  await rate();
  const command = shop.command(args);
  cleanUp.defer(() => command.stop());
  await sleep(begunMs);
  command.hold();
  run.say(`orders with and without ${name} of ${of}`);
  const contestants = { alone: rate, beside: () => whileWorking(command, rate) };
  await interleave(warmUps, contestants);
  const rates = await interleave(roundsOf(run), contestants);
  run.say(`the rest of ${name}`);
  command.resume();
  const { seconds, peakMebibytes } = await command.ended();
  const section = 'upkeep';
  return [
    lineOf({
      section,
      what: `orders issued beside ${name} of ${of}`,
      unit: 'orders/s',
      rounds: rates.beside.rounds,
      beside: { what: 'the command held', rounds: rates.alone.rounds },
    }),
    countedLine({ section, what: `${name} of ${of}, partly beside orders`, unit: 's', value: seconds }),
    ...(peakMebibytes === null
      ? []
      : [countedLine({ section, what: `peak memory of ${name}`, unit: 'MiB', value: peakMebibytes })]),
  ];
}

/** Accepted by the verb in a loop, and issued by `work`. */
async function issueRate({ db, shop }: ShopDatabase): Promise<number> {
  const asks = orderAsks(shop, ordersInRound);
  const startedAtMs = performance.timeOrigin + performance.now();
  await placeAll(db, asks, batch);
  return ordersInRound / (((await untilNoneQueued(db)) - startedAtMs) / 1000);
}

async function whileWorking(command: CommandProcess, rate: () => Promise<number>): Promise<number> {
  command.resume();
  try {
    const measured = await rate();
    if (command.hasEnded()) throw new Error('The command ended before the rounds did: it needs more to do.');
    return measured;
  } finally {
    command.hold();
  }
}
