/** `/o/clients/:id/bulk`: bulk orders of a client, one of them by `?bulk=`. */
import { findBulk } from '../../../orders/bulk/bulk-order.ts';
import { findClient } from '../../../clients/find-client.ts';
import { cancelBulk, pauseBulk } from '../../../orders/bulk/decide-bulk.ts';
import { bulkQuestion } from '../../../web/confirm/bulk-question.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { bulkPage, clientIn, loadBulk } from './bulk-data.ts';
import { clientBulkLabels } from './bulk-labels.ts';
import { bulkLive, type BulkList, type OneBulk } from './bulk-view.ts';

const path = '/o/clients/:id/bulk';

export function addClientBulk(pages: OperatorPages): void {
  pages.page<BulkList | OneBulk>({
    path,
    needs: 'orders.read',
    load: (call) => loadBulk(call, call.query['bulk'] === undefined ? null : (idIn(call.query['bulk']) ?? 0)),
    view: (data, call) => bulkPage(data, call),
  });
  pages.part({
    path: `${path}/:bulk/live`,
    needs: 'orders.read',
    async load(call) {
      const key = { clientId: clientIn(call), bulkId: idIn(call.params['bulk']) ?? 0 };
      const bulk = await findBulk(call.ctx.pageDb, key);
      return bulk && bulkLive(bulk, call);
    },
  });
  for (const name of ['pause', 'cancel'] as const)
    pages.act({
      path: `${path}/${name}`,
      needs: 'orders.cancel',
      leadsTo: 'nothing',
      undone: name === 'pause' ? 'pages' : { asks: askCancel },
      act: (call) => stop(call, name),
    });
}

async function askCancel(call: OperatorCall): Promise<Question | null> {
  const bulkId = idIn(call.form.get('bulk')) ?? 0;
  const [client, bulk] = await Promise.all([
    findClient(call.ctx.pageDb, clientIn(call)),
    findBulk(call.ctx.pageDb, { clientId: clientIn(call), bulkId }),
  ]);
  if (client === null || bulk === null) return null;
  const back = `/o/clients/${client.id}/bulk?bulk=${bulkId}`;
  return bulkQuestion(bulk, { name: client.name, back, language: call.language });
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
