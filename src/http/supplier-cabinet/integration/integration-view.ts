/** `/s/integration`: tokens, networks, the final test and its reports. */
import { runsTable } from '../../../suppliers/certify/run-view.ts';
import type { CertifyRun } from '../../../suppliers/certify/runs/certify-run.ts';
import { ourCallsCard } from '../../../reports/integration-log/ours-view.ts';
import { theirCallsCard, type TheirCalls } from '../../../reports/integration-log/theirs-view.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { RecentExchange } from '../../../reports/recent-supplier-calls.ts';
import type { Gap } from '../../../suppliers/used-export/gaps.ts';
import type { IntegrationAccess } from '../../../suppliers/used-export/integration-access.ts';
import { exportFields, exportFormats } from '../../../suppliers/used-export/used-item.ts';
import { type FieldErrors, fieldView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { SupplierCall } from '../supplier-cabinet.ts';
import { gapsCard } from './gaps-view.ts';
import { integrationLabels, type IntegrationLabels } from './labels.ts';
import { secretsPage } from '../../../web/shell/secrets-view.ts';

const path = '/s/integration';

export interface IntegrationData {
  access: IntegrationAccess | null;
  runs: CertifyRun[];
  /** One more than is listed, if there are more. */
  exchanges: RecentExchange[];
  theirs: TheirCalls;
  /** What of its sales the supplier was never completely answered. */
  gaps: Gap[];
  answeredAt: Date | null;
  /** What was typed, after a refused form. */
  typed: URLSearchParams | null;
}

export function integrationView(
  data: IntegrationData,
  { language }: SupplierCall,
  errors: FieldErrors = {},
): ShellPage {
  const labels = integrationLabels[language];
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
${accessCard(data, labels, language, errors)}
${gapsCard(data, language)}
${testCard(data.runs, labels, language, errors)}
${theirCallsCard(data.theirs, { reader: 'supplier', path }, language)}
${ourCallsCard({ exchanges: data.exchanges, reader: 'supplier', path, hrefOf: ({ exchangeId }) => `${path}/calls/${exchangeId}` }, language)}`,
  };
}

function accessCard(
  { access, typed }: IntegrationData,
  labels: IntegrationLabels,
  language: Language,
  errors: FieldErrors,
): Html {
  const networks = typed?.get('networks') ?? access?.allowedNetworks.join(', ') ?? '';
  const fields: string[] = typed?.getAll('field') ?? access?.fields ?? [...exportFields];
  const formats = exportFormats.map((one) => ({ value: one, text: one.toUpperCase() }));
  return html`<section class="card"><h2>${labels.access}</h2><p>${labels.accessLead}</p>
<p>${labels.token}: <b>${labels.hasToken[access?.hasToken === true ? 'yes' : 'no']}</b></p>
<form method="post" action="${at(`${path}/token`, language)}"><div class="actions"><button class="button">${labels.newToken}</button></div><p class="hint">${labels.newTokenHint}</p></form>
<form class="narrow" method="post" action="${at(path, language)}">
${fieldView({ name: 'networks', label: labels.networks, hint: labels.networksHint, value: networks, error: errors['networks'], attributes: html`maxlength="2000" autocomplete="off" spellcheck="false"` })}
${selectField({ name: 'format', label: labels.format, choices: formats, value: typed?.get('format') ?? access?.format ?? 'json', error: errors['format'] })}
<fieldset><legend>${labels.fields}</legend><p><code>code</code> — ${labels.always}</p><div class="choices-beside">${exportFields.filter((one) => one !== 'code').map((one) => html`<label class="choice"><input type="checkbox" name="field" value="${one}"${fields.includes(one) && html` checked`}> <code>${one}</code></label>`)}</div></fieldset>
<div class="actions"><button class="button main">${labels.save}</button></div></form></section>`;
}

/** A token, shown once. */
export function tokenView(token: string, language: Language): ShellPage {
  const labels = integrationLabels[language];
  const items = [{ name: labels.token, value: token }];
  return secretsPage(
    { title: labels.shown, lead: labels.shownLead, items, fileName: 'token', to: path },
    language,
  );
}

function testCard(
  runs: CertifyRun[],
  labels: IntegrationLabels,
  language: Language,
  { confirm: error }: FieldErrors,
): Html {
  return html`<section class="card"><h2>${labels.test}</h2><p>${labels.testLead}</p>
<form method="post" action="${at(`${path}/test`, language)}">
<div class="field"><label class="choice"><input id="confirm" type="checkbox" name="confirm" value="yes"${error !== undefined && html` aria-invalid="true" aria-describedby="confirm-error"`}> ${labels.confirm}</label>${error !== undefined && html`<p class="wrong" id="confirm-error">${error}</p>`}</div>
<div class="actions"><button class="button">${labels.begin}</button></div></form>
${runs.length > 0 && runsTable({ runs, path: `${path}/tests`, labels, name: labels.test, resultOf: (run) => html`<span>${runState(run, labels)}</span>` }, language)}</section>`;
}

export function runState({ state, green }: CertifyRun, labels: IntegrationLabels): Html {
  if (green === null) return html`<span class="state note">${labels.states[state]}</span>`;
  return html`<span class="state ${green ? 'yes' : 'no'}">${green ? labels.green : labels.red}</span>`;
}
