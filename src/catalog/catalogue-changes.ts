/** The worker that notes what comes into the catalogue and what goes, and its news. */
import type { Context } from '../context.ts';
import { gathered } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Worker } from '../platform/process/loop.ts';
import { moscowDay } from '../platform/time/moscow-time.ts';
import { faceIsThere } from './catalogue.ts';

/** What comes and goes within this time is no news. */
const lookMs = 5 * 60_000;
const idleMs = 30_000;
const keptMs = 90 * 86_400_000;

/** Notes which faces can be ordered now and could not before, and the other way round. */
export function createCatalogueWatcher(ctx: Pick<Context, 'db' | 'cells' | 'clock'>): Worker {
  let lookedAt = -Infinity;
  return {
    name: 'watch-catalogue',
    idleMs,
    async round() {
      const now = ctx.clock.now();
      if (now.getTime() - lookedAt < lookMs) return 0;
      lookedAt = now.getTime();
      await noteChanges(ctx, now);
      return 0;
    },
    drain: () => Promise.resolve(),
  };
}

const offeredOn = (day: string): string => `
  select p.id as product_id, f.face_kopecks
  from products p join faces f on f.product_id = p.id
  where p.offered and f.switched_on and f.face_kopecks > 0 and ${faceIsThere(day)}`;

/** What is there at the first look is not new. With cells, whatever one of them has is there. */
async function noteChanges(ctx: Pick<Context, 'db' | 'cells'>, now: Date): Promise<void> {
  const today = moscowDay(now);
  if (ctx.cells.length === 0) return compareWith(ctx.db, offeredOn('$1'), today, now);
  const offered = await gathered(
    ctx,
    async ({ db }) => (await db.query<object>(offeredOn('$1'), [today])).rows,
  );
  await compareWith(ctx.db, offeredThere, JSON.stringify(offered), now);
}

const offeredThere = `
  select distinct product_id, face_kopecks from jsonb_to_recordset($1::jsonb) o (product_id bigint, face_kopecks bigint)`;

/** `offered` selects what is there now by $1. */
async function compareWith(db: Sql, offered: string, value: string, now: Date): Promise<void> {
  await db.query(
    `with offered as materialized (${offered}),
     gone as (
       delete from catalogue_offered o
       where not exists (select from offered n where n.product_id = o.product_id and n.face_kopecks = o.face_kopecks)
       returning product_id, face_kopecks),
     come as (
       insert into catalogue_offered (product_id, face_kopecks) select * from offered on conflict do nothing
       returning product_id, face_kopecks),
     old as (delete from catalogue_changes where at < $3)
     insert into catalogue_changes (at, product_id, face_kopecks, kind)
     select $2, product_id, face_kopecks, kind
     from (select *, 'gone' as kind from gone union all select *, 'come' from come) changed
     where exists (select from catalogue_offered) order by product_id, face_kopecks`,
    [value, now, new Date(now.getTime() - keptMs)],
  );
}

export interface CatalogueChange {
  at: Date;
  productId: number;
  title: string;
  kind: 'come' | 'gone';
  facesKopecks: number[];
}

const mostChanges = 30;

/** The newest changes since a time; the faces of a product that came or went together are one. */
export async function catalogueChanges(db: Sql, since: Date): Promise<CatalogueChange[]> {
  const { rows } = await db.query<CatalogueChange>(
    `select c.at, c.product_id as "productId", p.title, c.kind,
       json_agg(c.face_kopecks order by c.face_kopecks) as "facesKopecks"
     from catalogue_changes c join products p on p.id = c.product_id
     where c.at >= $1 and p.switched_on
     group by c.at, c.product_id, p.title, c.kind order by c.at desc, p.title, c.kind limit $2`,
    [since, mostChanges],
  );
  return rows;
}
