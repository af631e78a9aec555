/** All that the operator's metrics tell of the tables. */
import { freeCodes } from '../catalog/find-offers.ts';
import { leavingOut, type Celled } from '../platform/cells/cell-context.ts';
import { fromAnswering, orNull } from '../platform/cells/from-answering.ts';
import { ascending, fromCells, joined, plus } from '../platform/cells/merge.ts';
import { allowTime, transaction, type Database, type Sql, type Tx } from '../platform/database/database.ts';
import { oldestSnapshot } from '../platform/database/oldest-snapshot.ts';
import { moscowDay } from '../platform/time/moscow-time.ts';
import { measureFailures } from '../suppliers/alerts/measure-failures.ts';
import { joinQueues, measureQueues } from './health/queues.ts';

interface StockMeasure {
  productId: number;
  faceKopecks: number;
  free: number;
}

/** How many faces are measured: more would make the scrape of a large catalogue too big. */
const maxStockRows = 5000;
const maxSupplierRows = 5000;

/** Large queues take a while to count. */
const timeAllowed = { statementMs: 30_000 };

/** A cell that takes longer is told as not reached; a scrape ends after ten seconds. */
const ofCells = { statementMs: 6000 };

/** Over all cells that answer. */
export async function measureAll(ctx: MeasuringContext, now: Date) {
  if (ctx.cells.length === 0)
    return inTime(ctx.db, async (db) => {
      const [queues, stock, failures, tests, snapshotSeconds] = await Promise.all([
        measureQueues(db, 'one server', now),
        measureStock(db, now),
        measureFailures({ db, cells: [] }, now),
        measureTests(db),
        snapshotAge(db),
      ]);
      return { queues, stock, failures, tests, snapshotSeconds, unreached: [] };
    });
  const reading = leavingOut(ctx);
  const [measured, centre] = await Promise.all([
    orNull(fromCells(reading, ({ db }) => measureCell(db, now))),
    measureCentre(reading, now),
  ]);
  const unreached = [...reading.leftOut].map(({ cell }) => cell).toSorted(ascending((cell: number) => cell));
  return {
    queues: joinQueues([...(measured?.flatMap(({ queues }) => queues) ?? []), ...(centre?.queues ?? [])]),
    stock: joined(
      measured?.flatMap(({ stock }) => stock) ?? [],
      ({ productId, faceKopecks }) => `${productId} ${faceKopecks}`,
      { free: plus },
    ),
    snapshotSeconds: Math.max(
      0,
      ...[...(measured ?? []), ...(centre === null ? [] : [centre])].map(
        ({ snapshotSeconds }) => snapshotSeconds,
      ),
    ),
    failures: centre?.failures ?? [],
    tests: centre?.tests ?? [],
    unreached: [...(centre === null ? ['centre'] : []), ...unreached.map((cell) => `cell ${cell}`)],
  };
}

async function measureCell(db: Database, now: Date) {
  const snapshotSeconds = await snapshotAge(db);
  const [queues, stock] = await Promise.all([
    inTime(db, (tx) => measureQueues(tx, 'cell', now), ofCells),
    inTime(db, (tx) => measureStock(tx, now), ofCells),
  ]);
  return { queues, stock, snapshotSeconds };
}

/** Null: it does not answer. */
async function measureCentre(ctx: MeasuringContext, now: Date) {
  const [there] = await fromAnswering(ctx.cells, [{ cell: null }], () => ctx.db.query('select'));
  if (there === null) return null;
  const asked = Promise.all([
    measureFailures(ctx, now),
    measureTests(ctx.db),
    snapshotAge(ctx.db),
    measureQueues(ctx.db, 'centre', now),
  ]);
  const answered = await orNull(asked);
  if (answered === null) return null;
  const [failures, tests, snapshotSeconds, queues] = answered;
  return { failures, tests, snapshotSeconds, queues };
}

const snapshotAge = async (db: Sql): Promise<number> => (await oldestSnapshot(db))?.seconds ?? 0;

interface MeasuringContext extends Celled {
  db: Database;
}

const inTime = <Measured>(
  db: Database,
  measure: (tx: Tx) => Promise<Measured>,
  allowed = timeAllowed,
): Promise<Measured> =>
  transaction(db, async (tx) => {
    await allowTime(tx, allowed);
    return measure(tx);
  });

/** The last final test of each supplier that had one. */
async function measureTests(db: Sql): Promise<{ supplierId: number; green: boolean }[]> {
  const { rows } = await db.query<{ supplierId: number; green: boolean }>(
    `select id as "supplierId", test_green as green from suppliers where tested_at is not null order by id limit $1`,
    [maxSupplierRows],
  );
  return rows;
}

/** Codes of each face that can be sold today and are not promised. */
async function measureStock(db: Sql, now: Date): Promise<StockMeasure[]> {
  const { rows } = await db.query<StockMeasure>(
    `select a.product_id as "productId", a.face_kopecks as "faceKopecks",
       ${freeCodes('a', 'p', '$2')} as free
     from stock_available a join products p on p.id = a.product_id
     group by a.product_id, a.face_kopecks order by a.product_id, a.face_kopecks limit $1`,
    [maxStockRows, moscowDay(now)],
  );
  return rows;
}
