import { runsTable } from '../../../suppliers/certify/run-view.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldView } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { factsView } from '../../../web/shell/parts-view.ts';
import type { OperatorCall } from '../operator.ts';
import { integrationLabels } from './integration-labels.ts';
import { testState } from './list-page.ts';
import { settingName } from './setting-names.ts';
import type { Look, SupplierData } from './supplier-data.ts';

/** How a supplier is called, one call to try it, and its final tests. */
export function integrationCards(data: SupplierData, look: Look, call: OperatorCall): Html {
  const { language, principal, party } = call;
  const labels = integrationLabels[language];
  const { agreement, supplier, runs } = data;
  const own = (act: string): string => at(`/o/suppliers/${supplier.id}${act}`, language);
  const mayChange = may(principal, 'integration.change', party);
  return html`<section class="card" id="integration"><h2>${labels.title}</h2><p>${labels.lead}</p>
${
  agreement === null
    ? html`<p class="muted">${labels.none}</p>`
    : factsView([
        [labels.adapter, settingName(agreement.adapter.title, call.language)],
        [labels.timeout, String(agreement.timeoutMs)],
        [labels.idempotentLabel, agreement.idempotent ? labels.idempotent : labels.idempotentNo],
      ])
}
<div class="actions">${mayChange && html`<a class="button" href="${own('/settings')}">${labels.settings}</a>`}<a class="button" href="${own('/log')}">${labels.log}</a></div>
${mayChange && agreement !== null && tryForms(look, own, language)}</section>
<section class="card" id="tests"><h2>${labels.certify}</h2><p>${labels.certifyLead}</p>
${runs.length > 0 && runsTable({ runs, path: '/o/tests', labels, name: labels.certify, resultOf: ({ state, green }) => (green === null ? labels.states[state] : testState(green, language)) }, language)}
${mayChange && certifyForm(look, own, language)}</section>`;
}

function tryForms({ errors, typed }: Look, own: (act: string) => string, language: Language): Html {
  const labels = integrationLabels[language];
  return html`<h3>${labels.tryOut}</h3><p>${labels.tryLead}</p>
<form method="post" action="${own('/try')}"><input type="hidden" name="call" value="issue"><div class="actions"><button class="button">${labels.tryIssue}</button></div></form>
<form method="post" action="${own('/try')}">${fieldView({ name: 'tryCode', label: labels.tryCode, value: typed.get('tryCode') ?? '', error: errors['tryCode'], attributes: html`maxlength="200" autocomplete="off" spellcheck="false"` })}
<div class="actions"><button class="button">${labels.tryActivate}</button></div></form>`;
}

function certifyForm({ errors, typed }: Look, own: (act: string) => string, language: Language): Html {
  const labels = integrationLabels[language];
  const error = errors['confirm'];
  return html`<form method="post" action="${own('/certify')}">
<div class="field"><label class="choice"><input id="confirm" type="checkbox" name="confirm" value="yes"${error !== undefined && html` aria-invalid="true" aria-describedby="confirm-error"`}> ${labels.confirm}</label>${error !== undefined && html`<p class="wrong" id="confirm-error">${error}</p>`}</div>
${fieldView({ name: 'calls', label: labels.calls, value: typed.get('calls') || '50', error: errors['calls'], attributes: html`inputmode="numeric" maxlength="4"` })}
${fieldView({ name: 'testCode', label: labels.testCode, hint: labels.testCodeHint, error: errors['testCode'], attributes: html`maxlength="200" autocomplete="off" spellcheck="false"` })}
<div class="actions"><button class="button main">${labels.begin}</button></div></form>`;
}
