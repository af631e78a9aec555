/** Clients on their way to the first sale, those that wait longest first. */
import type { ClientOnWay } from '../../../acts/onboarding/client-onboarding.ts';
import { clientSteps, currentState, stepsOf } from '../../../acts/onboarding/client-steps.ts';
import { stepLabels } from '../../../acts/onboarding/step-labels.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { at } from '../../../web/request-language.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { OperatorCall } from '../operator.ts';
import { clientWayLabels } from './client-labels.ts';
import { boardLabels } from './labels.ts';

const dayMs = 86_400_000;

export function clientBoardView(clients: ClientOnWay[], call: OperatorCall): Html {
  const { language, now, principal, party } = call;
  const labels = clientWayLabels[language];
  const { names, waitsFor } = stepLabels[language];
  const rows = clients.map((one) => {
    const current = currentState(one.facts) ?? { step: 'live' as const, waitsFor: 'operator' as const };
    return { ...one, ...current };
  });
  type Row = (typeof rows)[number];
  const link = ({ facts }: Row) => linkView(`/o/clients/${facts.clientId}`, facts.name, language);
  const waits = (one: Row) =>
    html`<span><span class="state${one.waitsFor === 'operator' && ' note'}">${waitsFor[one.waitsFor]}</span></span>`;
  const days = ({ since }: Row) =>
    formatCount(Math.floor((now.getTime() - since.getTime()) / dayMs), language);
  const progress = ({ facts }: Row) =>
    labels.of(stepsOf(facts).filter(({ state }) => state === 'done').length, clientSteps.length);
  const columns: Columns<Row> = [
    { name: labels.client, leads: true, cell: link },
    { name: labels.step, cell: ({ step }) => names[step] },
    { name: labels.waits, cell: waits },
    { name: labels.days, cell: days },
    { name: labels.progress, cell: progress },
  ];
  return html`<section class="card"><h2>${labels.clients}</h2>${
    rows.length === 0
      ? html`<p>${labels.empty}</p>`
      : rowsView({ caption: labels.clients, columns, rows }, language)
  }${may(principal, 'clients.change', party) && html`<p><a class="button" href="${at('/o/clients/new', language)}">${boardLabels[language].newClient}</a></p>`}</section>`;
}
