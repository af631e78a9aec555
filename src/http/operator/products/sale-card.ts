/** Whether a product is on sale, what is lacking before, and on whose word it is. */
import { canBeVouchedFor, type JudgedProduct, type Lack } from '../../../catalog/judge-offers.ts';
import { lackText, vouchWords } from '../../../catalog/lack-labels.ts';
import { schemesTestedByHand } from '../../../catalog/scheme.ts';
import { longestReason } from '../../../catalog/vouches.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { areaView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { saleLabels } from './sale-labels.ts';

/** What clients see of it. */
export function saleState(
  { switchedOn, offered }: { switchedOn: boolean; offered: boolean | null },
  language: Language,
): Html {
  const { onSale, notYet, offSale } = saleLabels[language];
  const [look, text] = offered === true ? [' yes', onSale] : switchedOn ? [' note', notYet] : ['', offSale];
  return html`<span><span class="state${look}">${text}</span></span>`;
}

interface Look {
  mayChange: boolean;
  errors: FieldErrors;
  typed: URLSearchParams | null;
}

export function saleCard(product: JudgedProduct, call: OperatorCall, look: Look): Html {
  const { language } = call;
  const labels = saleLabels[language];
  const { switchedOn, lacks, vouch, offeredSince } = product;
  const words = vouch && vouchWords(vouch, language);
  return html`<section class="card" id="sale"><h2>${labels.title}: ${saleState(product, language)}</h2>
${words && html`<p>${labels.onWord}</p>`}
${factsView([
  offeredSince && [labels.since, momentView(offeredSince, language)],
  words && vouch && [labels.voucher, html`${words.byName}, ${momentView(vouch.at, language)}`],
  words && [labels.reason, words.reason],
])}
${lacks.length > 0 && html`<p>${labels.lacking(switchedOn)}</p><ul>${lacks.map((lack) => html`<li>${lackText(lack, product, language)} ${nextStep(lack, product, call)}</li>`)}</ul>`}
${look.mayChange && saleForm(product, language)}
${look.mayChange && vouchForm(product, language, look)}</section>`;
}

/** Where it is done; null: it can't be. */
function nextStep(
  lack: Lack,
  { productId, supplierId, scheme }: JudgedProduct,
  call: OperatorCall,
): Html | null {
  const { next } = saleLabels[call.language];
  switch (lack) {
    case 'exchange':
      return null;
    case 'targets':
      return operatorLink(call, `/o/products/${productId}/exchange`, next[lack]);
    case 'calls':
      return operatorLink(call, `/o/suppliers/${supplierId}/settings`, next[lack]);
    case 'supplier-codes':
      return operatorLink(call, '/o/imports', next[lack]);
    case 'test':
    case 'red-test':
      return schemesTestedByHand.includes(scheme)
        ? operatorLink(call, '/o/onboarding', next['by-hand'])
        : operatorLink(call, `/o/suppliers/${supplierId}`, next[lack]);
  }
}

const own = ({ productId }: JudgedProduct, act: string, language: Language): string =>
  at(`/o/products/${productId}${act}`, language);

function saleForm(product: JudgedProduct, language: Language): Html {
  const { takeOff, putOn, putOnHint } = saleLabels[language];
  return product.switchedOn
    ? html`<form method="post" action="${own(product, '/off', language)}"><div class="actions"><button class="button">${takeOff}</button></div></form>`
    : html`<form method="post" action="${own(product, '/on', language)}"><div class="actions"><button class="button main">${putOn}</button></div><p class="hint">${putOnHint}</p></form>`;
}

function vouchForm(product: JudgedProduct, language: Language, { errors, typed }: Look): Html | null {
  const labels = saleLabels[language];
  if (product.vouch !== null)
    return html`<form method="post" action="${own(product, '/vouch/withdraw', language)}"><div class="actions"><button class="button">${labels.withdraw}</button></div><p class="hint">${labels.withdrawHint}</p></form>`;
  if (!canBeVouchedFor(product)) return null;
  const error = errors['reason'];
  return html`<details class="more"${error !== undefined && html` open`}><summary>${labels.vouch}</summary><p>${labels.vouchLead}</p>
<form method="post" action="${own(product, '/vouch', language)}">
${areaView({ name: 'reason', label: labels.vouchReason, hint: labels.vouchReasonHint, value: typed?.get('reason') ?? '', error, attributes: html`required rows="3" maxlength="${longestReason}"` })}
<div class="actions"><button class="button main">${labels.vouch}</button></div></form></details>`;
}
