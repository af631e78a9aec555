import { html, type Content, type Html } from '../src/platform/web/html.ts';
import type { Language } from '../src/platform/web/language.ts';
import { demoFrame, inLanguage, moment, orderButton } from './demo-frame.ts';
import { demoWords } from './demo-words.ts';
import { supplierWords, type SupplierWords } from './supplier-words.ts';
import { faultNames, type RunningScript } from './supplier/fault.ts';
import { codeMailFaults, replyFaults } from './supplier/mail-faults.ts';
import type { LedgerEntry } from './supplier/ledger.ts';
import type { Counters, Supplier } from './supplier/play-supplier.ts';

/** A supplier of the demo world, as its pages name it. */
export interface PlayedSupplier {
  key: string;
  name: string;
  /** Whether the platform calls it; one that is never called can't misbehave. */
  called: boolean;
  /** What it does of its own accord, when somebody presses a button of its page. */
  deeds: SupplierDeed[];
}

export interface SupplierDeed {
  is: 'pull' | 'confirm' | 'reply' | 'send-codes';
  /** False: it could not be done. */
  act: (ask: DeedAsk) => Promise<boolean>;
}

/** What the form of a deed says; each deed reads what it needs. */
export interface DeedAsk {
  codes: number;
  rows: string;
  /** Empty: it is done well. */
  fault: string;
}

/** The faults that each deed knows. */
export const deedFaults = {
  pull: [],
  confirm: [],
  reply: replyFaults,
  'send-codes': codeMailFaults,
} as const satisfies Record<SupplierDeed['is'], readonly string[]>;

/** Codes that one mail brings at the most. */
export const maxSentCodes = 1000;

const shownEntries = 100;
const shownSymbols = 4;

export const supplierPath = (key: string): string => `/demo/suppliers/${key}`;

export function suppliersPage(
  suppliers: { played: PlayedSupplier; state: Supplier }[],
  language: Language,
): string {
  const words = supplierWords[language];
  const main = html`<p class="muted">${words.lead}</p>
<ul class="cards">${suppliers.map(({ played, state }) => supplierCard(played, state, language))}</ul>`;
  return demoFrame({ language, title: words.title, path: '/demo/suppliers', main });
}

function supplierCard({ key, name }: PlayedSupplier, state: Supplier, language: Language): Html {
  const words = supplierWords[language];
  const mood =
    state.script === null ? words.honest : `${words.misbehaves}: ${words.faults[state.script.fault]}`;
  return html`<li class="card"><h2><a href="${inLanguage(supplierPath(key), language)}">${name}</a></h2>
<p>${words.rows(state.ledger.entries.length)}; <span class="${state.script === null ? 'muted' : 'bad'}">${mood}</span></p></li>`;
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
  const words = supplierWords[language];
  const path = supplierPath(played.key);
  const main = html`<p><a href="${inLanguage('/demo/suppliers', language)}">← ${words.back}</a></p>
${wrong !== null && html`<p class="bad" role="alert">${wrong === 'deed' ? words.deedFailed : words.wrongFault}</p>`}
${played.deeds.map((deed) => deedForm(path, deed, language))}
${played.called ? [counterList(state.counters, words), faultForm(path, state.script, language), modeForm(path, state.idempotent, language)] : html`<p class="muted">${words.notCalled}</p>`}
<h2>${words.ledger}</h2>
<div class="bar"><span class="muted">${words.rows(state.ledger.entries.length)}</span><a href="${inLanguage(path, language)}">${demoWords[language].inbox.refresh}</a></div>
${ledgerTable(state.ledger.entries, language)}`;
  return demoFrame({ language, title: played.name, path, main });
}

export function missingSupplierPage(language: Language): string {
  const words = supplierWords[language];
  const main = html`<p><a href="${inLanguage('/demo/suppliers', language)}">← ${words.back}</a></p>`;
  return demoFrame({ language, title: words.missing, path: '/demo/suppliers', main });
}

