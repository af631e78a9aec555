/** What the pages of a client's bulk orders read. */
import { findBulk, listBulks } from '../../../orders/bulk/bulk-order.ts';
import { findOpenOfBulk } from '../../../orders/bulk/open-approvals.ts';
import { listLines } from '../../../orders/bulk/list-lines.ts';
import { previewBulk } from '../../../orders/bulk/preview.ts';
import { findClient } from '../../../clients/find-client.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { listLength, readPage } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall } from '../operator.ts';
import { bulkListPage, oneBulkPage, type BulkList, type OneBulk } from './bulk-view.ts';

export const clientIn = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;

/** The bulk orders of a client, or one of them. */
export async function loadBulk(call: OperatorCall, bulk: number | null): Promise<BulkList | OneBulk | null> {
  const { ctx, query, now } = call;
  const client = await findClient(ctx.pageDb, clientIn(call));
  if (client === null) return null;
  if (bulk === null) {
    const list = await readPage(
      query,
      (slice) => listBulks(ctx.pageDb, { clientId: client.id, ...slice }),
      ({ bulkId }) => bulkId,
    );
    return { client, list };
  }
  const key = { clientId: client.id, bulkId: bulk };
  const found = await findBulk(ctx.pageDb, key);
  if (found === null) return null;
  const isPreviewed = found.state === 'preview';
  const ask = { ...key, after: idIn(query['after']) ?? 0, limit: listLength + 1, notSold: true };
  const [notSold, preview, approval] = await Promise.all([
    found.state === 'reading' ? [] : listLines(ctx.pageDb, ask),
    isPreviewed ? previewBulk(ctx.pageDb, client, key, now) : null,
    isPreviewed ? findOpenOfBulk(ctx.pageDb, key, now) : null,
  ]);
  const lines = notSold.slice(0, listLength);
  const next = notSold.length > listLength ? (lines.at(-1)?.line ?? null) : null;
  return { client, bulk: found, preview, approval, lines, next };
}

export const bulkPage = (data: BulkList | OneBulk, call: OperatorCall, errors: FieldErrors = {}): ShellPage =>
  'bulk' in data ? oneBulkPage(data, call, errors) : bulkListPage(data, call, errors);

/** A page again, with what is wrong with its form; null: there is no such thing. */
export async function bulkPageOf(
  call: OperatorCall,
  bulk: number | null,
  errors: FieldErrors = {},
): Promise<ShellPage | null> {
  const data = await loadBulk(call, bulk);
  return data && bulkPage(data, call, errors);
}
