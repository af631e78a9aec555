/** The worker that brings codes to the cells that sell them, before they are needed (docs/decisions/0077, "Stock"). */
import { everyCell } from '../../platform/cells/cell-context.ts';
import { areAllThere, fromAnswering, orNull } from '../../platform/cells/from-answering.ts';
import { unlessUnchanged } from '../../platform/cells/unless-unchanged.ts';
import { transaction, type Sql } from '../../platform/database/database.ts';
import { plannedOnce } from '../../platform/database/planned-once.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import { countSales } from '../../vault/dealing/count-sales.ts';
import { giveCodes } from '../../vault/dealing/give-codes.ts';
import { noteStocked } from '../../vault/dealing/note-stocked.ts';
import { pruneTaken } from '../../vault/dealing/prune-taken.ts';
import { carryRuns, sourcesOf, type DealingContext } from './carry-runs.ts';
import { levelIds } from './level-ids.ts';
import { planDeals, type Shelf } from './plan-deals.ts';
import { seldom } from './seldom.ts';

const idleMs = 1000;
const noteEveryMs = 5000;
const pruneEveryMs = 10 * 60_000;
const levelEveryMs = 10_000;
/** Faces of one cell that are looked at in a round. */
const facesInRound = 200;

/** Deals codes among the cells of an installation that has some. */
export function createCodeDealer(ctx: DealingContext): Worker {
  const deal = unlessUnchanged(ctx, () => dealRound(ctx));
  // These need the centre and all cells, so they wait while a node is down.
  const whenAllThere = (work: () => Promise<unknown>) => async () => {
    if (await areAllThere(ctx)) await work();
  };
  const prune = whenAllThere(() => pruneTaken(sourcesOf(ctx), ctx.cells, ctx.clock.now()));
  const note = whenAllThere(() => noteStocked(ctx.db, ctx.cells));
  const level = whenAllThere(() => levelIds(ctx));
  const upkeep = [seldom(pruneEveryMs, prune), seldom(noteEveryMs, note), seldom(levelEveryMs, level)];
  return {
    name: 'deal-codes',
    idleMs,
    async round() {
      const dealt = await deal();
      for (const part of upkeep) await part();
      return dealt;
    },
    drain: () => Promise.resolve(),
    wakes: ['issue-orders'],
  };
}

async function dealRound(ctx: DealingContext): Promise<number> {
  const arrived = await carryRuns(ctx);
  const cells = everyCell(ctx);
  const now = ctx.clock.now();
  const lists = await fromAnswering(ctx.cells, cells, ({ db }) => plannedOnce(db, listNeedy));
  const answering = cells.filter((_cell, place) => lists[place] !== null);
  await Promise.all(answering.map(({ db }) => orNull(plannedOnce(db, (tx) => countSales(tx, now)))));
  const needy = lists.flatMap((faces) => faces ?? []);
  const faces = [...new Map(needy.map((face) => [keyOf(face), face])).values()];
  if (faces.length === 0) return arrived;
  const shelves = await fromAnswering(ctx.cells, cells, (cell) => readShelves(cell, faces));
  let sent = 0;
  for (const [place, face] of faces.entries()) {
    const ofFace = shelves.flatMap((ofCell) => ofCell?.[place] ?? []);
    for (const { from, to, codes } of planDeals(ofFace)) {
      const giver = cells.find(({ cell }) => cell === from);
      // Codes that expire today are no use elsewhere.
      const giving = { ...face, toCell: to, codes, lastsTo: moscowDay(now), endless: true };
      if (giver !== undefined) sent += await transaction(giver.db, (tx) => giveCodes(tx, giving, now));
    }
  }
  if (sent === 0) return arrived;
  ctx.crashPoint('deal-codes:sent');
  return arrived + (await carryRuns(ctx));
}

interface Face {
  supplierId: number;
  productId: number;
  faceKopecks: number;
}

const keyOf = ({ productId, faceKopecks }: Face): string => `${productId}:${faceKopecks}`;

/** Faces of which a cell has less than it sold lately, or for which orders wait. */
async function listNeedy(db: Sql): Promise<Face[]> {
  const { rows } = await db.query<Face>(
    `(select l.supplier_id as "supplierId", l.product_id as "productId", l.face_kopecks as "faceKopecks"
      from shelf_sales l left join stock_available a using (supplier_id, product_id, face_kopecks)
      where l.lately >= 1 group by l.supplier_id, l.product_id, l.face_kopecks, l.lately
      having coalesce(sum(a.available), 0) < l.lately order by l.lately desc limit $1)
     union
     (select supplier_id, product_id, face_kopecks from requests
      where state = 'delayed' and due_at = 'infinity' and not testmode
      group by 1, 2, 3 order by min(accepted_at) limit $1)`,
    [facesInRound],
  );
  return rows;
}

async function readShelves({ db, cell }: DealingContext, faces: Face[]): Promise<Shelf[]> {
  const { rows } = await db.query<Shelf>(
    `select $4::integer as cell, coalesce(a.available, 0)::integer as available, coalesce(l.lately, 0) as lately,
       coalesce(r.waiting, 0) as waiting, r.oldest
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality as w (supplier_id, product_id, face_kopecks, place)
     left join shelf_sales l using (supplier_id, product_id, face_kopecks)
     left join lateral (
       select sum(s.available) as available from stock_available s
       where s.supplier_id = w.supplier_id and s.product_id = w.product_id and s.face_kopecks = w.face_kopecks) a on true
     left join lateral (
       select count(*) as waiting, min(accepted_at) as oldest from requests q
       where q.state = 'delayed' and q.due_at = 'infinity' and not q.testmode
         and q.product_id = w.product_id and q.face_kopecks = w.face_kopecks) r on true
     order by w.place`,
    [...columnsOf(faces, ['supplierId', 'productId', 'faceKopecks']), cell],
  );
  return rows;
}
