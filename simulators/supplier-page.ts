import { html, type Content, type Html } from '../src/platform/text/html.ts';
import type { Language } from '../src/platform/text/language.ts';
import { demoFrame, inLanguage, moment, orderButton } from './demo-frame.ts';
import { demoLabels } from './demo-labels.ts';
import { deedFaults, maxSentCodes, type PlayedSupplier, type SupplierDeed } from './played-supplier.ts';
import { supplierLabels, type SupplierLabels } from './supplier-labels.ts';
import { faultNames, type RunningScript } from './supplier/fault.ts';
import type { LedgerEntry } from './supplier/ledger.ts';
import type { Counters, Supplier } from './supplier/play-supplier.ts';

const shownEntries = 100;
const shownSymbols = 4;

export const supplierPath = (key: string): string => `/demo/suppliers/${key}`;

export function suppliersPage(
  suppliers: { played: PlayedSupplier; state: Supplier }[],
  language: Language,
): string {
  const labels = supplierLabels[language];
  const main = html`<p class="muted">${labels.lead}</p>
<ul class="cards">${suppliers.map(({ played, state }) => supplierCard(played, state, language))}</ul>`;
  return demoFrame({ language, title: labels.title, path: '/demo/suppliers', main });
}

function supplierCard({ key, name }: PlayedSupplier, state: Supplier, language: Language): Html {
  const labels = supplierLabels[language];
  const mode =
    state.script === null ? labels.honest : `${labels.misbehaves}: ${labels.faults[state.script.fault]}`;
  return html`<li class="card"><h2><a href="${inLanguage(supplierPath(key), language)}">${name}</a></h2>
<p>${labels.rows(state.ledger.entries.length)}; <span class="${state.script === null ? 'muted' : 'bad'}">${mode}</span></p></li>`;
}

export type WrongForm = 'fault' | 'mode' | 'deed';

export interface SupplierView {
  played: PlayedSupplier;
  state: Supplier;
  /** What the last form asked could not be done. */
  wrong: WrongForm | null;
  language: Language;
}

export function supplierPage({ played, state, wrong, language }: SupplierView): string {
  const labels = supplierLabels[language];
  const path = supplierPath(played.key);
  const main = html`<p><a href="${inLanguage('/demo/suppliers', language)}">← ${labels.back}</a></p>
${wrong !== null && html`<p class="bad" role="alert">${wrong === 'deed' ? labels.deedFailed : labels.wrongFault}</p>`}
${played.deeds.map((deed) => deedForm(path, deed, language))}
${played.called ? [counterList(state.counters, labels), faultForm(path, state.script, language), modeForm(path, state.idempotent, language)] : html`<p class="muted">${labels.notCalled}</p>`}
<h2>${labels.ledger}</h2>
<div class="bar"><span class="muted">${labels.rows(state.ledger.entries.length)}</span><a href="${inLanguage(path, language)}">${demoLabels[language].inbox.refresh}</a></div>
${ledgerTable(state.ledger.entries, language)}`;
  return demoFrame({ language, title: played.name, path, main });
}

export function missingSupplierPage(language: Language): string {
  const labels = supplierLabels[language];
  const main = html`<p><a href="${inLanguage('/demo/suppliers', language)}">← ${labels.back}</a></p>`;
  return demoFrame({ language, title: labels.missing, path: '/demo/suppliers', main });
}

function deedForm(path: string, { is }: SupplierDeed, language: Language): Html {
  const { deeds, deedFields, mailFaults } = supplierLabels[language];
  const labels = deeds[is];
  const faults: readonly (keyof typeof mailFaults)[] = deedFaults[is];
  return html`<form method="post" action="${path}/deed"><fieldset><legend>${labels.title}</legend>
<input type="hidden" name="lang" value="${language}"><input type="hidden" name="deed" value="${is}">
<p>${labels.text}</p>
${is === 'send-codes' && numberField(deedFields.codes, html`name="codes" value="5" min="1" max="${maxSentCodes}" step="1" required`)}
${is === 'reply' && html`<label class="field"><span>${deedFields.rows}</span><input type="text" name="rows" maxlength="200" autocomplete="off"></label>`}
${faults.length > 0 && html`<label class="field"><span>${deedFields.fault}</span><select name="fault"><option value="">${deedFields.noFault}</option>${faults.map((fault) => html`<option value="${fault}">${mailFaults[fault]}</option>`)}</select></label>`}
<button type="submit">${labels.act}</button></fieldset></form>`;
}

