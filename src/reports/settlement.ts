/** What platform and supplier have to settle for a period. */
import type { Context } from '../context.ts';
import { whole } from '../platform/cells/cell-context.ts';
import { ascending, fromCells, joined, plus } from '../platform/cells/merge.ts';
import { allowTime, transaction, type Sql, type Tx } from '../platform/database/database.ts';
import { unclearExchange } from '../suppliers/quarantine.ts';

/** Figures of one product and face in a period. */
export interface SettlementLine {
  productId: number;
  title: string;
  faceKopecks: number;
  /** Sold in the period. */
  issued: number;
  /** Activated in the period: at the sale if codes are active when loaded, otherwise when the supplier confirmed it. */
  activated: number;
  /** Redeemed in the period at a till known to the platform, whenever sold, and not undone since; in parts: used up. */
  redeemed: number;
  /**
   * What was redeemed in the period, parts included. Absent in a month that was counted before there were parts: all
   * of the face each time.
   */
  redeemedKopecks?: number;
  /** Expired in the period without a refund or a redemption known to the platform, or with a rest. */
  expired: number;
  /** What of them was not used; absent likewise. */
  expiredKopecks?: number;
  /** Refunded in the period, whenever sold. */
  refunded: number;
  /** What was left of them; absent in a month that was counted before a rest could be refunded: all of the face each time. */
  refundedKopecks?: number;
  /** How many of the refunded ones a till had redeemed and the supplier took back. */
  takenBack: number;
  /** Calls begun in the period whose result is unclear and not settled yet: see `quarantine`. */
  unclear: number;
}

export interface Settlement {
  supplierId: number;
  name: string;
  from: Date;
  /** Exclusive. */
  to: Date;
  lines: SettlementLine[];
}

export interface SettlementAsk {
  supplierId: number;
  from: Date;
  to: Date;
  /** How long a statement may take; absent: as long as a year of a large supplier takes. */
  statementMs?: number;
}

/** Counting a year of a large supplier takes longer than other statements may. */
const usualStatementMs = 900_000;

export interface SettledSupplier {
  id: number;
  name: string;
}

const mostSuppliers = 500;

export async function listSettledSuppliers(db: Sql): Promise<SettledSupplier[]> {
  const { rows } = await db.query<SettledSupplier>(
    `select id, name from suppliers order by name, id limit ${mostSuppliers}`,
  );
  return rows;
}

const redemptionsOf = (time: 'redeemed_at' | 'taken_back_at'): string => `
  select code_id from redemptions where supplier_id = $1 and ${time} >= $2 and ${time} < $3 and undone_at is null`;

const expired = `expires_at >= $2 and expires_at < $3 and expires_at < $4 and redeemed_at is null
           and (refunded_at is null or refunded_at > expires_at)`;

/** The figures of all cells, each counted at its own moment. */
export async function settleAll(
  ctx: Pick<Context, 'db' | 'cells'>,
  ask: SettlementAsk,
  now: Date,
): Promise<Settlement | 'no-supplier'> {
  const answers = await fromCells(whole(ctx), ({ db }) => transaction(db, (tx) => settle(tx, ask, now)));
  const [first = 'no-supplier'] = answers;
  if (first === 'no-supplier' || answers.length === 1) return first;
  const lines = answers.flatMap((answer) => (answer === 'no-supplier' ? [] : answer.lines));
  const sums = joined(lines, ({ productId, faceKopecks }) => `${productId}:${faceKopecks}`, addUp);
  const byFace = sums.toSorted(ascending(({ faceKopecks }) => faceKopecks));
  return { ...first, lines: byFace.toSorted(ascending(({ productId }) => productId)) };
}

/** How a statement of settlement is allowed to take long. */
export const allowSettling = (tx: Tx, { statementMs = usualStatementMs }: SettlementAsk): Promise<void> =>
  allowTime(tx, { statementMs });

