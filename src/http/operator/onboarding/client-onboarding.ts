import { findClientLiveAsked, takeClientLive } from '../../../acts/guarded/client-live.ts';
import { notAskedText } from '../../../acts/guarded/not-asked-text.ts';
import { findOnWay } from '../../../acts/onboarding/client-onboarding.ts';
import {
  acceptContract,
  contractFields,
  findContract,
  type Contract,
} from '../../../acts/onboarding/contract.ts';
import { findClientFacts } from '../../../reports/client-onboarding.ts';
import { stepsOf, type StepState } from '../../../acts/onboarding/client-steps.ts';
import { stepLabels } from '../../../acts/onboarding/step-labels.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { at } from '../../../web/request-language.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { clientWayLabels } from './client-labels.ts';

/** What the page of a client says of its way to the first sale. */
export interface ClientWay {
  steps: StepState[];
  /** Null: the client is live, or never was led. */
  since: Date | null;
  contract: Contract | null;
  /** The approval that would make it live, if somebody has asked for it. */
  liveAsked: number | null;
}

export async function loadWay({ ctx, now }: OperatorCall, clientId: number): Promise<ClientWay | null> {
  const [facts, onWay, contract, liveAsked] = await Promise.all([
    findClientFacts(ctx.pageDb, clientId, now),
    findOnWay(ctx.pageDb, clientId),
    findContract(ctx.pageDb, clientId),
    findClientLiveAsked(ctx.pageDb, clientId, now),
  ]);
  if (facts === null || onWay === null) return null;
  return { steps: stepsOf(facts), since: onWay.liveAt === null ? onWay.since : null, contract, liveAsked };
}

export function wayView(
  { steps, since, contract, liveAsked }: ClientWay,
  clientId: number,
  call: OperatorCall,
): Html {
  const { language, principal, party } = call;
  const labels = clientWayLabels[language];
  const { names, states, waitsFor } = stepLabels[language];
  const looks = { done: ' yes', current: ' note', open: '' };
  const current = steps.find(({ state }) => state === 'current');
  const mayChange = may(principal, 'clients.change', party);
  const ready = mayChange && current?.step === 'live';
  return html`<section class="card" id="onboarding"><h2>${labels.steps}</h2>
<ol>${steps.map(({ step, state, waitsFor: actor }) => html`<li>${names[step]} <span class="state${looks[state]}">${state === 'current' ? waitsFor[actor] : states[state]}</span></li>`)}</ol>
${since !== null && html`<p class="muted">${labels.since} ${momentView(since, language)}</p>`}
${current?.waitsFor === 'operator' && html`<p>${labels.todo[current.step]}</p>`}
${liveAsked !== null && current?.step === 'live' && html`<p><a href="${at(`/o/approvals/${liveAsked}`, language)}">${labels.waitsForSecond(liveAsked)}</a></p>`}
${ready && liveAsked === null && html`<form method="post" action="${at(`/o/clients/${clientId}/live`, language)}"><p>${labels.goLiveLead}</p><div class="actions"><button class="button main">${labels.goLive}</button></div></form>`}
${contract !== null && contractView(contract, clientId, mayChange, call)}</section>`;
}

function contractView(
  contract: Contract,
  clientId: number,
  mayChange: boolean,
  { language }: OperatorCall,
): Html {
  const labels = clientWayLabels[language];
  const { revision, acceptedRevision, acceptedAt, filledAt } = contract;
  const isAccepted = acceptedRevision === revision;
  return html`<h3>${labels.contract}</h3>
${factsView([
  ...contractFields.map((field) => [labels.fields[field], contract[field]] as const),
  [labels.filled, momentView(filledAt, language)],
  isAccepted && acceptedAt !== null ? [labels.acceptedAt, momentView(acceptedAt, language)] : null,
])}
${
  mayChange &&
  !isAccepted &&
  html`<form method="post" action="${at(`/o/clients/${clientId}/contract`, language)}"><input type="hidden" name="revision" value="${String(revision)}"><p>${labels.acceptLead}</p><div class="actions"><button class="button main">${labels.accept}</button></div></form>`
}`;
}

export function addClientOnboarding(pages: OperatorPages): void {
  pages.act({
    path: '/o/clients/:id/contract',
    needs: 'clients.change',
    leadsTo: 'nothing',
    undone: 'pages',
    act: accept,
  });
  pages.act({
    path: '/o/clients/:id/live',
    needs: 'clients.change',
    leadsTo: 'codes',
    undone: 'pages',
    secondPerson: 'asked-by-verb',
    act: switchOn,
  });
}

const clientOf = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;

const done = (call: OperatorCall, kind: 'yes' | 'no' | 'note', text: string): ActEnd => ({
  is: 'done',
  to: `/o/clients/${clientOf(call)}`,
  flash: { kind, text },
});

async function accept(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const labels = clientWayLabels[language];
  const ask = { clientId: clientOf(call), revision: idIn(form.get('revision')) ?? 0 };
  const outcome = await acceptContract(ctx.db, ctx.keyring, principal, ask, now);
  if (outcome.is === 'missing') return { is: 'missing' };
  return outcome.is === 'accepted' ? done(call, 'yes', labels.accepted) : done(call, 'no', labels.changed);
}

async function switchOn(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, language, now } = call;
  const labels = clientWayLabels[language];
  const outcome = await takeClientLive(ctx, principal, clientOf(call), now);
  switch (outcome.is) {
    case 'missing':
      return { is: 'missing' };
    case 'live':
      return done(call, 'yes', labels.live);
    case 'waits':
      return done(call, 'note', labels.waitsForSecond(outcome.approvalId));
    case 'not-asked':
      return done(call, 'no', notAskedText(outcome.why, language));
    case 'live-before':
      return done(call, 'note', labels.liveBefore);
    case 'not-ready':
      return done(call, 'no', labels.notReady(stepLabels[language].names[outcome.step]));
  }
}
