import { listApprovals, type Approval } from '../../../people/approvals/approvals.ts';
import { html } from '../../../platform/text/html.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { workLabels } from './labels.ts';

/** `/o`: what waits for somebody. */
export function addWork(pages: OperatorPages): void {
  pages.page<Approval[]>({
    path: '/o',
    needs: 'work.read',
    load: ({ ctx, party, now }) => listApprovals(ctx.pageDb, party, now),
    view: (approvals, call) => view(approvals, call),
  });
}

function view(approvals: Approval[], { language }: OperatorCall): ShellPage {
  const labels = workLabels[language];
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
${
  approvals.length === 0
    ? emptyView(labels.nothing)
    : html`<section class="card"><h2>${labels.approvals}</h2><ul>${approvals.map(
        ({ act, askedName, expiresAt }) =>
          html`<li>${act} · ${askedName} · ${labels.until} ${momentView(expiresAt, language)}</li>`,
      )}</ul></section>`
}`,
  };
}
