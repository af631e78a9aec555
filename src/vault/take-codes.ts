import type { Tx } from '../platform/database.ts';
import type { Sale, SoldCode } from './sale.ts';

/**
 * Rounds in which positions are taken until every sale has a code. More than one is needed only where expired codes
 * lie at the head of the pool; what is still missing after these comes with the next batch.
 */
const maxRounds = 16;

/** What became of a sale: a code, an empty pool, or a pool whose head is full of expired codes: ask again. */
export type Taken = SoldCode | 'no-stock' | 'ask-again';

interface Pile {
  supplierId: number;
  productId: number;
  faceKopecks: number;
  sales: Sale[];
}

interface StockRow {
  supplier_id: number;
  product_id: number;
  face_kopecks: number;
  next_position: number;
  last_position: number;
}

interface CodeRow {
  supplier_id: number;
  product_id: number;
  face_kopecks: number;
  id: number;
  state: 'free' | 'blocked' | 'expired';
  expires_at: Date | null;
  active: boolean;
}

const pileKey = (supplierId: number, productId: number, faceKopecks: number): string =>
  `${supplierId}:${productId}:${faceKopecks}`;

const keyOf = (pile: Pile): string => pileKey(pile.supplierId, pile.productId, pile.faceKopecks);

/**
 * Sells codes of the pool, first in, first out; answers in the order of the sales. The stock rows stay locked until
 * the transaction ends; a rollback puts every position back.
 */
export async function takeCodes(tx: Tx, sales: Sale[], now: Date): Promise<Taken[]> {
  const taken = new Map<Sale, Taken>();
  let open = pilesOf(sales);
  for (let round = 0; open.length > 0 && round < maxRounds; round += 1) {
    open = await takeRound(tx, open, now, taken);
  }
  return sales.map((sale) => taken.get(sale) ?? 'ask-again');
}

function pilesOf(sales: Sale[]): Pile[] {
  const piles = new Map<string, Pile>();
  for (const sale of sales) {
    const { supplierId, productId, faceKopecks } = sale;
    const key = pileKey(supplierId, productId, faceKopecks);
    const pile = piles.get(key) ?? { supplierId, productId, faceKopecks, sales: [] };
    pile.sales.push(sale);
    piles.set(key, pile);
  }
  return [...piles.values()];
}

/** Moves every pile on by as many positions as it lacks codes; answers the piles that still lack some. */
async function takeRound(tx: Tx, piles: Pile[], now: Date, taken: Map<Sale, Taken>): Promise<Pile[]> {
  const ranges = await lockRanges(tx, piles);
  const [found] = await Promise.all([
    readPositions(tx, [...ranges.values()]),
    movePositions(tx, [...ranges.values()]),
  ]);
  const expired = found.filter(
    (code) => code.state === 'free' && code.expires_at !== null && code.expires_at <= now,
  );
  const usable = found.filter((code) => code.state === 'free' && !expired.includes(code));
  const sold: { sale: Sale; code: CodeRow }[] = [];
  const open: Pile[] = [];
  for (const pile of piles) {
    const key = keyOf(pile);
    const codes = usable.filter(
      (code) => pileKey(code.supplier_id, code.product_id, code.face_kopecks) === key,
    );
    pile.sales
      .slice(0, codes.length)
      .forEach((sale, index) => sold.push({ sale, code: codes[index] as CodeRow }));
    const lacking = pile.sales.slice(codes.length);
    const exhausted = (ranges.get(key)?.count ?? 0) < pile.sales.length;
    if (exhausted) for (const sale of lacking) taken.set(sale, 'no-stock');
    else if (lacking.length > 0) open.push({ ...pile, sales: lacking });
  }
  for (const { sale, code } of sold)
    taken.set(sale, { codeId: code.id, expiresAt: code.expires_at, active: code.active });
  await Promise.all([
    markSold(tx, sold, now),
    markExpired(tx, expired),
    countDown(tx, [...usable, ...expired]),
  ]);
  return open;
}

interface Range {
  pile: Pile;
  first: number;
  count: number;
}

