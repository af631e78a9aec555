/** Clients on their way to the first sale, those that wait longest first. */
import type { ClientOnWay } from '../../../acts/onboarding/client-onboarding.ts';
import { clientSteps, currentState, stepsOf } from '../../../acts/onboarding/client-steps.ts';
import { stepLabels } from '../../../acts/onboarding/step-labels.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { OperatorCall } from '../operator.ts';
import { clientWayLabels } from './client-labels.ts';
import { boardLabels } from './labels.ts';

const dayMs = 86_400_000;

/** Whose turn it is; the operator's own stands out. */
export const turnView = <Actor extends string>(actor: Actor, names: Record<Actor, string>): Html =>
  html`<span><span class="state${actor === 'operator' && ' note'}">${names[actor]}</span></span>`;

export function clientBoardView(clients: ClientOnWay[], call: OperatorCall): Html {
  const { language, now, principal, party } = call;
  const labels = clientWayLabels[language];
  const { names } = stepLabels[language];
  const common = boardLabels[language];
  const rows = clients.map((one) => {
    const current = currentState(one.facts) ?? { step: 'live' as const, waitsFor: 'operator' as const };
    return { ...one, ...current };
  });
  type Row = (typeof rows)[number];
  const link = ({ facts }: Row) => linkView(`/o/clients/${facts.clientId}`, facts.name, language);
  const waits = (one: Row) => turnView(one.waitsFor, labels.actors);
  const days = ({ since }: Row) => common.days(Math.floor((now.getTime() - since.getTime()) / dayMs));
  const progress = ({ facts }: Row) =>
    labels.of(stepsOf(facts).filter(({ state }) => state === 'done').length, clientSteps.length);
  const columns: Columns<Row> = [
    { name: labels.client, phone: 'start', leads: true, cell: link },
    { name: common.step, phone: 'start', cell: ({ step }) => names[step] },
    { name: common.waitsFor, phone: 'end', cell: waits },
    { name: common.since, phone: 'end', cell: days },
    { name: labels.progress, phone: 'half', cell: progress },
  ];
  const mayAdd = may(principal, 'clients.change', party);
  return html`<div class="heading"><h2>${labels.clients}</h2>${mayAdd && html`<a class="button" href="${at('/o/clients/new', language)}">${common.newClient}</a>`}</div>
${
  rows.length === 0
    ? emptyView(labels.empty)
    : html`<section class="card">${rowsView({ caption: labels.clients, columns, rows }, language)}</section>`
}`;
}
