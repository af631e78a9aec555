import { findBulk, listBulks } from '../../../bulk/bulk-order.ts';
import { cancelBulk, pauseBulk } from '../../../bulk/decide-bulk.ts';
import { listLines } from '../../../bulk/list-lines.ts';
import { findClient } from '../../../clients/find-client.ts';
import { listed, listLength, sliceOf } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { clientBulkLabels } from './bulk-labels.ts';
import { bulkListPage, oneBulkPage, type BulkList, type OneBulk } from './bulk-view.ts';

const path = '/o/clients/:id/bulk';

/** `/o/clients/:id/bulk`: bulk orders of a client, one of them by `?bulk=`. */
export function addClientBulk(pages: OperatorPages): void {
  pages.page<BulkList | OneBulk>({
    path,
    needs: 'orders.read',
    load,
    view: (data, call) => ('bulk' in data ? oneBulkPage(data, call) : bulkListPage(data, call)),
  });
  for (const name of ['pause', 'cancel'] as const)
    pages.act({ path: `${path}/${name}`, needs: 'orders.cancel', act: (call) => stop(call, name) });
}

const clientIn = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;

async function load(call: OperatorCall): Promise<BulkList | OneBulk | null> {
  const { ctx, query } = call;
  const found = await findClient(ctx.pageDb, clientIn(call));
  if (found === null) return null;
  const client = { id: found.id, name: found.name };
  if (query['bulk'] !== undefined) return loadOne(call, client);
  const slice = sliceOf(query);
  const rows = await listBulks(ctx.pageDb, { clientId: client.id, ...slice, limit: listLength + 1 });
  return { client, list: listed(rows, slice, ({ bulkId }) => bulkId) };
}

async function loadOne({ ctx, query }: OperatorCall, client: OneBulk['client']): Promise<OneBulk | null> {
  const key = { clientId: client.id, bulkId: idIn(query['bulk']) ?? 0 };
  const bulk = await findBulk(ctx.pageDb, key);
  if (bulk === null) return null;
  const after = idIn(query['after']) ?? 0;
  const found =
    bulk.state === 'reading'
      ? []
      : await listLines(ctx.pageDb, { ...key, after, limit: listLength + 1, notSold: true });
  const lines = found.slice(0, listLength);
  return { client, bulk, lines, next: found.length > listLength ? (lines.at(-1)?.line ?? null) : null };
}

async function stop(call: OperatorCall, name: 'pause' | 'cancel'): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = clientBulkLabels[language];
  const key = { clientId: clientIn(call), bulkId: idIn(form.get('bulk')) ?? 0 };
  const decided = await (name === 'pause' ? pauseBulk : cancelBulk)(ctx, principal, key, now);
  if (decided.is === 'unknown') return { is: 'missing' };
  const to = `/o/clients/${key.clientId}/bulk?bulk=${key.bulkId}`;
  return decided.is === 'done'
    ? { is: 'done', to, flash: { kind: 'yes', text: labels[`${name}Done`] } }
    : { is: 'done', to, flash: { kind: 'no', text: labels.tooLate } };
}
