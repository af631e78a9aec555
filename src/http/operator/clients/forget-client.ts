/** `/o/clients/:id/forget`: ends a client that has left, destroys its key and erases its recipients. */
import { findClient, type FoundClient } from '../../../clients/find-client.ts';
import { longestReason } from '../../../upkeep/erasure/read-erasure.ts';
import type { NotForgotten } from '../../../upkeep/erasure/ask-client.ts';
import { findOpen, isOpen, type OpenOfClient } from '../../../upkeep/erasure/open-of-client.ts';
import { forgetClient } from '../../../acts/guarded/forget-client.ts';
import { notAskedText } from '../../../acts/guarded/not-asked-text.ts';
import { findBalance } from '../../../ledger/balance.ts';
import { formatCount, formatFace, formatMoment } from '../../../platform/text/formats.ts';
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { line } from '../../../web/form/kinds.ts';
import { areaView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { factsView } from '../../../web/shell/parts-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { forgetClientLabels } from './forget-client-labels.ts';

const path = '/o/clients/:id/forget';

/** Told beside the form. */
type PageProblem = Exclude<NotForgotten, { is: 'forbidden' | 'step-up' | 'no-client' | 'forgotten-before' }>;

interface ForgetClientPage {
  client: FoundClient;
  open: OpenOfClient;
  fundsKopecks: number;
}

export function addForgetClient(pages: OperatorPages): void {
  const needs = 'recipients.forget';
  pages.page<ForgetClientPage>({
    path,
    needs,
    stepUp: true,
    load,
    view: (page, call) => pageView(page, call),
  });
  pages.act({
    path,
    needs,
    leadsTo: 'nothing',
    undone: 'shown-first',
    judged: {
      fields: { reason: line({ most: longestReason }) },
      again: (call, { reason }) => again(call, reason),
    },
    act: forget,
  });
}

const clientOf = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;
const pathOf = (call: OperatorCall): string => `/o/clients/${clientOf(call)}`;

async function load(call: OperatorCall): Promise<ForgetClientPage | null> {
  const { pageDb } = call.ctx;
  const clientId = clientOf(call);
  const client = await findClient(pageDb, clientId);
  const balance = await findBalance(pageDb, clientId);
  if (client === null || client.forgottenAt !== null || balance === null) return null;
  return { client, open: await findOpen(pageDb, clientId), fundsKopecks: balance.fundsKopecks };
}

function pageView(
  { client, open, fundsKopecks }: ForgetClientPage,
  call: OperatorCall,
  problem?: string,
): ShellPage {
  const { language } = call;
  const labels = forgetClientLabels[language];
  const sum = (kopecks: number): string => formatFace(kopecks, language);
  const errors: FieldErrors<'reason'> = problem === undefined ? {} : { reason: problem };
  const form = html`<form method="post" action="${at(`${pathOf(call)}/forget`, language)}">
${areaView({ name: 'reason', label: labels.reason, hint: labels.reasonHint, value: call.form.get('reason') ?? '', error: errors.reason, attributes: html`rows="2" maxlength="${longestReason}" required` })}
<div class="actions"><button class="button main">${labels.forget}</button><a class="button" href="${at(pathOf(call), language)}">${labels.back}</a></div></form>`;
  return {
    title: labels.title,
    errors,
    main: html`<p><a href="${at(pathOf(call), language)}">${client.name}</a></p>
<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
<section class="card">${factsView([
      [labels.balance, sum(fundsKopecks)],
      [labels.held, sum(open.heldKopecks)],
      [labels.messages, formatCount(open.messages, language)],
      [labels.callbacks, formatCount(open.callbacks, language)],
      [labels.bulkOrders, formatCount(open.bulkOrders, language)],
    ])}
${isOpen(open) ? html`<p class="notice no">${labels.open}</p>` : html`<p class="notice note">${labels.forever}</p>${form}`}</section>`,
  };
}

function problemText(asked: PageProblem, language: Language): string {
  const labels = forgetClientLabels[language];
  if (asked.is === 'upgraded-of-late') return labels.upgradedOfLate(formatMoment(asked.until, language));
  return asked.is === 'open' ? labels.open : labels.noReason;
}

async function forget(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = forgetClientLabels[language];
  const reason = (form.get('reason') ?? '').trim();
  const asked = await forgetClient(ctx, principal, { clientId: clientOf(call), reason }, now);
  switch (asked.is) {
    case 'asked':
      return { is: 'done', to: pathOf(call), flash: { kind: 'yes', text: labels.begun } };
    case 'waits':
      return { is: 'done', to: pathOf(call), flash: { kind: 'note', text: labels.waits(asked.approvalId) } };
    case 'not-asked':
      return { is: 'done', to: pathOf(call), flash: { kind: 'no', text: notAskedText(asked.why, language) } };
    case 'step-up':
      return { is: 'step-up', to: `${pathOf(call)}/forget` };
    case 'forbidden':
    case 'no-client':
    case 'forgotten-before':
      return { is: 'missing' };
    case 'no-reason':
    case 'upgraded-of-late':
    case 'open':
      return again(call, problemText(asked, language));
  }
}

async function again(call: OperatorCall, problem: string | undefined): Promise<ActEnd> {
  const page = await load(call);
  return page === null ? { is: 'missing' } : { is: 'wrong', page: pageView(page, call, problem) };
}
