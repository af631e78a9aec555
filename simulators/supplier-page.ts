/** The pages of the demo's suppliers. */
import { html, type Content, type Html } from '../src/platform/text/html.ts';
import type { Language } from '../src/platform/text/language.ts';
import type { Page } from '../src/web/frame.ts';
import { at } from '../src/web/request-language.ts';
import { exactMomentView } from '../src/web/shell/parts-view.ts';
import { choiceView, demoFrame, nothingYet, orderButton } from './demo-frame.ts';
import { demoLabels } from './demo-labels.ts';
import { deedFaults, maxSentCodes, type PlayedSupplier, type SupplierDeed } from './played-supplier.ts';
import { supplierLabels, type SupplierLabels } from './supplier-labels.ts';
import { faultNames, type RunningScript } from './supplier/fault.ts';
import type { LedgerEntry } from './supplier/ledger.ts';
import type { Counters, Supplier } from './supplier/play-supplier.ts';

const shownEntries = 100;
const shownSymbols = 4;

export const supplierPath = (key: string): string => `/demo/suppliers/${key}`;

/** The page that lists the simulated suppliers. */
export function suppliersPage(
  suppliers: { played: PlayedSupplier; state: Supplier }[],
  language: Language,
): Page {
  const labels = supplierLabels[language];
  const group = (title: string, text: string, isCalled: boolean): Html | null => {
    const members = suppliers.filter(({ played }) => played.called === isCalled);
    if (members.length === 0) return null;
    return html`<section><h2>${title}</h2><p class="muted">${text}</p>
<ul class="card lines">${members.map(({ played, state }) => supplierLine(played, state, language))}</ul></section>`;
  };
  const main = html`<p class="lead">${labels.lead}</p>
${group(labels.called.title, labels.called.text, true)}
${group(labels.ahead.title, labels.ahead.text, false)}`;
  return demoFrame({ language, title: labels.title, path: '/demo/suppliers', main });
}

function supplierLine(played: PlayedSupplier, state: Supplier, language: Language): Html {
  const labels = supplierLabels[language];
  return html`<li><a href="${at(supplierPath(played.key), language)}"><b>${played.name}</b>
${state.script !== null && html`<span class="state no">${labels.faultSet}: ${labels.faults[state.script.fault]}</span>`}
<span class="under">${labels.ways[played.way]}</span>
${state.ledger.entries.length > 0 && html`<span class="to">${labels.rows(state.ledger.entries.length)}</span>`}</a></li>`;
}

export type WrongForm = 'fault' | 'mode' | 'deed';

export interface SupplierView {
  played: PlayedSupplier;
  state: Supplier;
  /** The last action failed. */
  wrong: WrongForm | null;
  language: Language;
}

export function supplierPage({ played, state, wrong, language }: SupplierView): Page {
  const labels = supplierLabels[language];
  const path = supplierPath(played.key);
  const main = html`<p><a href="${at('/demo/suppliers', language)}">← ${labels.back}</a></p>
${wrong !== null && html`<p class="notice no" role="alert">${wrong === 'deed' ? labels.deedFailed : labels.wrongFault}</p>`}
${played.called ? counterList(state.counters, labels) : html`<p class="notice">${labels.notCalled}</p>`}
<div class="forms">
${played.deeds.map((deed) => deedForm(path, deed, language))}
${played.called && [faultForm(path, state.script, language), modeForm(path, state.idempotent, language)]}
</div>
<h2>${labels.ledger}</h2>
<div class="bar"><span class="state">${labels.rows(state.ledger.entries.length)}</span><a href="${at(path, language)}">${demoLabels[language].inbox.refresh}</a></div>
${ledgerTable(state.ledger.entries, language)}`;
  return demoFrame({ language, title: played.name, path, main });
}

export function missingSupplierPage(language: Language): Page {
  const labels = supplierLabels[language];
  const main = html`<p><a href="${at('/demo/suppliers', language)}">← ${labels.back}</a></p>`;
  return demoFrame({ language, title: labels.missing, path: '/demo/suppliers', main });
}