function deedForm(path: string, { is }: SupplierDeed, language: Language): Html {
  const { deeds, deedFields, mailFaults } = supplierWords[language];
  const words = deeds[is];
  const faults: readonly (keyof typeof mailFaults)[] = deedFaults[is];
  return html`<form method="post" action="${path}/deed"><fieldset><legend>${words.title}</legend>
<input type="hidden" name="lang" value="${language}"><input type="hidden" name="deed" value="${is}">
<p>${words.text}</p>
${is === 'send-codes' && numberField(deedFields.codes, html`name="codes" value="5" min="1" max="${maxSentCodes}" step="1" required`)}
${is === 'reply' && html`<label class="field"><span>${deedFields.rows}</span><input type="text" name="rows" maxlength="200" autocomplete="off"></label>`}
${faults.length > 0 && html`<label class="field"><span>${deedFields.fault}</span><select name="fault"><option value="">${deedFields.noFault}</option>${faults.map((fault) => html`<option value="${fault}">${mailFaults[fault]}</option>`)}</select></label>`}
<button type="submit">${words.act}</button></fieldset></form>`;
}

const counterList = (counters: Counters, words: SupplierWords): Html =>
  html`<h2>${words.countersTitle}</h2><dl class="facts">${Object.entries(counters).map(
    ([name, count]: [string, number]) =>
      html`<dt>${words.counters[name as keyof Counters]}</dt><dd>${count}</dd>`,
  )}</dl>`;

function faultForm(path: string, script: RunningScript | null, language: Language): Html {
  const words = supplierWords[language];
  const takeBack = html`<button type="submit" name="do" value="take-back" class="second">${words.takeBack}</button>`;
  return html`<form method="post" action="${path}/fault"><fieldset><legend>${words.faultTitle}</legend>
<input type="hidden" name="lang" value="${language}">
${script !== null && html`<p class="bad">${words.now(words.faults[script.fault], script.left)}</p>`}
<label class="field"><span>${words.kind}</span><select name="fault">${faultNames.map((fault) => html`<option value="${fault}"${fault === script?.fault && html` selected`}>${words.faults[fault]}</option>`)}</select></label>
${numberField(words.seconds, html`name="seconds" min="0" max="600" step="any"`)}
${numberField(words.times, html`name="times" min="1" max="1000000" step="1"`)}
${numberField(words.rate, html`name="rate" min="0" max="1" step="any"`)}
<p class="muted small">${words.optional}</p>
<button type="submit" name="do" value="set">${words.set}</button>
${script !== null && takeBack}</fieldset></form>`;
}

const numberField = (label: string, attributes: Content): Html =>
  html`<label class="field"><span>${label}</span><input type="number" inputmode="decimal" ${attributes}></label>`;

const choice = (value: string, text: string, chosen: boolean): Html =>
  html`<label><input type="radio" name="idempotent" value="${value}"${chosen && html` checked`}> <span>${text}</span></label>`;

function modeForm(path: string, idempotent: boolean, language: Language): Html {
  const words = supplierWords[language];
  return html`<form method="post" action="${path}/mode"><fieldset><legend>${words.modeTitle}</legend>
<input type="hidden" name="lang" value="${language}">
${choice('yes', words.idempotent, idempotent)}
${choice('no', words.notIdempotent, !idempotent)}
<button type="submit">${words.setMode}</button></fieldset></form>`;
}

function ledgerTable(entries: readonly LedgerEntry[], language: Language): Html {
  const words = supplierWords[language];
  if (entries.length === 0) return html`<p>${words.ledgerEmpty}</p>${orderButton(language)}`;
  const headings = [words.at, words.what, words.number, words.face, words.request, words.fault];
  return html`<table class="stacks">
<caption class="muted small">${words.masked}</caption>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${entries
    .slice(-shownEntries)
    .toReversed()
    .map((entry) => ledgerRow(entry, words))}</tbody></table>`;
}

function ledgerRow(entry: LedgerEntry, words: SupplierWords): Html {
  const cells: [string, Content][] = [
    [words.at, moment(new Date(entry.at))],
    [words.what, words.kinds[entry.kind]],
    [words.number, masked(entry.code)],
    [words.face, entry.roubles],
    [words.request, entry.requestId],
    [words.fault, entry.fault !== null && words.faults[entry.fault]],
  ];
  return html`<tr>${cells.map(([name, content]) => html`<td data-name="${name}">${content}</td>`)}</tr>`;
}

/** A number as a page may show it; one that is hardly longer than what would be shown is hidden whole. */
function masked(number: string): string {
  return number.length < 2 * shownSymbols ? '••••' : `••••${number.slice(-shownSymbols)}`;
}
