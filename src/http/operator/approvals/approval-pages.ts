/** `/o/approvals`: acts that wait for a second person. */
import { findAskedSettings } from '../../../acts/guarded/asked-settings.ts';
import { decideGuardedAct } from '../../../acts/guarded/decide.ts';
import { notAskedText } from '../../../acts/guarded/not-asked-text.ts';
import { setFourEyes } from '../../../acts/guarded/set-four-eyes.ts';
import { may } from '../../../people/access/principal.ts';
import {
  findApproval,
  listApprovals,
  listDecided,
  type Decided,
} from '../../../people/approvals/approvals.ts';
import { readFourEyes } from '../../../people/approvals/four-eyes.ts';
import { nameSubjects } from '../../../reports/name-subjects.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { approvalPage, approvalsPage, type Approvals, type OneApproval } from './approval-view.ts';
import { approvalLabels } from './labels.ts';
import { notDoneView } from './not-done.ts';
import { subjectIds } from './payload.ts';

const path = '/o/approvals';
const maxRoubles = 1_000_000_000;
const kopecks = 100;

export function addApprovals(pages: OperatorPages): void {
  pages.page<Approvals>({
    path,
    needs: 'approvals.read',
    load: (call) => load(call),
    view: (approvals, call) => approvalsPage(approvals, call),
  });
  pages.page<OneApproval>({
    path: `${path}/:id`,
    needs: 'approvals.read',
    load: loadOne,
    view: (one, call) => approvalPage(one, call),
  });
  pages.act({
    path: `${path}/:id/approve`,
    needs: 'approvals.decide',
    leadsTo: 'rights',
    undone: 'shown-first',
    secondPerson: 'asked-by-verb',
    act: (call) => decide(call, true),
  });
  pages.act({
    path: `${path}/:id/reject`,
    needs: 'approvals.decide',
    leadsTo: 'rights',
    undone: 'shown-first',
    secondPerson: 'asked-by-verb',
    act: (call) => decide(call, false),
  });
  pages.act({
    path: `${path}/policy`,
    needs: 'settings.change',
    leadsTo: 'rights',
    undone: 'shown-first',
    secondPerson: 'asked-by-verb',
    act: setPolicy,
  });
}

async function load({ ctx, party, now }: OperatorCall): Promise<Approvals> {
  const { pageDb } = ctx;
  const [open, past, policy] = await Promise.all([
    listApprovals(pageDb, party, now),
    listDecided(pageDb, party, now),
    readFourEyes(pageDb),
  ]);
  return { open, names: await nameSubjects(ctx, subjectIds(open)), past, policy };
}

async function loadOne(call: OperatorCall): Promise<OneApproval | null> {
  const { ctx, params, principal, party, now } = call;
  const approval = await findApproval(ctx.pageDb, party, idIn(params['id']) ?? 0, now);
  if (approval === null) return null;
  const decides = approval.state === 'open' && may(principal, 'approvals.decide', party);
  const [names, settings] = await Promise.all([
    nameSubjects(ctx, subjectIds([approval])),
    decides ? findAskedSettings(ctx.pageDb, ctx.keyring, approval) : null,
  ]);
  return { approval, names, settings };
}

async function decide(call: OperatorCall, approve: boolean): Promise<ActEnd> {
  const { ctx, principal, params, now } = call;
  const id = idIn(params['id']);
  if (id === null) return { is: 'missing' };
  const decided = await decideGuardedAct(ctx, principal, { id, approve }, now);
  return decided.is === 'missing' ? { is: 'missing' } : endOfDecision(decided, call);
}

function endOfDecision(decided: Decided, { language }: OperatorCall): ActEnd {
  const labels = approvalLabels[language];
  if (decided.is === 'step-up') return { is: 'step-up', to: path };
  const text =
    decided.is === 'not-done' ? labels.notDone(notDoneView(decided.reason, language)) : labels[decided.is];
  const isRight = decided.is === 'done' || decided.is === 'refused';
  return { is: 'done', to: path, flash: { kind: isRight ? 'yes' : 'no', text } };
}

async function setPolicy(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const labels = approvalLabels[language];
  const typed = (form.get('above') ?? '').replaceAll(/\s/g, '');
  const roubles = /^\d{1,10}$/.test(typed || '0') ? Number(typed || '0') : Number.NaN;
  if (!(roubles <= maxRoubles)) {
    const errors = { above: labels.aboveWrong };
    return { is: 'wrong', page: { ...approvalsPage(await load(call), call, errors), errors } };
  }
  const chosen = { on: form.get('on') === 'yes', aboveKopecks: roubles * kopecks };
  const outcome = await setFourEyes(ctx, principal, chosen, now);
  switch (outcome.is) {
    case 'set':
      return { is: 'done', to: path, flash: { kind: 'yes', text: labels.saved } };
    case 'waits':
      return { is: 'done', to: path, flash: { kind: 'note', text: labels.ruleAsked } };
    case 'not-asked':
      return { is: 'done', to: path, flash: { kind: 'no', text: notAskedText(outcome.why, language) } };
    case 'forbidden':
      return { is: 'missing' };
  }
}
