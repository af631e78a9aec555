/** The pages of people over a long history, beside those over a short one that fills their lists as well; and accepting while people browse. */
import { setTimeout as sleep } from 'node:timers/promises';
import { termsOf } from '../../src/orders/search/terms.ts';
import type { Line, Section } from '../report/line.ts';
import { figuresOf, quantile } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { acceptWhileBrowsing } from './browsing.ts';
import { openPage, pagesOfAll, searchedOrder, type PageOf } from './cabinet-pages.ts';
import { grouped } from '../world/filled-installation.ts';
import { fillCabinet, openCabinet, type Cabinet } from './open-cabinet.ts';
import type { SectionRun } from './section-run.ts';

const sizes = { whole: 10_000_000, quick: 200_000 };
/** Enough for lists to be about as long as over the long history: a page with more rows takes longer, however they are found. */
const shortSizes = { whole: 500_000, quick: 20_000 };
/** In turns, so that what the machine does now and then meets both alike. */
const turns = { count: 10, calls: 10 };
/** Calls that are not measured: each connection of the pages reads the catalog for its first statements. */
const warmUps = 20;
const most = { ms: 200, databasePages: 100 };
const leastShare = 0.95;
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
  const lines: Line[] = [];
  const shortPages = pagesOfAll(short.shop.shop, shortSize);
  for (const [place, page] of pagesOfAll(full.shop.shop, size).entries()) {
    run.say(`${page.side}: ${page.what}`);
    lines.push(
      await measurePage({ full: page, short: shortPages[place] ?? page }, { full, short }, shortSize),
    );
  }
  return {
    lines: [...lines, ...ofAllPages(lines, shortSize), ...(await acceptWhileBrowsing(run, full, size))],
    curves: [],
  };
}

/** How the pages over the long history compare with the others: together, and page by page. */
function ofAllPages(lines: readonly Line[], shortSize: number): Line[] {
  const [ours, theirs] = [
    sum(lines.map(({ value }) => value)),
    sum(lines.map(({ beside }) => beside?.value ?? 0)),
  ];
  const ratios = lines.map(({ ratio = 1 }) => ratio);
  const { median } = figuresOf(ratios);
  return [
    {
      section: 'cabinet',
      what: `all ${lines.length} pages, one after the other`,
      unit: 'ms',
      value: ours,
      beside: { what: `${grouped(shortSize)} orders`, value: theirs },
      ratio: theirs / ours,
      aim: { details: `≥ ${leastShare}×`, met: theirs / ours >= leastShare },
    },
    {
      section: 'cabinet',
      what: `all ${lines.length} pages, as fast as over a short history`,
      unit: '×',
      value: median,
      rounds: ratios,
      aim: { details: `half of them ≥ ${leastShare}×`, met: median >= leastShare },
    },
  ];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

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

async function measurePage(pages: Both<PageOf>, cabinets: Both<Cabinet>, shortSize: number): Promise<Line> {
  const { full, short } = cabinets;
  const read = { short: await pagesOfOne(short, pages.short), full: await pagesOfOne(full, pages.full) };
  const taken: Both<number[]> = { full: [], short: [] };
  for (let turn = 0; turn < turns.count; turn += 1) {
    const names = turn % 2 === 0 ? (['full', 'short'] as const) : (['short', 'full'] as const);
    for (const name of names) taken[name].push(...(await times(cabinets[name], pages[name], turns.calls)));
  }
  const [figures, beside] = [figuresOf(taken.full), figuresOf(taken.short)];
  const p99 = quantile(
    taken.full.toSorted((one, other) => one - other),
    0.99,
  );
  const met = figures.median <= most.ms && read.full <= most.databasePages;
  return {
    section: 'cabinet',
    what: `${pages.full.side}: ${pages.full.what}`,
    unit: 'ms',
    value: figures.median,
    beside: { what: `${grouped(shortSize)} orders`, value: beside.median },
    ratio: beside.median / figures.median,
    note: `p99 ${p99.toFixed(0)} ms, ${read.full} database pages, ${read.short} over ${grouped(shortSize)} orders`,
    aim: { details: `≤ ${most.ms} ms and ≤ ${most.databasePages} database pages`, met },
  };
}

/** Database pages that a call reads, in memory or not. */
async function pagesOfOne(cabinet: Cabinet, page: PageOf): Promise<number> {
  await times(cabinet, page, warmUps);
  const before = await pagesRead(cabinet, page);
  await times(cabinet, page, turns.calls);
  // One call of ours is between the two counts.
  return Math.round(((await pagesRead(cabinet, page)) - before) / (turns.calls + 1));
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
