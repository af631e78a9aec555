/** `/o/settlement/outstanding`: what is left of certificates that are used in parts or exchanged. */
import { may } from '../../../people/access/principal.ts';
import { html } from '../../../platform/text/html.ts';
import { readOutstanding, type Outstanding } from '../../../redemption/outstanding/read-outstanding.ts';
import { outstandingView } from '../../../reports/order-story/outstanding-view.ts';
import { at } from '../../../web/request-language.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorPages } from '../operator.ts';
import { settlementLabels } from './labels.ts';

export const outstandingPath = '/o/settlement/outstanding';

export function addOutstanding(pages: OperatorPages): void {
  pages.page<Outstanding>({
    path: outstandingPath,
    needs: 'settlement.read',
    load: ({ ctx }) => readOutstanding(ctx, null),
    view(outstanding, call) {
      const { language, principal, party } = call;
      const labels = settlementLabels[language];
      const link = (id: number, name: string) => operatorLink(call, `/o/clients/${id}`, name);
      const clientLink = may(principal, 'clients.read', party) ? link : null;
      return {
        title: labels.outstanding,
        main: html`<p><a href="${at('/o/settlement', language)}">${labels.title}</a></p><h1>${labels.outstanding}</h1>${outstandingView(outstanding, language, clientLink)}`,
      };
    },
  });
}
