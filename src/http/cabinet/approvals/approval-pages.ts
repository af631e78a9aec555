/** `/c/approvals`: what waits for a second person of the client. */
import { listOpenForClient } from '../../../orders/bulk/open-approvals.ts';
import { decideForClient, setBulkLimit, type LimitSet } from '../../../orders/bulk/second-person.ts';
import { listDecided } from '../../../people/approvals/approvals.ts';
import { readBulkAloneTo } from '../../../people/approvals/bulk-alone-to.ts';
import { readRoubles } from '../../../platform/values/read-roubles.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { approvalsPage, type ApprovalData } from './approval-view.ts';
import { approvalLabels } from './labels.ts';

const path = '/c/approvals';
const kopecksPerRouble = 100;

export function addApprovals(pages: CabinetPages): void {
  pages.page<ApprovalData>({
    path,
    needs: 'approvals.decide',
    load: (call) => load(call),
    view: (data, call) => approvalsPage(data, call),
  });
  pages.act({
    path: `${path}/:id/approve`,
    needs: 'approvals.decide',
    leadsTo: 'money',
    undone: 'shown-first',
    act: (call) => decide(call, true),
  });
  pages.act({
    path: `${path}/:id/reject`,
    needs: 'approvals.decide',
    leadsTo: 'money',
    undone: 'shown-first',
    act: (call) => decide(call, false),
  });
  pages.act({ path: `${path}/rule`, needs: 'team.change', leadsTo: 'rights', undone: 'pages', act: setRule });
}

async function load({ ctx: { pageDb }, party, now }: CabinetCall): Promise<ApprovalData> {
  const clientId = party.partyId;
  const [open, past, aloneTo] = await Promise.all([
    listOpenForClient(pageDb, clientId, now),
    listDecided(pageDb, party, now),
    readBulkAloneTo(pageDb, clientId),
  ]);
  return { open, past, aloneTo, above: aloneTo === null ? '' : String(aloneTo / kopecksPerRouble) };
}

const end = (kind: 'yes' | 'no', text: string): ActEnd => ({ is: 'done', to: path, flash: { kind, text } });

async function decide(call: CabinetCall, approve: boolean): Promise<ActEnd> {
  const { ctx, principal, party, params, language, now } = call;
  const labels = approvalLabels[language];
  const ask = { clientId: party.partyId, id: idIn(params['id']) ?? 0, approve };
  const decided = await decideForClient(ctx, principal, ask, now);
  switch (decided.is) {
    case 'done':
      ctx.onPlaced();
      return end('yes', labels.done);
    case 'refused':
      return end('yes', labels.refused);
    case 'missing':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to: path };
    case 'own':
    case 'unconfirmed':
      return end('no', labels.ownRefused);
    case 'tampered':
    case 'not-done':
      return end('no', labels.notDone);
  }
}

async function setRule(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, party, form, language, now } = call;
  const typed = (form.get('above') ?? '').trim();
  const aloneToKopecks = typed === '' ? null : readRoubles(typed);
  const wrong = async (text: string): Promise<ActEnd> => ({
    is: 'wrong',
    page: approvalsPage({ ...(await load(call)), above: typed }, call, { above: text }),
  });
  const labels = approvalLabels[language];
  if (typed !== '' && aloneToKopecks === null) return wrong(labels.aboveWrong);
  const set = await setBulkLimit(ctx, principal, { clientId: party.partyId, aloneToKopecks }, now);
  if (set.is === 'missing') return { is: 'missing' };
  if (set.is === 'no-sum') return wrong(labels.aboveWrong);
  if (set.is === 'alone') return wrong(labels.alone);
  return { is: 'done', to: path, flash: flashOf(set, call) };
}

function flashOf({ is }: LimitSet, { language }: CabinetCall): { kind: 'yes' | 'note' | 'no'; text: string } {
  const labels = approvalLabels[language];
  if (is === 'set') return { kind: 'yes', text: labels.saved };
  if (is === 'waits') return { kind: 'note', text: labels.asked };
  return is === 'unchanged' ? { kind: 'note', text: labels.unchanged } : { kind: 'no', text: labels.tooMany };
}
