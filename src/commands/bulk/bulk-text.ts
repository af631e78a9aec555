/** Bulk orders as the commands print them, as text and as JSON. */
import { waitingLines, type BulkOrder } from '../../orders/bulk/bulk-order.ts';
import type { BulkLine } from '../../orders/bulk/list-lines.ts';
import type { Preview } from '../../orders/bulk/preview.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { roubles, table } from '../shell/output.ts';

export const bulkJson = (bulk: BulkOrder): object => ({
  id: bulk.bulkId,
  client_id: bulk.clientId,
  name: bulk.name,
  uuid: bulk.uuid,
  state: bulk.state,
  reason: bulk.pausedBecause ?? bulk.problem,
  reason_details: bulk.problemDetails,
  ignored_columns: bulk.ignoredColumns,
  lines: bulk.lines,
  wrong: bulk.wrong,
  placed: bulk.placed,
  refused: bulk.refused,
  issued: bulk.issued,
  failed: bulk.failed,
  added_at: bulk.addedAt,
  confirmed_at: bulk.confirmedAt,
  ended_at: bulk.endedAt,
});

export function bulkText(bulk: BulkOrder): string {
  const reason = bulk.pausedBecause ?? bulk.problem;
  const details = bulk.problemDetails === '' ? '' : `: ${bulk.problemDetails}`;
  const { ignoredColumns: ignored } = bulk;
  return [
    `Bulk order ${bulk.bulkId} ${bulk.name}`.trimEnd(),
    `state      ${bulk.state}${reason === null ? '' : ` (${reason}${details})`}`,
    `lines      ${bulk.lines}, of them ${bulk.wrong} wrong`,
    `placed     ${bulk.placed}; ${bulk.issued} issued, ${bulk.failed} failed, ${bulk.refused} refused, ${waitingLines(bulk)} wait`,
    `added      ${moscowDateTime(bulk.addedAt)}`,
    ...(bulk.endedAt === null ? [] : [`ended      ${moscowDateTime(bulk.endedAt)}`]),
    ...(ignored.length === 0 ? [] : [`columns that nobody understood: ${ignored.join(', ')}`]),
  ].join('\n');
}

export const previewJson = (preview: Preview): object => ({
  lines: preview.lines,
  sum: preview.sumKopecks / 100,
  available: preview.availableKopecks / 100,
  missing: preview.missingKopecks / 100,
  without_stock: preview.withoutStock,
  link_only: preview.addressees.linkOnly,
  repeated: preview.addressees.repeated,
  same_file_as: preview.sameFile?.bulkId ?? null,
  products: preview.products.map((one) => ({
    product_id: one.productId,
    face: one.faceKopecks / 100,
    lines: one.lines,
    sum: one.sumKopecks / 100,
    offered: one.isOffered,
    stock: one.stock,
    limit_orders: one.limitOrders,
    limit_sum: one.limitKopecks === null ? null : one.limitKopecks / 100,
  })),
});

export function previewText(preview: Preview): string {
  const { missingKopecks, sameFile, withoutStock, more } = preview;
  const { linkOnly, repeated } = preview.addressees;
  return [
    `${preview.lines} lines wait; they cost ${roubles(preview.sumKopecks)} roubles of ${roubles(preview.availableKopecks)} available.`,
    ...(missingKopecks === 0 ? [] : [`${roubles(missingKopecks)} roubles are missing.`]),
    ...(withoutStock === 0 ? [] : [`For ${withoutStock} lines there is no code at hand.`]),
    ...(linkOnly === 0
      ? []
      : [`Lines without an address: ${linkOnly}. Nothing is sent for them, there is only a link.`]),
    ...(repeated === 0
      ? []
      : [`Lines that order the same product and face for the same person: ${repeated}.`]),
    ...(sameFile === null ? [] : [`The same file came before, as ${sameFile.bulkId} (${sameFile.state}).`]),
    '',
    table(
      ['PRODUCT', 'FACE', 'LINES', 'SUM', 'STOCK', 'LIMIT, ORDERS', 'LIMIT, SUM'],
      preview.products.map((one) => [
        one.productId,
        roubles(one.faceKopecks),
        one.lines,
        roubles(one.sumKopecks),
        one.stock ?? '',
        one.limitOrders ?? '',
        one.limitKopecks === null ? '' : roubles(one.limitKopecks),
      ]),
    ),
    ...(more === 0 ? [] : [`and ${more} more`]),
  ].join('\n');
}

/** Without the fields: they hold the recipients' addresses. */
export const lineJson = (line: BulkLine): object => ({
  line: line.line,
  state: line.state,
  request_id: line.requestId,
  order_id: line.orderId,
  problems: line.problems,
});