/** Locks the stock of each pile and says which positions come next: as many as it lacks, or what is left. */
async function lockRanges(tx: Tx, piles: Pile[]): Promise<Map<string, Range>> {
  const { rows } = await tx.query<StockRow>(
    `select supplier_id, product_id, face_kopecks, next_position, last_position from stock
     where (supplier_id, product_id, face_kopecks) in (select * from unnest($1::bigint[], $2::bigint[], $3::bigint[]))
     order by supplier_id, product_id, face_kopecks for update`,
    pileColumns(piles),
  );
  const stock = new Map(rows.map((row) => [pileKey(row.supplier_id, row.product_id, row.face_kopecks), row]));
  const ranges = piles.map((pile) => {
    const { next_position: first, last_position: last } = stock.get(keyOf(pile)) ?? {
      next_position: 1,
      last_position: 0,
    };
    return { pile, first, count: Math.min(pile.sales.length, last - first + 1) };
  });
  return new Map(ranges.map((range) => [keyOf(range.pile), range]));
}

async function movePositions(tx: Tx, ranges: Range[]): Promise<void> {
  await tx.query(
    `update stock s set next_position = w.first + w.count
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
       as w (supplier_id, product_id, face_kopecks, first, count)
     where s.supplier_id = w.supplier_id and s.product_id = w.product_id and s.face_kopecks = w.face_kopecks`,
    rangeColumns(ranges),
  );
}

async function readPositions(tx: Tx, ranges: Range[]): Promise<CodeRow[]> {
  const { rows } = await tx.query<CodeRow>(
    `select c.supplier_id, c.product_id, c.face_kopecks, c.id, c.state, c.expires_at, c.active
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
       as w (supplier_id, product_id, face_kopecks, first, count)
     join codes c on c.supplier_id = w.supplier_id and c.product_id = w.product_id and c.face_kopecks = w.face_kopecks
       and c.position >= w.first and c.position < w.first + w.count
     order by c.position`,
    rangeColumns(ranges),
  );
  return rows;
}

function pileColumns(piles: Pile[]): unknown[][] {
  return [
    piles.map((pile) => pile.supplierId),
    piles.map((pile) => pile.productId),
    piles.map((pile) => pile.faceKopecks),
  ];
}

function rangeColumns(ranges: Range[]): unknown[][] {
  return [
    ...pileColumns(ranges.map((range) => range.pile)),
    ranges.map((range) => range.first),
    ranges.map((range) => range.count),
  ];
}

async function markSold(tx: Tx, sold: { sale: Sale; code: CodeRow }[], now: Date): Promise<void> {
  if (sold.length === 0) return;
  const { rowCount } = await tx.query(
    `with sold as (
       update codes set state = 'sold', client_id = w.client_id, request_id = w.request_id, sold_at = $5
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as w (supplier_id, id, client_id, request_id)
       where codes.supplier_id = w.supplier_id and codes.id = w.id and codes.state = 'free'
       returning codes.supplier_id, codes.id)
     insert into unlisted_codes select supplier_id, id from sold`,
    [
      sold.map(({ code }) => code.supplier_id),
      sold.map(({ code }) => code.id),
      sold.map(({ sale }) => sale.clientId),
      sold.map(({ sale }) => sale.requestId),
      now,
    ],
  );
  if (rowCount !== sold.length)
    throw new Error('A code was free and could not be sold: the stock row did not guard it.');
}

async function markExpired(tx: Tx, expired: CodeRow[]): Promise<void> {
  if (expired.length === 0) return;
  await tx.query(
    `update codes set state = 'expired' where (supplier_id, id) in (select * from unnest($1::bigint[], $2::bigint[]))`,
    [expired.map((code) => code.supplier_id), expired.map((code) => code.id)],
  );
}

async function countDown(tx: Tx, gone: CodeRow[]): Promise<void> {
  if (gone.length === 0) return;
  await tx.query(
    `update stock s set free = s.free - w.count
     from (select supplier_id, product_id, face_kopecks, count(*) as count
           from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as g (supplier_id, product_id, face_kopecks)
           group by 1, 2, 3) w
     where s.supplier_id = w.supplier_id and s.product_id = w.product_id and s.face_kopecks = w.face_kopecks`,
    [
      gone.map((code) => code.supplier_id),
      gone.map((code) => code.product_id),
      gone.map((code) => code.face_kopecks),
    ],
  );
}
