/** The list of a supplier's sold codes in an interval. */
import type { Context } from '../../context.ts';
import { everyCell } from '../../platform/cells/cell-context.ts';
import { mergedPages } from '../../platform/cells/merge-pages.ts';
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import { moscowDateTime, parseMoscowDateTime } from '../../platform/time/moscow-time.ts';
import { roublesFromKopecks } from '../../platform/values/money.ts';
import { readListed, type ListedCode } from '../../vault/list-sold.ts';
import { closeLists } from './close-lists.ts';
import {
  forgetEmptyGaps,
  gapsListedBefore,
  mergedIntervals,
  noteAnswered,
  noteAsked,
  readGaps,
  type Gap,
  type Interval,
} from './gaps.ts';
import type { ExportField, ExportFormat, UsedItem } from './used-item.ts';

/** The longest interval of one export. */
export const maxIntervalDays = 31;

/** How far a supplier's clock may be ahead of ours. Sales meanwhile belong to its next interval. */
const maxAheadMs = 2 * 60_000;

/** Sold codes that are read at a time. */
const readAtOnce = 1000;

export type IntervalReading =
  | { is: 'interval'; interval: Interval }
  | { is: 'missing' | 'malformed'; name: 'from' | 'to' }
  | { is: 'empty' | 'future' | 'too-long' };

/**
 * Reads `from` and `to` as Moscow time; `to` may be only slightly in the future, because later sales are not known yet.
 */
export function readInterval(from: unknown, to: unknown, now: Date): IntervalReading {
  if (from === undefined || from === '') return { is: 'missing', name: 'from' };
  if (to === undefined || to === '') return { is: 'missing', name: 'to' };
  const begin = typeof from === 'string' ? parseMoscowDateTime(from) : null;
  const end = typeof to === 'string' ? parseMoscowDateTime(to) : null;
  if (begin === null) return { is: 'malformed', name: 'from' };
  if (end === null) return { is: 'malformed', name: 'to' };
  if (begin >= end) return { is: 'empty' };
  if (end.getTime() - now.getTime() > maxAheadMs) return { is: 'future' };
  if (end.getTime() - begin.getTime() > maxIntervalDays * 86_400_000) return { is: 'too-long' };
  return { is: 'interval', interval: { from: begin, to: end } };
}

type ExportContext = Pick<Context, 'db' | 'cells' | 'cell' | 'keyring' | 'crashPoint'>;

export interface UsedExport extends Interval {
  supplierId: number;
  format: ExportFormat;
  fields: readonly ExportField[];
  /** Network address of the reader. */
  address: string;
  /** Whether gaps are listed too. */
  withGaps?: boolean;
}

/** An export that may be read. */
export interface Prepared {
  exportId: number;
  /** What was never completely answered beside this interval. */
  gaps: Gap[];
  /** What the answer lists: the interval, and gaps if they are asked for. */
  listed: Interval[];
}

/**
 * Closes the lists of the supplier's sales and records the export, which is finished by its id later. Only then may it be read. See
 * decision 8.
 */
export async function prepareUsedExport(ctx: ExportContext, ask: UsedExport, now: Date): Promise<Prepared> {
  const { supplierId, from, to } = ask;
  await closeLists(ctx, ask);
  await noteAsked(ctx, ask);
  const gaps = await readGaps(ctx, ({ db }) => db, { supplierId, beside: ask });
  await forgetEmptyGaps(ctx.db, supplierId, gaps, now);
  const added = ask.withGaps === true ? [...gaps, ...(await gapsListedBefore(ctx.db, ask))] : [];
  const { rows } = await ctx.db.query<{ id: number }>(
    `insert into used_exports (supplier_id, from_at, to_at, format, fields, address, begun_at, gaps)
     values ($1, $2, $3, $4, $5, $6, $7, (
       select coalesce(range_agg(tstzrange(f, t)), '{}') from unnest($8::timestamptz[], $9::timestamptz[]) as g (f, t)))
     returning id`,
    [
      supplierId,
      from,
      to,
      ask.format,
      ask.fields,
      ask.address,
      now,
      added.map((gap) => gap.from),
      added.map((gap) => gap.to),
    ],
  );
  return { exportId: rows[0]?.id as number, gaps, listed: mergedIntervals([...added, { from, to }]) };
}

/** Reads the export page by page. */
export async function* readUsedExport(
  ctx: ExportContext,
  ask: UsedExport,
  listed: readonly Interval[],
): AsyncGenerator<UsedItem[]> {
  for (const interval of listed) {
    const lists = everyCell(ctx).map((cell) => readList(cell, ask.supplierId, interval));
    for await (const codes of mergedPages(lists, inOrderOfExport))
      yield codes.map((code) => itemOf(code, ask.fields));
  }
}

const inOrderOfExport = (one: ListedCode, other: ListedCode): number =>
  one.listedAt.getTime() - other.listedAt.getTime() || one.codeId - other.codeId;

/** Nothing stays open between pages, because an answered interval never changes. */
async function* readList(
  { db, keyring }: ExportContext,
  supplierId: number,
  { from, to }: Interval,
): AsyncGenerator<ListedCode[]> {
  let after = { listedAt: from, codeId: 0 };
  for (;;) {
    const codes = await readListed(db, keyring, { supplierId, after, to, limit: readAtOnce });
    if (codes.length > 0) yield codes;
    const last = codes.at(-1);
    if (last === undefined || codes.length < readAtOnce) return;
    after = { listedAt: last.listedAt, codeId: last.codeId };
  }
}

/** The answer is complete but for its last bytes: what it lists is no gap any more. */
export function endUsedExport(
  db: DatabaseOrTx,
  ask: { supplierId: number; exportId: number; listed: readonly Interval[]; rows: number },
  now: Date,
): Promise<void> {
  return atomically(db, async (tx) => {
    await tx.query(
      `update used_exports set ended_at = $3, rows = $4 where supplier_id = $1 and id = $2 and ended_at is null`,
      [ask.supplierId, ask.exportId, now, ask.rows],
    );
    await noteAnswered(tx, ask.supplierId, ask.listed);
  });
}

function itemOf(listed: ListedCode, fields: readonly ExportField[]): UsedItem {
  return Object.fromEntries(fields.map((field) => [field, valueOf(listed, field)]));
}

function valueOf(listed: ListedCode, field: ExportField): string | number | null {
  switch (field) {
    case 'code':
      return listed.code.number;
    case 'pin':
      return listed.code.pin;
    case 'face':
      return roublesFromKopecks(listed.faceKopecks);
    case 'expire_at':
      return listed.expiresAt === null ? null : moscowDateTime(listed.expiresAt);
    case 'sold_at':
      return moscowDateTime(listed.soldAt);
    case 'product_id':
      return listed.productId;
    case 'product':
      return listed.productTitle;
    case 'order_number':
      return listed.orderNumber;
  }
}