/** What platform and supplier have to settle for a period, of one cell; read-only. It reads what happened in the period, by time. */
export async function settle(tx: Tx, ask: SettlementAsk, now: Date): Promise<Settlement | 'no-supplier'> {
  await allowSettling(tx, ask);
  const { rows: suppliers } = await tx.query<{ name: string }>(`select name from suppliers where id = $1`, [
    ask.supplierId,
  ]);
  const [supplier] = suppliers;
  if (supplier === undefined) return 'no-supplier';
  const { rows: lines } = await tx.query<SettlementLine>(
    `with happened as materialized (
       select client_id, request_id from certificates where supplier_id = $1 and issued_at >= $2 and issued_at < $3
       union
       select client_id, request_id from certificates
       where supplier_id = $1 and expires_at >= $2 and expires_at < least($3, $4)
       union
       select client_id, request_id from codes where supplier_id = $1 and activated_at >= $2 and activated_at < $3
       union
       select c.client_id, c.request_id from (${redemptionsOf('redeemed_at')} union ${redemptionsOf('taken_back_at')}) r
       join codes c on c.supplier_id = $1 and c.id = r.code_id
       union
       select client_id, id from requests where supplier_id = $1 and refunded_at >= $2 and refunded_at < $3),
     certified as (
       select t.product_id, t.face_kopecks, c.id as code_id, c.taken_kopecks, t.issued_at, t.expires_at, r.redeemed_at, r.taken_back_at,
         case when c.active then coalesce(c.activated_at, t.issued_at) end as activated_at, q.refunded_at
       from happened h
       join certificates t on t.client_id = h.client_id and t.request_id = h.request_id
       join codes c on c.supplier_id = t.supplier_id and c.id = t.code_id
       left join redemptions r on r.supplier_id = c.supplier_id and r.code_id = c.id and r.part = 0 and r.undone_at is null
       left join requests q on q.supplier_id = $1 and q.client_id = t.client_id and q.id = t.request_id
         and q.refunded_at is not null
       where t.supplier_id = $1 and t.issued_at < $3),
     counted as (
       select product_id, face_kopecks, count(*) filter (where issued_at >= $2) as issued,
         count(*) filter (where activated_at >= $2 and activated_at < $3) as activated,
         count(*) filter (where redeemed_at >= $2 and redeemed_at < $3) as redeemed,
         count(*) filter (where redeemed_at >= $2 and redeemed_at < $3 and taken_kopecks is null) as redeemed_whole,
         count(*) filter (where ${expired}) as expired,
         coalesce(sum(coalesce(taken_kopecks, 0)) filter (where ${expired}), 0) as taken_of_expired,
         count(*) filter (where refunded_at >= $2 and refunded_at < $3) as refunded,
         coalesce(sum(case when taken_back_at is null then coalesce(taken_kopecks, 0) else 0 end)
           filter (where refunded_at >= $2 and refunded_at < $3), 0) as taken_of_refunded,
         count(*) filter (where taken_back_at >= $2 and taken_back_at < $3) as taken_back
       from certified group by product_id, face_kopecks),
     parts as (
       select t.product_id, t.face_kopecks, sum(r.amount_kopecks) as kopecks
       from certified t join redemptions r on r.supplier_id = $1 and r.code_id = t.code_id and r.undone_at is null
       where t.taken_kopecks is not null and r.redeemed_at >= $2 and r.redeemed_at < $3
       group by t.product_id, t.face_kopecks),
     unclear as (
       select e.product_id, e.face_kopecks, count(*) as unclear from exchanges e
       where e.supplier_id = $1 and e.created_at >= $2 and e.created_at < $3 and e.settled_at is null
         and ${unclearExchange('e')}
       group by e.product_id, e.face_kopecks)
     select product_id as "productId", p.title, face_kopecks as "faceKopecks", coalesce(n.issued, 0) as issued,
       coalesce(n.activated, 0) as activated, coalesce(n.redeemed, 0) as redeemed, coalesce(n.expired, 0) as expired,
       (coalesce(n.redeemed_whole * face_kopecks, 0) + coalesce(parts.kopecks, 0))::bigint as "redeemedKopecks",
       coalesce(n.expired * face_kopecks - n.taken_of_expired, 0)::bigint as "expiredKopecks",
       coalesce(n.refunded, 0) as refunded, coalesce(n.refunded * face_kopecks - n.taken_of_refunded, 0)::bigint as "refundedKopecks",
       coalesce(n.taken_back, 0) as "takenBack", coalesce(u.unclear, 0) as unclear
     from counted n full join unclear u using (product_id, face_kopecks) left join parts using (product_id, face_kopecks)
     join products p on p.id = product_id
     where coalesce(n.issued + n.activated + n.redeemed + n.expired + n.refunded, 0) + coalesce(u.unclear, 0) > 0
       or parts.kopecks > 0
     order by product_id, face_kopecks`,
    [ask.supplierId, ask.from, ask.to, now],
  );
  return { ...ask, name: supplier.name, lines };
}

export const settledCounts = [
  'issued',
  'activated',
  'redeemed',
  'expired',
  'refunded',
  'takenBack',
  'unclear',
] as const;

const addUp = Object.fromEntries(
  [...settledCounts, 'redeemedKopecks', 'expiredKopecks', 'refundedKopecks'].map((name) => [name, plus]),
) as Record<(typeof settledCounts)[number], typeof plus>;

/** What a count comes to. */
export function settledKopecks(line: SettlementLine, name: (typeof settledCounts)[number]): number {
  const all = line[name] * line.faceKopecks;
  if (name === 'redeemed') return line.redeemedKopecks ?? all;
  if (name === 'refunded') return line.refundedKopecks ?? all;
  return name === 'expired' ? (line.expiredKopecks ?? all) : all;
}

export type SettlementTotals = Record<
  (typeof settledCounts)[number],
  { certificates: number; kopecks: number }
>;

export function totalsOf(lines: SettlementLine[]): SettlementTotals {
  const total = (name: (typeof settledCounts)[number]) => ({
    certificates: lines.reduce((sum, line) => sum + line[name], 0),
    kopecks: lines.reduce((sum, line) => sum + settledKopecks(line, name), 0),
  });
  return {
    issued: total('issued'),
    activated: total('activated'),
    redeemed: total('redeemed'),
    expired: total('expired'),
    refunded: total('refunded'),
    takenBack: total('takenBack'),
    unclear: total('unclear'),
  };
}
