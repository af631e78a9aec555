/** The pages of people over a long history, beside those over a short one that fills their lists as well; and accepting while people browse. */
import { setTimeout as sleep } from 'node:timers/promises';
import { termsOf } from '../../src/orders/search/terms.ts';
import { countedLine, lineOf, type Line, type Section } from '../report/line.ts';
import { measureInTurns, medianOf, quantileOf, roundsOf } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { acceptWhileBrowsing } from './browsing.ts';
import { firstAfterStart } from './first-after-start.ts';
import { openPage, pagesOfAll, searchedOrder, type PageOf } from './cabinet-pages.ts';
import { grouped } from '../world/filled-installation.ts';
import { fillCabinet, openCabinet, type Cabinet } from './open-cabinet.ts';
import type { SectionRun } from './section-run.ts';

const section = 'cabinet';
const sizes = { whole: 10_000_000, quick: 200_000 };
/** Enough for lists to be about as long as over the long history: a page with more rows takes longer, however they are found. */
const shortSizes = { whole: 500_000, quick: 20_000 };
/** Of a round. */
const calls = 10;
/** Calls that are not measured: each connection of the pages reads the catalog for its first statements. */
const warmUps = 20;
const most = { ms: 200, databasePages: 100 };
/** Of the time over a short history. */
const mostTimes = 1.05;
/** Backends report what they have read once a second at the most. */
const reportedMs = 1200;

export async function measureCabinet(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const size = run.filled?.orders ?? run.orders ?? (run.quick ? sizes.quick : sizes.whole);
  const shortSize = run.quick ? shortSizes.quick : shortSizes.whole;
  const short = cleanUp.use(await fillCabinet(run, 'cabinet-short', shortSize));
  const full = cleanUp.use(await openCabinet(run, 'cabinet', size));
  await fileTerms(short.shop, shortSize);
  await fileTerms(full.shop, size);
  const pages: Measured[] = [];
  const shortPages = pagesOfAll(short.shop.shop, shortSize);
  for (const [place, page] of pagesOfAll(full.shop.shop, size).entries()) {
    run.say(`${page.side}: ${page.what}`);
    pages.push(
      await measurePage(roundsOf(run), { full: page, short: shortPages[place] ?? page }, { full, short }),
    );
  }
  const beside = `${grouped(shortSize)} orders`;
  return {
    lines: [
      ...pages.map((page) => pageLine(page, beside)),
      ...ofAllPages(pages, beside),
      ...(await firstAfterStart(run, full)),
      ...(await acceptWhileBrowsing(run, full, size)),
    ],
    curves: [],
  };
}

function pageLine({ page, taken, read }: Measured, beside: string): Line {
  const p99 = quantileOf(taken.full.flat(), 0.99);
  return lineOf({
    section,
    what: `${page.side}: ${page.what}`,
    unit: 'ms',
    rounds: taken.full.map(medianOf),
    beside: { what: beside, rounds: taken.short.map(medianOf) },
    note: `p99 ${p99.toFixed(0)} ms, ${read.full} database pages, ${read.short} over ${beside}`,
    aim: { most: most.ms },
  });
}

/** How the pages over the long history compare with the others: together, and page by page. */
function ofAllPages(pages: readonly Measured[], beside: string): Line[] {
  const all = `all ${pages.length} pages`;
  const together = (name: 'full' | 'short'): number[] =>
    (pages[0]?.taken[name] ?? []).map((_, round) =>
      pages.reduce((sum, { taken }) => sum + medianOf(taken[name][round] ?? []), 0),
    );
  const each = pages.map(({ taken }) => medianOf(taken.full.flat()) / medianOf(taken.short.flat()));
  return [
    lineOf({
      section,
      what: `${all}, one after the other`,
      unit: 'ms',
      rounds: together('full'),
      beside: { what: beside, rounds: together('short') },
      ratioAim: { most: mostTimes },
    }),
    lineOf({
      section,
      what: `${all}, half of them within`,
      unit: `× over ${beside}`,
      rounds: each,
      aim: { most: mostTimes },
    }),
    ...pages
      .toSorted((one, other) => other.read.full - one.read.full)
      .slice(0, 1)
      .map(({ page, read }) =>
        countedLine({
          section,
          what: `${all}, most database pages of one (${page.side}: ${page.what})`,
          unit: 'pages',
          value: read.full,
          beside: { what: beside, value: read.short },
          aim: { most: most.databasePages },
        }),
      ),
  ];
}

/** The searched order is filed as the worker files orders; all others by hashes of nothing. */
async function fileTerms({ db, keyring, shop }: ShopDatabase, orders: number): Promise<void> {
  const { id, mail, externalId } = searchedOrder(orders);
  const terms = termsOf(keyring, { emailTo: mail, toPhone: '', externalId });
  await db.query(
    `insert into order_terms (client_id, term, request_id) select $1, unnest($2::bigint[]), $3 on conflict do nothing`,
    [shop.clients[0]?.client.id, terms, id],
  );
}

type Both<Of> = Record<'full' | 'short', Of>;

interface Measured {
  page: PageOf;
  /** By rounds. */
  taken: Both<number[][]>;
  /** Database pages of a call. */
  read: Both<number>;
}

async function measurePage(rounds: number, pages: Both<PageOf>, cabinets: Both<Cabinet>): Promise<Measured> {
  const { full, short } = cabinets;
  const read = { short: await pagesOfOne(short, pages.short), full: await pagesOfOne(full, pages.full) };
  const taken = await measureInTurns(rounds, {
    full: () => times(full, pages.full, calls),
    short: () => times(short, pages.short, calls),
  });
  return { page: pages.full, taken, read };
}

/** Database pages that a call reads, in memory or not. */
async function pagesOfOne(cabinet: Cabinet, page: PageOf): Promise<number> {
  await times(cabinet, page, warmUps);
  const before = await pagesRead(cabinet, page);
  await times(cabinet, page, calls);
  // One call of ours is between the two counts.
  return Math.round(((await pagesRead(cabinet, page)) - before) / (calls + 1));
}

async function times(cabinet: Cabinet, page: PageOf, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let call = 0; call < count; call += 1) {
    const begun = performance.now();
    await openPage(cabinet, page, [200, 404]);
    taken.push(performance.now() - begun);
  }
  return taken;
}

/** Database pages read so far; the call makes the backends that served the page report. */
async function pagesRead(cabinet: Cabinet, page: PageOf): Promise<number> {
  await sleep(reportedMs);
  await openPage(cabinet, page, [200]);
  const { rows } = await cabinet.shop.db.query<{ pages: number }>(
    `select blks_hit + blks_read as pages from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.pages ?? 0;
}
