/** Counts what is left of certificates that are used in parts or exchanged: a large supplier's takes long, so no page waits for it. */
import { isExchangedHere } from '../../catalog/exchange-targets.ts';
import type { Context } from '../../context.ts';
import { allowTime, transaction, type Database, type Tx } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';

const idleMs = 10_000;
/** Suppliers whose certificates are used so are looked for this often. */
const discoverMs = 600_000;
/** What could not be counted is tried again after this time. */
const retryMs = 600_000;
const statementMs = 900_000;
/** It is counted again after this many times as long as it took, within these bounds. */
const restFactor = 200;
const leastRestMs = 600_000;
const mostRestMs = 86_400_000;

type CounterContext = Pick<Context, 'db' | 'clock'>;

export function createOutstandingCounter({ db, clock }: CounterContext): Worker {
  let discoveredAt = -Infinity;

  async function round(): Promise<number> {
    const now = clock.now();
    if (now.getTime() - discoveredAt >= discoverMs) {
      await addSuppliers(db, now);
      discoveredAt = now.getTime();
    }
    const supplierId = await claimSupplier(db, now);
    if (supplierId === null) return 0;
    await transaction(db, (tx) => countSupplier(tx, supplierId, now));
    return 1;
  }

  return { name: 'count-outstanding', idleMs, round, drain: () => Promise.resolve() };
}

/** One whose products are no longer used so is still counted: some of their certificates may be begun. */
async function addSuppliers(db: Database, now: Date): Promise<void> {
  await db.query(
    `insert into outstanding_counts (supplier_id, due_at)
     select distinct p.supplier_id, $1::timestamptz from products p where p.in_parts or ${isExchangedHere('p')}
     on conflict do nothing`,
    [now],
  );
}

async function claimSupplier(db: Database, now: Date): Promise<number | null> {
  const { rows } = await db.query<{ supplierId: number }>(
    `with due as (
       select supplier_id from outstanding_counts where due_at <= $1 order by due_at, supplier_id limit 1 for update skip locked)
     update outstanding_counts o set due_at = $2 from due
     where o.supplier_id = due.supplier_id returning o.supplier_id as "supplierId"`,
    [now, new Date(now.getTime() + retryMs)],
  );
  return rows[0]?.supplierId ?? null;
}

/** If two processes count at once, the second one waits and counts again. */
async function countSupplier(tx: Tx, supplierId: number, now: Date): Promise<void> {
  const startedMs = performance.now();
  await allowTime(tx, { statementMs });
  await tx.query(`select from outstanding_counts where supplier_id = $1 for update`, [supplierId]);
  for (const table of ['outstanding_sums', 'outstanding_products', 'outstanding_clients'])
    await tx.query(`delete from ${table} where supplier_id = $1`, [supplierId]);
  await tx.query(
    `insert into outstanding_sums (supplier_id, product_id, client_id, lapses, certificates, face_kopecks, taken_kopecks)
     select t.supplier_id, t.product_id, t.client_id, coalesce(to_char(t.expires_at at time zone 'Europe/Moscow', 'YYYY-MM'), ''),
       count(*), sum(c.face_kopecks), sum(coalesce(c.taken_kopecks, 0))
     from certificates t
     join codes c on c.supplier_id = t.supplier_id and c.id = t.code_id
     join products p on p.id = t.product_id
     left join redemptions r on r.supplier_id = c.supplier_id and r.code_id = c.id and r.part = 0 and r.undone_at is null
     where t.supplier_id = $1 and c.state = 'sold' and (t.expires_at is null or t.expires_at >= $2)
       and (p.in_parts or ${isExchangedHere('p')} or c.taken_kopecks > 0)
       and coalesce(c.taken_kopecks, 0) < c.face_kopecks and r.code_id is null
     group by 1, 2, 3, 4`,
    [supplierId, now],
  );
  await addUp(tx, supplierId, { table: 'outstanding_products', key: 'product_id, lapses' });
  await addUp(tx, supplierId, { table: 'outstanding_clients', key: 'client_id' });
  const restMs = Math.min(mostRestMs, Math.max(leastRestMs, restFactor * (performance.now() - startedMs)));
  await tx.query(`update outstanding_counts set counted_at = $2, due_at = $3 where supplier_id = $1`, [
    supplierId,
    now,
    new Date(now.getTime() + restMs),
  ]);
}

async function addUp(
  tx: Tx,
  supplierId: number,
  { table, key }: { table: 'outstanding_products' | 'outstanding_clients'; key: string },
): Promise<void> {
  await tx.query(
    `insert into ${table} (supplier_id, ${key}, certificates, face_kopecks, taken_kopecks)
     select supplier_id, ${key}, sum(certificates), sum(face_kopecks), sum(taken_kopecks)
     from outstanding_sums where supplier_id = $1 group by supplier_id, ${key}`,
    [supplierId],
  );
}
