/** `/c/start`: the steps of a client to its first real order, and the data of its contract. */
import { findClientFacts } from '../../../reports/client-onboarding.ts';
import { stepsOf, type ClientStep, type StepState } from '../../../acts/onboarding/client-steps.ts';
import {
  contractFields,
  fillContract,
  findContract,
  type Contract,
  type ContractData,
  type ContractField,
} from '../../../acts/onboarding/contract.ts';
import { stepLabels } from '../../../acts/onboarding/step-labels.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import { fieldsView, typedOf, wrongAt } from '../../../web/form/fields.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { factsView } from '../../../web/shell/parts-view.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { contractForm } from './contract-fields.ts';
import { startLabels } from './labels.ts';

const path = '/c/start';

interface Start {
  isLive: boolean;
  steps: StepState[];
  contract: Contract | null;
}

export function addStart(pages: CabinetPages): void {
  pages.page<Start>({ path, needs: 'team.read', load, view: (start, call) => startView(start, call) });
  // Spaces between the digits of a tax id do not count.
  const { taxId: _, ...fields } = contractForm;
  const judged = { fields, again };
  pages.act({ path, needs: 'team.change', leadsTo: 'nothing', undone: 'pages', judged, act: save });
}

async function load({ ctx, party, now }: CabinetCall): Promise<Start | null> {
  const [facts, contract] = await Promise.all([
    findClientFacts(ctx.pageDb, party.partyId, now),
    findContract(ctx.pageDb, party.partyId),
  ]);
  return facts && { isLive: facts.isLive, steps: stepsOf(facts), contract };
}

const places: Partial<Record<ClientStep, string>> = {
  keys: '/c/api',
  callback: '/c/api',
  'test-order': '/c/orders/new',
  money: '/c/money/top-up',
};

function startView(start: Start, call: CabinetCall, typed?: ContractData, errors: FieldErrors = {}) {
  const { language } = call;
  const labels = startLabels[language];
  const { isLive, steps, contract } = start;
  // Whoever was live before it could be led is not led now.
  const isLed = !isLive || contract !== null;
  const isOpen = steps.some(({ state }) => state !== 'done');
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1>
${isLive ? html`<p class="notice yes">${labels.live}</p>` : html`<p class="lead">${labels.lead}</p>`}
${isLed && isOpen && stepsView(steps, call)}
${contractView(contract, call, typed, errors)}`,
  };
}

function stepsView(steps: StepState[], { language }: CabinetCall): Html {
  const labels = startLabels[language];
  const { names, states, waitsFor } = stepLabels[language];
  const looks = { done: ' yes', current: ' note', open: '' };
  const dots = { done: '', current: 'open', open: 'later' };
  const stateText = ({ state, waitsFor: actor }: StepState): string =>
    state !== 'current' ? states[state] : actor === 'client' ? labels.yourTurn : waitsFor[actor];
  const todo = ({ step, waitsFor: actor }: StepState): Content => {
    const place = places[step];
    return html`<div class="detail"><p>${actor === 'operator' ? labels.ours : labels.todo[step]}</p>
${actor === 'client' && place !== undefined && html`<p><a class="button main" href="${at(place, language)}">${labels.go[step]}</a></p>`}</div>`;
  };
  return html`<section class="card"><h2>${labels.steps}</h2><ol class="timeline">${steps.map(
    (one) =>
      html`<li${dots[one.state] !== '' && html` class="${dots[one.state]}"`}><span><span class="state${looks[one.state]}">${stateText(one)}</span></span><b>${names[one.step]}</b>${one.state === 'current' && todo(one)}</li>`,
  )}</ol></section>`;
}

function contractView(
  contract: Contract | null,
  call: CabinetCall,
  typed: ContractData | undefined,
  errors: FieldErrors,
): Html {
  const { language, principal, party } = call;
  const labels = startLabels[language];
  const state =
    contract &&
    html`<p>${contract.acceptedRevision === contract.revision ? labels.agreed : labels.checking}</p>`;
  const own = may(principal, 'team.change', party);
  return html`<section class="card" id="contract"><h2>${labels.contract}</h2>${state}
${
  own
    ? html`<form method="post" action="${at(path, language)}">
${fieldsView(contractForm, labels.fields, { typed: typedOf(contractForm, typed ?? contract ?? {}), errors })}
<div class="actions"><button class="button main">${labels.save}</button></div></form>`
    : contract === null
      ? html`<p>${labels.ownerOnly}</p>`
      : factsView(contractFields.map((name) => [labels.fields[name], contract[name]] as const))
}</section>`;
}

async function save(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, party, language, now } = call;
  const labels = startLabels[language];
  const data = typedIn(call);
  const filled = await fillContract(ctx.db, ctx.keyring, principal, { clientId: party.partyId, data }, now);
  switch (filled.is) {
    case 'missing':
      return { is: 'missing' };
    case 'filled':
      return { is: 'done', to: path, flash: { kind: 'yes', text: labels.saved } };
    case 'unchanged':
      return { is: 'done', to: path, flash: { kind: 'note', text: labels.unchanged } };
    case 'wrong':
      return again(call, wrongAt(contractForm, labels.fields, filled.fields));
  }
}

function typedIn({ form }: CabinetCall): ContractData {
  const text = (name: ContractField): string => (form.get(name) ?? '').trim();
  const typed = Object.fromEntries(contractFields.map((name) => [name, text(name)])) as Record<
    ContractField,
    string
  >;
  return { ...typed, taxId: typed.taxId.replaceAll(' ', '') };
}

async function again(call: CabinetCall, errors: FieldErrors): Promise<ActEnd> {
  const start = await load(call);
  if (start === null) return { is: 'missing' };
  return { is: 'wrong', page: startView(start, call, typedIn(call), errors) };
}
