/** What is left of certificates that are used in parts or exchanged: by product, by month in which they expire, by client. */
import { ascending, byEach, fromCells, joined, least, plus } from '../../platform/cells/merge.ts';
import type { ReadingContext } from '../../platform/cells/cell-context.ts';
import type { Sql } from '../../platform/database/database.ts';

export interface OutstandingSums {
  certificates: number;
  faceKopecks: number;
  /** The part of the face that was used or exchanged. */
  takenKopecks: number;
}

export interface OutstandingProduct extends OutstandingSums {
  productId: number;
  title: string;
}

export interface OutstandingMonth extends OutstandingSums {
  /** In which they expire, as YYYY-MM; empty: never. */
  month: string;
}

export interface OutstandingClient extends OutstandingSums {
  clientId: number;
  name: string;
}

export interface Outstanding {
  /** When the earliest of it was counted; null: nothing is counted yet. */
  countedAt: Date | null;
  total: OutstandingSums;
  products: OutstandingProduct[];
  months: OutstandingMonth[];
  /** The clients with the most left; empty if the sums are of one client. */
  clients: OutstandingClient[];
}

const mostProducts = 200;
/** Twenty years. */
const mostMonths = 241;
const mostClients = 100;

const sums = `sum(o.certificates)::bigint as certificates, sum(o.face_kopecks)::bigint as "faceKopecks",
  sum(o.taken_kopecks)::bigint as "takenKopecks"`;
const left = `sum(o.face_kopecks - o.taken_kopecks)`;

const addUp = { certificates: plus, faceKopecks: plus, takenKopecks: plus };

/** Reads the sums of all clients or of one. */
export async function readOutstanding<Part extends ReadingContext>(
  ctx: Part,
  clientId: number | null,
): Promise<Outstanding> {
  const answers = await fromCells(ctx, ({ pageDb }) => readOutstandingHere(pageDb, clientId));
  const of = <Key extends 'products' | 'months' | 'clients'>(name: Key): Outstanding[Key][number][] =>
    answers.flatMap((answer): Outstanding[Key][number][] => answer[name]);
  const byLeft = ascending((one: OutstandingSums) => one.takenKopecks - one.faceKopecks);
  const products = joined(of('products'), ({ productId }) => productId, addUp);
  const months = joined(of('months'), ({ month }) => month, addUp);
  return {
    countedAt: answers.map(({ countedAt }) => countedAt).reduce((one, other) => least(one, other)),
    total:
      joined(
        answers.map(({ total }) => total),
        () => '',
        addUp,
      )[0] ?? nothing,
    products: products
      .toSorted(
        byEach<OutstandingProduct>(
          byLeft,
          ascending((one) => one.productId),
        ),
      )
      .slice(0, mostProducts),
    months: months.toSorted((one, other) => compareMonths(one.month, other.month)),
    clients: of('clients')
      .toSorted(
        byEach<OutstandingClient>(
          byLeft,
          ascending((one) => one.clientId),
        ),
      )
      .slice(0, mostClients),
  };
}

export const leftOf = ({ faceKopecks, takenKopecks }: OutstandingSums): number => faceKopecks - takenKopecks;

const nothing: OutstandingSums = { certificates: 0, faceKopecks: 0, takenKopecks: 0 };

/** What never expires comes last. */
const compareMonths = (one: string, other: string): number =>
  one === '' || other === '' ? Number(one === '') - Number(other === '') : one < other ? -1 : 1;

/** Reads the sums of one cell. */
export async function readOutstandingHere(db: Sql, clientId: number | null): Promise<Outstanding> {
  // All clients together have sums of their own, so that few rows are read.
  const [from, values] =
    clientId === null
      ? ['outstanding_products o', []]
      : ['(select * from outstanding_sums where client_id = $1) o', [clientId]];
  const [counted, total, products, months, clients] = await Promise.all([
    db.query<{ countedAt: Date | null }>(`select min(counted_at) as "countedAt" from outstanding_counts`),
    db.query<OutstandingSums>(
      `select coalesce(sum(certificates), 0)::bigint as certificates, coalesce(sum(face_kopecks), 0)::bigint as "faceKopecks",
         coalesce(sum(taken_kopecks), 0)::bigint as "takenKopecks" from ${from}`,
      values,
    ),
    db.query<OutstandingProduct>(
      `select o.product_id as "productId", p.title, ${sums} from ${from} join products p on p.id = o.product_id
       group by o.product_id, p.title order by ${left} desc, o.product_id limit ${mostProducts}`,
      values,
    ),
    db.query<OutstandingMonth>(
      `select o.lapses as month, ${sums} from ${from} group by o.lapses order by o.lapses = '', o.lapses limit ${mostMonths}`,
      values,
    ),
    clientId === null ? readClients(db) : [],
  ]);
  return {
    countedAt: counted.rows[0]?.countedAt ?? null,
    total: total.rows[0] ?? nothing,
    products: products.rows,
    months: months.rows,
    clients,
  };
}

async function readClients(db: Sql): Promise<OutstandingClient[]> {
  const { rows } = await db.query<OutstandingClient>(
    `select o.client_id as "clientId", k.name, ${sums} from outstanding_clients o join clients k on k.id = o.client_id
     group by o.client_id, k.name order by ${left} desc, o.client_id limit ${mostClients}`,
  );
  return rows;
}

/** Whether a client has any, by the last count. */
export async function hasOutstanding(db: Sql, clientId: number): Promise<boolean> {
  const { rows } = await db.query(`select from outstanding_sums where client_id = $1 limit 1`, [clientId]);
  return rows.length > 0;
}
