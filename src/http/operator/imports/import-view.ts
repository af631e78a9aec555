/** `/o/imports/:id`: what a catalogue would change, and what became of it. */
import type { ProductChange } from '../../../catalog/import/product-changes.ts';
import type { Lack } from '../../../catalog/judge-offers.ts';
import { lackName } from '../../../catalog/lack-labels.ts';
import type { CatalogReport } from '../../../catalog/import/import-catalog.ts';
import type { CatalogueImport, ImportOutcome } from '../../../acts/catalog/imports/catalogue-import.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { at } from '../../../web/request-language.ts';
import { selectField } from '../../../web/form-view.ts';
import { tableView } from '../../../web/shell/list-view.ts';
import { tilesView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { choicesOf, stateView } from './imports-view.ts';
import { importLabels, type ImportLabels } from './labels.ts';

const path = '/o/imports';
/** The file has all. */
const changesShown = 100;
const problemsShown = 100;
const idsShown = 50;

export const isMoving = ({ state }: CatalogueImport): boolean => state === 'waiting';

interface View {
  one: CatalogueImport;
  call: OperatorCall;
  labels: ImportLabels;
  mayChange: boolean;
}

/** `/o/imports/:id`: what a catalogue would change, and what became of it. */
export function importView(one: CatalogueImport, call: OperatorCall): ShellPage {
  const { language, principal, party } = call;
  const labels = importLabels[language];
  const view = { one, call, labels, mayChange: may(principal, 'products.change', party) };
  return {
    title: `${labels.number} ${one.id}`,
    main: html`<p><a href="${at(path, language)}">${labels.title}</a></p>
<h1>${labels.number} ${one.id}: ${one.fileName}</h1>
<section class="card" id="live" data-state="${one.state}-${one.kind}"><p>${stateView(one, one.outcome?.is ?? null, labels)} ${one.byName}</p>
${isMoving(one) && html`<p role="status">${labels.working}</p>`}</section>
${one.state === 'ended' && one.outcome !== null && outcomeView(one.outcome, view)}`,
  };
}

const form = ({ one, call }: View, act: string, text: string, inner: Html | null = null, look = ''): Html =>
  html`<form method="post" action="${at(`${path}/${one.id}/${act}`, call.language)}">${inner}<button class="button${look}">${text}</button></form>`;

const discard = (view: View): Html | null =>
  view.mayChange ? form(view, 'discard', view.labels.discard) : null;

function outcomeView(outcome: ImportOutcome, view: View): Html {
  const { labels, mayChange } = view;
  switch (outcome.is) {
    case 'imported':
      return reportView(outcome.report, view);
    case 'wrong':
      return html`<section class="card"><h2>${labels.wrongLead(outcome.total)}</h2>${form(view, 'wrong', labels.downloadWrong)}
${tableView({
  caption: labels.wrongLead(outcome.total),
  columns: [{ name: labels.product }, { name: labels.field }, { name: labels.reason }],
  rows: outcome.problems
    .slice(0, problemsShown)
    .map(({ product, field, reason }) => [product, field || '–', reason]),
})}</section>`;
    case 'taken':
      return html`<section class="card"><h2>${labels.takenLead}</h2>
<ul>${outcome.taken.slice(0, idsShown).map(({ id, title }) => html`<li>${id}: ${operatorLink(view.call, `/o/products/${id}`, title)}</li>`)}</ul>
${mayChange && html`<div class="actions">${form(view, 'again', labels.again, selectField({ name: 'taken', label: labels.taken, choices: choicesOf(labels.rules), value: 'renumber' }), ' main')}${discard(view)}</div>`}</section>`;
    case 'changed':
      return html`<section class="card"><p>${labels.changedLead}</p>${mayChange && html`<div class="actions">${form(view, 'again', labels.again, null, ' main')}${discard(view)}</div>`}</section>`;
    case 'unreadable':
    case 'forbidden':
    case 'broken':
      return html`<section class="card"><p>${labels[outcome.is]}</p></section>`;
  }
}

/** Reports of versions before say nothing of it. */
const isJudged = (report: CatalogReport): boolean => 'offered' in report;

function lackingView({ lacking, pooled }: CatalogReport, { call: { language }, labels }: View): Html {
  const lacks = Object.entries(lacking) as [Lack, number][];
  const lines = lacks.map(
    ([lack, count]) => html`<li>${lackName(lack, language)}: ${formatCount(count, language)}</li>`,
  );
  return html`${pooled > 0 && html`<p>${labels.pooled(formatCount(pooled, language))}</p>`}
${lines.length > 0 && html`<p><b>${labels.lacking}:</b></p><ul>${lines}</ul><p class="hint">${labels.lackingHint}</p>`}`;
}

function reportView(report: CatalogReport, view: View): Html {
  const { one, call, labels, mayChange } = view;
  const count = (number: number): string => formatCount(number, call.language);
  const changes = report.changes ?? { total: 0, listed: [] };
  const ids = (name: string, list: readonly (number | string)[]): Html | null =>
    list.length === 0
      ? null
      : html`<p><b>${name}:</b> ${list.slice(0, idsShown).join(', ')}${list.length > idsShown && ` … (${count(list.length)})`}</p>`;
  return html`<section class="card">${tilesView([
    { name: labels.products, value: count(report.products) },
    { name: labels.added, value: count(report.productsAdded) },
    { name: labels.changed, value: count(changes.total) },
    { name: labels.kept, value: count(report.keptProducts) },
    { name: labels.faces, value: count(report.faces) },
    { name: labels.facesOff, value: count(report.facesSwitchedOff) },
    { name: labels.suppliers, value: count(report.suppliersAdded) },
    { name: labels.categories, value: count(report.categoriesAdded) },
    ...(isJudged(report) ? [{ name: labels.offered, value: count(report.offered) }] : []),
  ])}
${isJudged(report) && lackingView(report, view)}
${ids(labels.skipped, report.skipped)}
${ids(
  labels.renumbered,
  report.renumbered.map(({ id, productId }) => (one.kind === 'preview' ? id : `${id} → ${productId}`)),
)}
${ids(labels.withoutFaces, report.withoutFaces)}
${ids(labels.partsNeedTill, report.partsNeedTill ?? [])}
${ids(labels.keptAcceptance, report.keptAcceptance ?? [])}
${
  one.kind === 'preview'
    ? mayChange &&
      html`<p>${labels.confirmLead} ${report.productsAdded > 0 && labels.fourEyes}</p><div class="actions">${form(view, 'confirm', labels.confirm, null, ' main')}${discard(view)}</div>`
    : html`<p class="notice yes">${labels.done}</p>`
}</section>
<section class="card"><h2>${changes.total === 0 ? labels.nothing : labels.changes(Math.min(changesShown, changes.listed.length), changes.total)}</h2>
${changes.total > 0 && html`${form(view, 'changes', labels.downloadChanges)}${changesTable(changes.listed.slice(0, changesShown), view)}`}</section>`;
}

const changesTable = (changes: readonly ProductChange[], { one, call, labels }: View): Html =>
  tableView({
    caption: labels.changes(changes.length, changes.length),
    columns: [
      { name: labels.product },
      { name: labels.field },
      { name: labels.before },
      { name: labels.after },
    ],
    rows: changes.flatMap(({ productId, title, isNew, fields }) => {
      const product =
        isNew && one.kind === 'preview'
          ? html`${title}`
          : operatorLink(call, `/o/products/${productId}`, title);
      return isNew
        ? [[product, html`<span><span class="state yes">${labels.isNew}</span></span>`, '–', '–']]
        : fields.map(({ field, before, after }) => [product, field, before, after]);
    }),
  });
