import { lotLasts } from '../catalog/remaining-validity.ts';
import type { Sql } from '../platform/database/database.ts';
import { moscowDay } from '../platform/time/moscow-time.ts';

export interface QueueMeasure {
  queue: 'requests' | 'obtaining' | 'delayed' | 'deliveries' | 'texts' | 'callbacks';
  waiting: number;
  /** 0 if nothing is due. */
  oldestDueSeconds: number;
}

export interface StockMeasure {
  productId: number;
  faceKopecks: number;
  free: number;
}

/** Of a larger catalogue only the first faces are measured, to keep the scrape small. */
const maxStockRows = 5000;
const maxSupplierRows = 5000;

/** A lease moves its row a few minutes ahead. Scheduled letters and reminders do not count as waiting. */
const isNear = `state = 'due' and due_at <= $1::timestamptz + interval '10 minutes'`;

/** How much work is waiting, and for how long. Leased rows count as waiting. */
export async function measureQueues(db: Sql, now: Date): Promise<QueueMeasure[]> {
  const { rows } = await db.query<QueueMeasure>(
    `select queue, waiting, coalesce(greatest(0, extract(epoch from $1 - oldest)), 0)::float8 as "oldestDueSeconds"
     from (
       select 'requests' as queue, count(*) as waiting, min(due_at) as oldest from requests where state = 'queued'
       union all select 'obtaining', count(*), min(due_at) from exchanges where state = 'due'
       union all select 'delayed', count(*), min(accepted_at) from requests where state = 'delayed'
       union all select 'deliveries', count(*), min(due_at) from deliveries where channel = 'email' and ${isNear}
       union all select 'texts', count(*), min(due_at) from deliveries where channel = 'sms' and ${isNear}
       union all select 'callbacks', count(*), min(due_at) from callbacks where state = 'due') as queues`,
    [now],
  );
  return rows;
}

/** The last final test of each supplier that had one. */
export async function measureTests(db: Sql): Promise<{ supplierId: number; green: boolean }[]> {
  const { rows } = await db.query<{ supplierId: number; green: boolean }>(
    `select id as "supplierId", test_green as green from suppliers where tested_at is not null order by id limit $1`,
    [maxSupplierRows],
  );
  return rows;
}

/** Codes of each face that can be sold today and are not promised. */
export async function measureStock(db: Sql, now: Date): Promise<StockMeasure[]> {
  const { rows } = await db.query<StockMeasure>(
    `select a.product_id as "productId", a.face_kopecks as "faceKopecks",
       coalesce(sum(a.available) filter (where ${lotLasts('a', 'p', '$2')}), 0)::bigint as free
     from stock_available a join products p on p.id = a.product_id
     group by a.product_id, a.face_kopecks order by a.product_id, a.face_kopecks limit $1`,
    [maxStockRows, moscowDay(now)],
  );
  return rows;
}
