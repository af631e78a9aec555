/** `/s/integration/log`: masked calls in both directions. */
import type { CertifyRunRead } from '../../../suppliers/certify/runs/certify-run.ts';
import { scenarioNames } from '../../../suppliers/certify/finding.ts';
import { certifyLabels } from '../../../suppliers/certify/labels.ts';
import { scenariosCard } from '../../../suppliers/certify/run-view.ts';
import { logLabels } from '../../../reports/integration-log/labels.ts';
import { attemptsView } from '../../../reports/integration-log/ours-view.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { callsOfExchange } from '../../../reports/recent-supplier-calls.ts';
import { at } from '../../../web/request-language.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { runState } from './integration-view.ts';
import { integrationLabels, type IntegrationLabels } from './labels.ts';

const path = '/s/integration';

export interface ExchangeData {
  exchangeId: number;
  calls: Awaited<ReturnType<typeof callsOfExchange>>;
}

/** One request to the supplier: every call, with what was said; codes and secrets are masked in it. */
export function exchangeView({ exchangeId, calls }: ExchangeData, language: Language): ShellPage {
  const title = logLabels[language].request(exchangeId);
  return {
    title,
    main: html`<h1>${title}</h1><p><a href="${at(path, language)}#log">${integrationLabels[language].back}</a></p>
${attemptsView(calls, language)}`,
  };
}

/** A final test, while it goes on and afterwards. */
export function runView(run: CertifyRunRead, language: Language): ShellPage {
  const labels = integrationLabels[language];
  const moves = run.state === 'waiting' || run.state === 'running';
  return {
    title: labels.run(run.runId),
    renews: moves,
    main: html`<h1>${labels.run(run.runId)}</h1><p><a href="${at(path, language)}">${labels.back}</a></p>
<section class="card">${factsView([
      [labels.result, runState(run, labels)],
      [labels.asked, momentView(run.askedAt, language)],
      [labels.by, run.askedName],
    ])}</section>
<div id="live" data-state="${run.state}">${moves && progressView(run, labels, language)}</div>
${run.state === 'interrupted' && html`<p class="notice no">${labels.interrupted}</p>`}
${run.refusal !== null && html`<p class="notice no">${labels.refusals[run.refusal]}</p>`}
${
  run.report !== null &&
  html`<form method="post" action="${at(`${path}/tests/${run.runId}/report`, language)}"><div class="actions"><button class="button">${labels.download}</button></div></form>
${scenariosCard(run.report, language)}`
}`,
  };
}

function progressView(
  { scenario, scenarios }: CertifyRunRead,
  labels: IntegrationLabels,
  language: Language,
): Html {
  const now = scenario === null ? '' : certifyLabels[language].scenarios[scenario];
  return html`<section class="card"><progress max="${String(scenarioNames.length)}" value="${String(scenarios)}" aria-label="${labels.progress}"></progress><p class="hint" role="status">${now}</p></section>`;
}
