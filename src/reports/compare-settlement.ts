/** Compares a supplier's own list of sales with ours, certificate by certificate. */
import type { Context } from '../context.ts';
import { schemaOf } from '../platform/cells/cell-ids.ts';
import { transaction, type Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { readRoubles } from '../platform/values/read-roubles.ts';
import { insertion } from '../platform/database/rows.ts';
import type { Cell, TableRow } from '../platform/spreadsheet/table-row.ts';
import { findColumns, type ColumnChoice } from '../vault/import-pool/columns.ts';
import { normaliseNumber } from '../vault/compared-number.ts';
import { codeFingerprint, formerFingerprint } from '../vault/seal-code.ts';
import type { ImportReason } from '../vault/import-pool/import-reasons.ts';
import type { Findings, RowProblem } from '../vault/import-pool/report.ts';
import { beginDamage, damageOf, noteDamage, notePadded } from './damaged-claims.ts';
import { allowSettling, settleAll, type Settlement, type SettlementAsk } from './settlement.ts';

/**
 * A certificate on which platform and supplier disagree; the number is masked, the line is that of the supplier's file.
 */
export interface Difference {
  line: number | null;
  number: string;
  orderNumber: string | null;
  ourFaceKopecks: number | null;
  theirFaceKopecks: number | null;
}

export const differenceKinds = ['ours-only', 'theirs-only', 'other-period', 'other-face', 'twice'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export interface Comparison {
  ours: number;
  theirs: number;
  differences: Record<DifferenceKind, { total: number; examples: Difference[] }>;
  /** Rows of the table that a spreadsheet damaged, or that are no sales: what differs may not be what the supplier means. */
  damaged: Findings<RowProblem>;
}

type Compared = { is: 'compared'; comparison: Comparison } | { is: 'no-columns'; reason: ImportReason };

export type SettlementRead =
  | { is: 'settled'; settlement: Settlement; comparison: Comparison | null }
  | { is: 'no-supplier' }
  | { is: 'no-columns'; reason: ImportReason };

/** What there is to settle with a supplier and, given its own list (`rows`), what it says of it. */
export async function settleAndCompare(
  ctx: Pick<Context, 'db' | 'cells' | 'keyring'>,
  { rows, ...ask }: SettlementAsk & { rows: AsyncIterable<TableRow[]> | null },
  now: Date,
): Promise<SettlementRead> {
  const settlement = await settleAll(ctx, ask, now);
  if (settlement === 'no-supplier') return { is: 'no-supplier' };
  if (rows === null) return { is: 'settled', settlement, comparison: null };
  const schemas = ctx.cells.length === 0 ? ['public'] : ctx.cells.map(({ cell }) => schemaOf(cell));
  const compared = await transaction(ctx.db, (tx) =>
    compareSettlement(tx, ctx.keyring, { ...ask, rows, schemas }),
  );
  if (compared.is === 'no-columns') return compared;
  return { is: 'settled', settlement, comparison: compared.comparison };
}

/** At most this many differences are listed; all are counted. */
const maxExamples = 50;
const shownTail = 4;

const claimsInsertion = insertion('claims', {
  line: 'bigint',
  fingerprint: 'bytea',
  former: 'bytea',
  tail: 'text',
  face_kopecks: 'bigint',
  order_id: 'bigint',
  request_id: 'bigint',
  call_id: 'uuid',
});

/**
 * Compares the supplier's table of sales in a period with the platform's, certificate by certificate: by number, or by
 * our order number or request_id. Numbers are not stored; keyed hashes of them exist until commit. The list is in one place, so
 * the tables of cells have their full names: `schemas` are where these are.
 */
async function compareSettlement(
  tx: Tx,
  keyring: Keyring,
  ask: SettlementAsk & {
    rows: AsyncIterable<TableRow[]>;
    columns?: ColumnChoice;
    schemas: readonly string[];
  },
): Promise<Compared> {
  await allowSettling(tx, ask);
  await tx.query(
    `create temp table claims (line bigint, fingerprint bytea, former bytea, tail text, face_kopecks bigint, order_id bigint,
       request_id bigint, call_id uuid, code_id bigint) on commit drop`,
  );
  const damage = await beginDamage(tx);
  let found: FoundColumns | null = null;
  for await (const batch of ask.rows) {
    let rows = batch;
    if (found === null) {
      const columns = columnsOf(batch, ask.columns ?? {});
      if ('reason' in columns) return { is: 'no-columns', reason: columns.reason };
      found = columns;
      rows = batch.slice(columns.headingRows);
    }
    const { columns } = found as { columns: ClaimColumns };
    const claimed = rows.filter((row) => noteDamage(damage, row, columns.number));
    await claimsInsertion.into(
      tx,
      claimed.map((row) => claimOf(row, columns, keyring, ask.supplierId)),
    );
    await notePadded(tx, keyring, ask.supplierId, { rows: claimed, column: columns.number });
  }
  for (const schema of ask.schemas) await matchClaims(tx, schema, ask.supplierId);
  const damaged = await damageOf(tx, damage, ask);
  return { is: 'compared', comparison: { ...(await differ(tx, ask)), damaged } };
}

interface ClaimColumns {
  number: number | null;
  face: number | null;
  order: number | null;
}
type FoundColumns = { columns: ClaimColumns; headingRows: number } | { reason: ImportReason };

const orderHeadings = /^(номер ?заказа|заказ|order ?(number|no|id)?|request ?id)$/;

const bare = (cell: Cell): string =>
  String(cell ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');

/** Columns as in a pool import, and the order number beside or instead of the number. */
function columnsOf(rows: TableRow[], choice: ColumnChoice): FoundColumns {
  const orders = rows
    .slice(0, 10)
    .map(({ cells }) => cells.findIndex((cell) => orderHeadings.test(bare(cell))));
  const headingRow = orders.findIndex((place) => place >= 0);
  const order = orders[headingRow] ?? null;
  const pool = findColumns(rows, choice, true);
  if (pool.is === 'found') {
    const { number, face } = pool.columns;
    return { columns: { number, face: face ?? null, order }, headingRows: pool.headingRows };
  }
  if (order === null) return { reason: pool.reason };
  return { columns: { number: null, face: null, order }, headingRows: headingRow + 1 };
}

function claimOf(row: TableRow, columns: ClaimColumns, keyring: Keyring, supplierId: number) {
  const textAt = (column: number | null): string =>
    column === null ? '' : String(row.cells[column] ?? '').trim();
  const typed = textAt(columns.number).replace(/^="(.*)"$/, '$1');
  const number = normaliseNumber(typed);
  const order = textAt(columns.order);
  const [, orderId, requestId] = /^(\d{1,15})-(\d{1,15})$/.exec(order) ?? [];
  return {
    line: row.line,
    fingerprint: number === '' ? null : codeFingerprint(keyring, supplierId, typed),
    former: number === '' ? null : formerFingerprint(keyring, supplierId, typed),
    tail: maskedNumber(number),
    face_kopecks: readRoubles(textAt(columns.face)),
    order_id: orderId === undefined ? null : Number(orderId),
    request_id: requestId === undefined ? null : Number(requestId),
    call_id: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(order) ? order : null,
  };
}

/** Too few characters to reveal the number. */
const maskedNumber = (number: string): string =>
  number === '' ? '' : `…${number.length > shownTail * 2 ? number.slice(-shownTail) : ''}`;

async function matchClaims(tx: Tx, schema: string, supplierId: number): Promise<void> {
  await tx.query(
    `update claims w set code_id = c.id from ${schema}.codes c
     where w.code_id is null and c.supplier_id = $1 and c.fingerprint = w.fingerprint and c.request_id is not null`,
    [supplierId],
  );
  // Not compared since look-alikes are known: by far the fewest.
  await tx.query(
    `update claims w set code_id = c.id from ${schema}.codes c
     where w.former is not null and c.supplier_id = $1 and c.fingerprint = w.former and c.request_id is not null`,
    [supplierId],
  );
  await tx.query(
    `update claims w set code_id = t.code_id from ${schema}.certificates t
     where w.code_id is null and t.supplier_id = $1 and t.order_id = w.order_id and t.request_id = w.request_id`,
    [supplierId],
  );
  await tx.query(
    `update claims w set code_id = e.code_id from ${schema}.exchanges e
     where w.code_id is null and e.supplier_id = $1 and e.call_id = w.call_id`,
    [supplierId],
  );
}

interface DifferenceRow extends Difference {
  kind: DifferenceKind;
  place: number;
  total: number;
}

async function differ(
  tx: Tx,
  ask: SettlementAsk & { schemas: readonly string[] },
): Promise<Omit<Comparison, 'damaged'>> {
  const values = [ask.supplierId, ask.from, ask.to];
  const ours = ask.schemas
    .map(
      (schema) => `select code_id, face_kopecks, order_id, request_id, issued_at from ${schema}.certificates
       where supplier_id = $1 and code_id is not null`,
    )
    .join(' union all ');
  const { rows: counts } = await tx.query<{ ours: number; theirs: number }>(
    `select (select count(*) from (${ours}) t where issued_at >= $2 and issued_at < $3) as ours,
       (select count(*) from claims) as theirs`,
    values,
  );
  const { rows } = await tx.query<DifferenceRow>(
    `with ours as (
       select code_id, face_kopecks, order_id || '-' || request_id as order_number, issued_at >= $2 and issued_at < $3 as inside
       from (${ours}) t),
     claimed as (
       select w.*, row_number() over (partition by coalesce(w.code_id::text, w.fingerprint::text, w.line::text) order by w.line) as time
       from claims w),
     judged as (
       select case
           when w.line is null then case when o.inside then 'ours-only' end
           when w.time > 1 then 'twice'
           when o.code_id is null then 'theirs-only'
           when not o.inside then 'other-period'
           when w.face_kopecks <> o.face_kopecks then 'other-face'
         end as kind,
         w.line, coalesce(w.tail, '') as number, o.order_number, o.face_kopecks as our_face, w.face_kopecks as their_face
       from ours o full join claimed w on w.code_id = o.code_id),
     placed as (
       select *, row_number() over (partition by kind order by line, order_number) as place, count(*) over (partition by kind) as total
       from judged where kind is not null)
     select kind, place, total, line, number, order_number as "orderNumber", our_face as "ourFaceKopecks",
       their_face as "theirFaceKopecks"
     from placed where place <= $4 order by kind, place`,
    [...values, maxExamples],
  );
  const of = (kind: DifferenceKind) => {
    const examples = rows.filter((row) => row.kind === kind);
    return {
      total: examples[0]?.total ?? 0,
      examples: examples.map(({ line, number, orderNumber, ourFaceKopecks, theirFaceKopecks }) => ({
        line,
        number,
        orderNumber,
        ourFaceKopecks,
        theirFaceKopecks,
      })),
    };
  };
  return {
    ours: counts[0]?.ours ?? 0,
    theirs: counts[0]?.theirs ?? 0,
    differences: {
      'ours-only': of('ours-only'),
      'theirs-only': of('theirs-only'),
      'other-period': of('other-period'),
      'other-face': of('other-face'),
      twice: of('twice'),
    },
  };
}
