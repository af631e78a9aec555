/** The pages of people over a long history, beside the same pages where there is none; and accepting while people browse. */
import { setTimeout as sleep } from 'node:timers/promises';
import { termsOf } from '../../src/orders/search/terms.ts';
import type { Line, Section } from '../report/line.ts';
import { figuresOf, quantile } from '../rounds.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { acceptWhileBrowsing } from './browsing.ts';
import { openPage, pagesOfAll, searchedOrder, type PageOf } from './cabinet-pages.ts';
import { openCabinet, type Cabinet } from './open-cabinet.ts';
import type { SectionRun } from './section-run.ts';

const sizes = { whole: 10_000_000, quick: 200_000 };
const calls = 100;
/** Calls that are not measured: each connection of the pages reads the catalog for its first statements. */
const warmUps = 20;
const most = { ms: 200, databasePages: 100 };
/** Backends report what they have read once a second at the most. */
const reportedMs = 1200;

export async function measureCabinet(run: SectionRun): Promise<Section> {
  await using cleanUp = new AsyncDisposableStack();
  const size = run.filled?.orders ?? run.orders ?? (run.quick ? sizes.quick : sizes.whole);
  const empty = cleanUp.use(await openCabinet(run, 'cabinet-empty', { orders: 0 }));
  const full = cleanUp.use(await openCabinet(run, 'cabinet', { orders: size }));
  await fileTerms(full.shop, size);
  const lines: Line[] = [];
  for (const page of pagesOfAll(full.shop.shop, size)) {
    run.say(`${page.side}: ${page.what}`);
    lines.push(await measurePage(page, full, empty, calls));
  }
  return { lines: [...lines, ...(await acceptWhileBrowsing(run, full, size))], curves: [] };
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

async function measurePage(page: PageOf, full: Cabinet, empty: Cabinet, count: number): Promise<Line> {
  await times(empty, page, warmUps);
  const besides = await times(empty, page, count);
  await times(full, page, warmUps);
  const before = await pagesRead(full, page);
  const taken = await times(full, page, count);
  const read = (await pagesRead(full, page)) - before;
  // One call of ours is between the two counts.
  const readByOne = Math.round(read / (count + 1));
  const figures = figuresOf(taken);
  const p99 = quantile(
    taken.toSorted((one, other) => one - other),
    0.99,
  );
  const met = figures.median <= most.ms && readByOne <= most.databasePages;
  return {
    section: 'cabinet',
    what: `${page.side}: ${page.what}`,
    unit: 'ms',
    value: figures.median,
    beside: { what: 'no history', value: figuresOf(besides).median },
    note: `p99 ${p99.toFixed(0)} ms, ${readByOne} database pages`,
    aim: { details: `≤ ${most.ms} ms and ≤ ${most.databasePages} database pages`, met },
  };
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