const counterList = (counters: Counters, labels: SupplierLabels): Html =>
  html`<h2>${labels.countersTitle}</h2><dl class="facts">${Object.entries(counters).map(
    ([name, count]: [string, number]) =>
      html`<dt>${labels.counters[name as keyof Counters]}</dt><dd>${count}</dd>`,
  )}</dl>`;

function faultForm(path: string, script: RunningScript | null, language: Language): Html {
  const labels = supplierLabels[language];
  const takeBack = html`<button type="submit" name="do" value="take-back" class="second">${labels.takeBack}</button>`;
  return html`<form method="post" action="${path}/fault"><fieldset><legend>${labels.faultTitle}</legend>
<input type="hidden" name="lang" value="${language}">
${script !== null && html`<p class="bad">${labels.now(labels.faults[script.fault], script.left)}</p>`}
<label class="field"><span>${labels.kind}</span><select name="fault">${faultNames.map((fault) => html`<option value="${fault}"${fault === script?.fault && html` selected`}>${labels.faults[fault]}</option>`)}</select></label>
${numberField(labels.seconds, html`name="seconds" min="0" max="600" step="any"`)}
${numberField(labels.times, html`name="times" min="1" max="1000000" step="1"`)}
${numberField(labels.rate, html`name="rate" min="0" max="1" step="any"`)}
<p class="muted small">${labels.optional}</p>
<button type="submit" name="do" value="set">${labels.set}</button>
${script !== null && takeBack}</fieldset></form>`;
}

const numberField = (label: string, attributes: Content): Html =>
  html`<label class="field"><span>${label}</span><input type="number" inputmode="decimal" ${attributes}></label>`;

const choice = (value: string, text: string, chosen: boolean): Html =>
  html`<label><input type="radio" name="idempotent" value="${value}"${chosen && html` checked`}> <span>${text}</span></label>`;

function modeForm(path: string, idempotent: boolean, language: Language): Html {
  const labels = supplierLabels[language];
  return html`<form method="post" action="${path}/mode"><fieldset><legend>${labels.modeTitle}</legend>
<input type="hidden" name="lang" value="${language}">
${choice('yes', labels.idempotent, idempotent)}
${choice('no', labels.notIdempotent, !idempotent)}
<button type="submit">${labels.setMode}</button></fieldset></form>`;
}

function ledgerTable(entries: readonly LedgerEntry[], language: Language): Html {
  const labels = supplierLabels[language];
  if (entries.length === 0) return html`<p>${labels.ledgerEmpty}</p>${orderButton(language)}`;
  const headings = [labels.at, labels.what, labels.number, labels.face, labels.request, labels.fault];
  return html`<table class="stacks">
<caption class="muted small">${labels.masked}</caption>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${entries
    .slice(-shownEntries)
    .toReversed()
    .map((entry) => ledgerRow(entry, labels))}</tbody></table>`;
}

function ledgerRow(entry: LedgerEntry, labels: SupplierLabels): Html {
  const cells: [string, Content][] = [
    [labels.at, moment(new Date(entry.at))],
    [labels.what, labels.kinds[entry.kind]],
    [labels.number, masked(entry.code)],
    [labels.face, entry.roubles],
    [labels.request, entry.requestId],
    [labels.fault, entry.fault !== null && labels.faults[entry.fault]],
  ];
  return html`<tr>${cells.map(([name, content]) => html`<td data-name="${name}">${content}</td>`)}</tr>`;
}

/** A number as a page may show it; one that is hardly longer than what would be shown is hidden whole. */
function masked(number: string): string {
  return number.length < 2 * shownSymbols ? '••••' : `••••${number.slice(-shownSymbols)}`;
}
