/** Parts for placing a client's bulk order: upload, confirmation. */
import { addresseeLabels } from '../../../orders/bulk/addressee-labels.ts';
import type { BulkOrder } from '../../../orders/bulk/bulk-order.ts';
import type { Preview } from '../../../orders/bulk/preview.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { tilesView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { bulkPlaceLabels } from './bulk-place-labels.ts';

const pathOf = (clientId: number): string => `/o/clients/${clientId}/bulk`;

/** A sheet of a client, uploaded by the operator. */
export function uploadCard(clientId: number, { file: error }: FieldErrors, language: Language): Html {
  const labels = bulkPlaceLabels[language];
  return html`<section class="card narrow"><h2>${labels.upload}</h2><p>${labels.uploadLead}</p>
<form method="post" action="${at(pathOf(clientId), language)}" enctype="multipart/form-data">
<div class="field"><label for="file">${labels.file}</label>
<input id="file" name="file" type="file" accept=".xlsx,.csv" required aria-describedby="${error !== undefined && 'file-error '}file-hint"${error !== undefined && html` aria-invalid="true"`}>
${error !== undefined && html`<p class="wrong" id="file-error">${error}</p>`}<p class="hint" id="file-hint">${labels.fileHint} ${labels.sample}: <a href="${at('/o/clients/bulk-sample.xlsx', language)}" download>XLSX</a>, <a href="${at('/o/clients/bulk-sample.csv', language)}" download>CSV</a>.</p></div>
<div class="actions"><button class="button">${labels.send}</button></div></form></section>`;
}

interface Confirming {
  bulk: BulkOrder;
  preview: Preview;
  errors: FieldErrors;
  mayPlace: boolean;
}

/** What confirming would order, cost and meet. */
export function confirmCard({ bulk, preview, errors, mayPlace }: Confirming, language: Language): Html {
  const labels = bulkPlaceLabels[language];
  const { lines, sumKopecks, availableKopecks, missingKopecks, withoutStock, addressees } = preview;
  const sum = (kopecks: number): string => formatFace(kopecks, language);
  return html`<section class="card"><h2>${labels.preview}</h2>
${tilesView([
  { name: labels.right, value: formatCount(lines, language) },
  { name: labels.sum, value: sum(sumKopecks) },
  { name: labels.available, value: sum(availableKopecks) },
])}
${missingKopecks > 0 && html`<p class="notice note">${labels.missing(sum(missingKopecks))}</p>`}
${withoutStock > 0 && html`<p class="notice note">${labels.withoutStock(formatCount(withoutStock, language))}</p>`}
${addressees.linkOnly > 0 && html`<p class="notice no">${addresseeLabels[language].linkOnly(formatCount(addressees.linkOnly, language))}</p>`}
${addressees.repeated > 0 && html`<p class="notice note">${addresseeLabels[language].repeated(formatCount(addressees.repeated, language))}</p>`}
${lines > 0 && productsView(preview, language)}
${lines > 0 && mayPlace && confirmForm(bulk, preview, errors, language)}</section>`;
}

const productsView = ({ products }: Preview, language: Language): Html => {
  const labels = bulkPlaceLabels[language];
  const count = (value: number) => formatCount(value, language);
  const columns: Columns<(typeof products)[number]> = [
    { name: labels.product, cell: (one) => `${one.title} ${one.productId}` },
    { name: labels.face, look: 'sum', cell: (one) => formatFace(one.faceKopecks, language) },
    { name: labels.lines, look: 'sum', cell: (one) => count(one.lines) },
    { name: labels.sum, look: 'sum', cell: (one) => formatFace(one.sumKopecks, language) },
    { name: labels.stock, look: 'sum', cell: ({ stock }) => (stock === null ? labels.made : count(stock)) },
  ];
  return rowsView({ caption: labels.products, columns, rows: products }, language);
};

function confirmForm(
  { clientId, bulkId }: BulkOrder,
  { lines, sumKopecks, sameFile, addressees }: Preview,
  { again: error, linkOnly: linkError }: FieldErrors,
  language: Language,
): Html {
  const labels = bulkPlaceLabels[language];
  const path = pathOf(clientId);
  const text = labels.confirm(formatCount(lines, language), formatFace(sumKopecks, language));
  return html`<form method="post" action="${at(`${path}/confirm`, language)}"><input type="hidden" name="bulk" value="${String(bulkId)}">
${
  sameFile !== null &&
  html`<p class="notice no">${labels.sameFile} <a href="${at(`${path}?bulk=${sameFile.bulkId}`, language)}">${String(sameFile.bulkId)}</a></p>
<div class="field"><label class="choice"><input id="again" type="checkbox" name="again" value="yes"${error !== undefined && html` aria-invalid="true" aria-describedby="again-error"`}> ${labels.again}</label>${error !== undefined && html`<p class="wrong" id="again-error">${error}</p>`}</div>`
}
${addressees.linkOnly > 0 && html`<div class="field"><label class="choice"><input id="linkOnly" type="checkbox" name="linkOnly" value="yes"${linkError !== undefined && html` aria-invalid="true" aria-describedby="linkOnly-error"`}> ${addresseeLabels[language].linkOnlyMeant}</label>${linkError !== undefined && html`<p class="wrong" id="linkOnly-error">${linkError}</p>`}</div>`}
<div class="actions"><button class="button main">${text}</button></div><p class="hint">${labels.confirmHint}</p></form>`;
}
