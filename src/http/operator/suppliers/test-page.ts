/** `/o/tests/:id`: a final test, while it goes on and afterwards. */
import { findCertifyRun, type CertifyRunRead } from '../../../suppliers/certify/runs/certify-run.ts';
import type { CertifyReport } from '../../../suppliers/certify/certify.ts';
import { scenarioNames } from '../../../suppliers/certify/finding.ts';
import { certifyLabels } from '../../../suppliers/certify/labels.ts';
import { reportPage } from '../../../suppliers/certify/report-page.ts';
import { scenariosCard } from '../../../suppliers/certify/run-view.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { at } from '../../../web/request-language.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { integrationLabels } from './integration-labels.ts';

const path = '/o/tests/:id';

export function addTests(pages: OperatorPages): void {
  pages.page<CertifyRunRead>({ path, needs: 'suppliers.read', load, view });
  pages.act({
    path: `${path}/report`,
    needs: 'suppliers.read',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: async (call) => {
      const run = await load(call);
      if (run === null || run.report === null) return { is: 'missing' };
      const bytes = Buffer.from(reportPage(run.report, call.language).markup);
      const name = `facevalue-test-${run.runId}.html`;
      return { is: 'file', file: { name, contentType: 'text/html; charset=utf-8', bytes } };
    },
  });
}

const load = ({ ctx, params }: OperatorCall): Promise<CertifyRunRead | null> =>
  findCertifyRun(ctx.pageDb, { runId: idIn(params['id']) ?? 0 });

function view(run: CertifyRunRead, { language }: OperatorCall): ShellPage {
  const labels = integrationLabels[language];
  const moves = run.state === 'waiting' || run.state === 'running';
  return {
    title: `${labels.run(run.runId)}: ${run.supplierName}`,
    renews: moves,
    main: html`<p><a href="${at(`/o/suppliers/${run.supplierId}`, language)}">${run.supplierName}</a></p>
<h1>${labels.run(run.runId)}</h1>
<section class="card">${factsView([
      [labels.asked, momentView(run.askedAt, language)],
      [labels.by, run.askedName],
      [labels.result, labels.states[run.state]],
    ])}</section>
<div id="live" data-state="${run.state}">${moves && progressView(run, language)}</div>
${run.state === 'interrupted' && html`<p class="notice no">${labels.interrupted}</p>`}
${run.refusal !== null && html`<p class="notice no">${labels.refusals[run.refusal]}</p>`}
${run.report !== null && reportView(run.runId, run.report, language)}`,
  };
}

function progressView({ scenario, scenarios }: CertifyRunRead, language: Language): Html {
  const labels = integrationLabels[language];
  return html`<section class="card"><progress max="${scenarioNames.length}" value="${scenarios}" aria-label="${labels.certify}"></progress>
<p class="hint">${scenario !== null && labels.progress(certifyLabels[language].scenarios[scenario])} ${labels.renews}</p></section>`;
}

function reportView(runId: number, report: CertifyReport, language: Language): Html {
  const labels = certifyLabels[language];
  const { download } = integrationLabels[language];
  return html`<p class="notice ${report.green ? 'yes' : 'no'}">${report.green ? labels.green : labels.red}</p>
${report.codes > 0 && html`<p>${labels.made(report.codes)}</p>`}
<form method="post" action="${at(`/o/tests/${runId}/report`, language)}"><div class="actions"><button class="button">${download}</button></div></form>
${scenariosCard(report, language)}`;
}
