/** The worker that notes what comes into the catalogue and what goes, and its news. */
import type { Context } from '../context.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Worker } from '../platform/process/loop.ts';
import { moscowDay } from '../platform/time/moscow-time.ts';
import { faceIsThere } from './catalogue.ts';

/** What comes and goes within this time is no news. */
const lookMs = 5 * 60_000;
const idleMs = 30_000;
const keptMs = 90 * 86_400_000;

/** Notes which faces can be ordered now and could not before, and the other way round. */
export function createCatalogueWatcher({ db, clock }: Pick<Context, 'db' | 'clock'>): Worker {
  let lookedAt = -Infinity;
  return {
    name: 'watch-catalogue',
    idleMs,
    async round() {
      const now = clock.now();
      if (now.getTime() - lookedAt < lookMs) return 0;
      lookedAt = now.getTime();
      await noteChanges(db, now);
      return 0;
    },
    drain: () => Promise.resolve(),
  };
}

/** What is there at the first look is not new. */
async function noteChanges(db: Sql, now: Date): Promise<void> {
  await db.query(
    `with offered as materialized (
       select p.id as product_id, f.face_kopecks
       from products p join suppliers m on m.id = p.supplier_id join faces f on f.product_id = p.id
       where p.switched_on and f.switched_on and f.face_kopecks > 0 and ${faceIsThere('$1')}),
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
    [moscowDay(now), now, new Date(now.getTime() - keptMs)],
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