function deedForm(path: string, { is }: SupplierDeed, language: Language): Html {
  const { deeds, deedFields, mailFaults } = supplierLabels[language];
  const labels = deeds[is];
  const faults: readonly (keyof typeof mailFaults)[] = deedFaults[is];
  const id = `deed-${is}`;
  return html`<form class="card" method="post" action="${at(`${path}/deed`, language)}">
<h2>${labels.title}</h2>
<input type="hidden" name="deed" value="${is}">
<p>${labels.text}</p>
${is === 'send-codes' && numberField(deedFields.codes, `${id}-codes`, html`name="codes" value="5" min="1" max="${maxSentCodes}" step="1" required`)}
${is === 'reply' && html`<div class="field"><label for="${id}-rows">${deedFields.rows}</label><input id="${id}-rows" type="text" name="rows" maxlength="200" autocomplete="off"></div>`}
${faults.length > 0 && html`<div class="field"><label for="${id}-fault">${deedFields.fault}</label><select id="${id}-fault" name="fault"><option value="">${deedFields.noFault}</option>${faults.map((fault) => html`<option value="${fault}">${mailFaults[fault]}</option>`)}</select></div>`}
<button class="button main" type="submit">${labels.act}</button></form>`;
}

const counterList = (counters: Counters, labels: SupplierLabels): Html =>
  html`<dl class="tiles" aria-label="${labels.countersTitle}">${Object.entries(counters).map(
    ([name, count]: [string, number]) =>
      html`<div><dt>${labels.counters[name as keyof Counters]}</dt><dd>${count}</dd></div>`,
  )}</dl>`;

function faultForm(path: string, script: RunningScript | null, language: Language): Html {
  const labels = supplierLabels[language];
  const takeBack = html`<button class="button" type="submit" name="do" value="take-back">${labels.takeBack}</button>`;
  return html`<form class="card" method="post" action="${at(`${path}/fault`, language)}">
<h2>${labels.faultTitle}</h2>
${script !== null && html`<p class="notice no">${labels.now(labels.faults[script.fault], script.left)}</p>`}
<div class="field"><label for="fault">${labels.kind}</label><select id="fault" name="fault">${faultNames.map((fault) => html`<option value="${fault}"${fault === script?.fault && html` selected`}>${labels.faults[fault]}</option>`)}</select></div>
${numberField(labels.seconds, 'seconds', html`name="seconds" min="0" max="600" step="any"`)}
${numberField(labels.times, 'times', html`name="times" min="1" max="1000000" step="1"`)}
${numberField(labels.rate, 'rate', html`name="rate" min="0" max="1" step="any"`)}
<p class="hint">${labels.optional}</p>
<div class="actions"><button class="button main" type="submit" name="do" value="set">${labels.set}</button>
${script !== null && takeBack}</div></form>`;
}

const numberField = (label: string, id: string, attributes: Content): Html =>
  html`<div class="field"><label for="${id}">${label}</label><input id="${id}" type="number" inputmode="decimal" ${attributes}></div>`;

const modeForm = (path: string, idempotent: boolean, language: Language): Html => {
  const labels = supplierLabels[language];
  return html`<form class="card" method="post" action="${at(`${path}/mode`, language)}"><fieldset><legend>${labels.modeTitle}</legend>
${choiceView('idempotent', 'yes', labels.idempotent, idempotent)}
${choiceView('idempotent', 'no', labels.notIdempotent, !idempotent)}</fieldset>
<button class="button main" type="submit">${labels.setMode}</button></form>`;
};

function ledgerTable(entries: readonly LedgerEntry[], language: Language): Html {
  const labels = supplierLabels[language];
  if (entries.length === 0) return nothingYet(labels.ledgerEmpty, orderButton(language));
  const headings = [labels.at, labels.what, labels.number, labels.face, labels.request, labels.fault];
  return html`<div class="card"><table class="stacks">
<caption>${labels.masked}</caption>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${entries
    .slice(-shownEntries)
    .toReversed()
    .map((entry) => ledgerRow(entry, language))}</tbody></table></div>`;
}

function ledgerRow(entry: LedgerEntry, language: Language): Html {
  const labels = supplierLabels[language];
  const cells: [string, Content][] = [
    [labels.at, exactMomentView(new Date(entry.at), language)],
    [labels.what, labels.kinds[entry.kind]],
    [labels.number, masked(entry.code)],
    [labels.face, entry.roubles],
    [labels.request, entry.requestId],
    [labels.fault, entry.fault !== null && labels.faults[entry.fault]],
  ];
  return html`<tr>${cells.map(([name, content]) => html`<td data-name="${name}">${content}</td>`)}</tr>`;
}

/** A number masked for display; a short one is hidden completely. */
function masked(number: string): string {
  return number.length < 2 * shownSymbols ? '••••' : `••••${number.slice(-shownSymbols)}`;
}
