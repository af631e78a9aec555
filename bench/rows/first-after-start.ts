/** The first page and the first order of a `serve` that has just started, on an old installation. */
import { runLoad } from '../load/load.ts';
import { lineOf, type Line, type Section } from '../report/line.ts';
import { measureInTurns, roundsOf } from '../rounds.ts';
import type { PlatformProcess } from '../world/platform-process.ts';
import { openPage, type PageOf } from './cabinet-pages.ts';
import { openCabinet, type Cabinet } from './open-cabinet.ts';
import { orderRecipe } from './order-recipe.ts';
import type { SectionRun } from './section-run.ts';

const sizes = { whole: 1_000_000, quick: 200_000 };
const mostMs = 2000;
const firstPage: PageOf = { what: 'overview', path: '/c', side: 'client' };

/** The rows alone, over a shorter history than that of `cabinet`. */
export async function measureStart(run: SectionRun): Promise<Section> {
  const orders = run.orders ?? sizes[run.quick ? 'quick' : 'whole'];
  await using cabinet = await openCabinet(run, 'start', orders);
  return { lines: await firstAfterStart(run, cabinet), curves: [] };
}

/** Each is the first request to a fresh process; the database has been running, as it has when a new version is installed. */
export async function firstAfterStart(run: SectionRun, cabinet: Cabinet): Promise<Line[]> {
  run.say('the first page and the first order after a start');
  const { shop, cookies } = cabinet;
  const started: number[] = [];
  const fresh = async (first: (serve: PlatformProcess) => Promise<unknown>): Promise<number> => {
    const begunMs = performance.now();
    const serve = await shop.start('serve');
    try {
      const readyMs = performance.now();
      started.push(readyMs - begunMs);
      await first(serve);
      return performance.now() - readyMs;
    } finally {
      await serve.stop();
    }
  };
  const order = orderRecipe(shop.shop, 1);
  const measured = await measureInTurns(roundsOf(run), {
    page: () => fresh(({ port }) => openPage({ port, cookies }, firstPage, [200])),
    order: () =>
      fresh(({ port }) => runLoad(run.load, order, { port, connections: 1, limitMs: 0, perSecond: 1 })),
  });
  const line = { section: 'cabinet', unit: 'ms' };
  return [
    lineOf({ ...line, what: 'first page after a start', rounds: measured.page, aim: { most: mostMs } }),
    lineOf({ ...line, what: 'first order after a start', rounds: measured.order, aim: { most: mostMs } }),
    lineOf({ ...line, what: 'start of serve until it is ready', rounds: started }),
  ];
}
