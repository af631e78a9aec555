/** Clients on their way to the first sale, those that wait longest first. */
import type { ClientOnWay } from '../../../acts/onboarding/client-onboarding.ts';
import { clientSteps, currentState, stepsOf } from '../../../acts/onboarding/client-steps.ts';
import { stepLabels } from '../../../acts/onboarding/step-labels.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import { at } from '../../../web/request-language.ts';
import { tableView } from '../../../web/shell/list-view.ts';
import type { OperatorCall } from '../operator.ts';
import { clientWayLabels } from './client-labels.ts';
import { boardLabels } from './labels.ts';

const dayMs = 86_400_000;

export function clientBoardView(clients: ClientOnWay[], call: OperatorCall): Html {
  const { language, now, principal, party } = call;
  const labels = clientWayLabels[language];
  const { names, waitsFor } = stepLabels[language];
  const columns = [labels.client, labels.step, labels.waits, labels.days, labels.progress];
  return html`<section class="card"><h2>${labels.clients}</h2>${
    clients.length === 0
      ? html`<p>${labels.empty}</p>`
      : tableView({
          caption: labels.clients,
          leads: 0,
          columns: columns.map((name) => ({ name })),
          rows: clients.map(({ facts, since }): Content[] => {
            const current = currentState(facts) ?? { step: 'live' as const, waitsFor: 'operator' as const };
            const done = stepsOf(facts).filter(({ state }) => state === 'done').length;
            const days = Math.floor((now.getTime() - since.getTime()) / dayMs);
            return [
              html`<a href="${at(`/o/clients/${facts.clientId}`, language)}">${facts.name}</a>`,
              names[current.step],
              html`<span><span class="state${current.waitsFor === 'operator' && ' note'}">${waitsFor[current.waitsFor]}</span></span>`,
              formatCount(days, language),
              labels.of(done, clientSteps.length),
            ];
          }),
        })
  }${may(principal, 'clients.change', party) && html`<p><a class="button" href="${at('/o/clients/new', language)}">${boardLabels[language].newClient}</a></p>`}</section>`;
}
