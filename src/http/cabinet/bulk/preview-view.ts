/** What confirming would order, cost and meet. */
import { addresseeLabels } from '../../../orders/bulk/addressee-labels.ts';
import type { PreviewProduct } from '../../../orders/bulk/preview.ts';
import { formatSum } from '../../../clients/money/format-sum.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { tilesView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { approvalLabels } from '../approvals/labels.ts';
import { bulkLabels } from './labels.ts';
import type { BulkPreviewed } from './shown-bulk.ts';

interface PreviewLook {
  language: Language;
  mayPlace: boolean;
  decision: Content;
  errors?: FieldErrors;
}

export function previewView({ bulk, preview, approval }: BulkPreviewed, look: PreviewLook): Html {
  const { language, mayPlace } = look;
  const labels = bulkLabels[language];
  const count = (number: number): string => formatCount(number, language);
  const sum = (kopecks: number): string => `${formatSum(kopecks, language)}\u00a0₽`;
  const { sameFile } = preview;
  return html`${tilesView([
    { name: labels.right, value: count(preview.lines) },
    { name: labels.wrong, value: count(bulk.wrong) },
    { name: labels.sum, value: sum(preview.sumKopecks) },
    { name: labels.available, value: sum(preview.availableKopecks) },
  ])}
${sameFile !== null && html`<p class="notice no">${labels.sameFile} <a href="${at(`/c/bulk/${sameFile.bulkId}`, language)}">${labels.sameFileLink(sameFile.bulkId)}</a> (${labels.states[sameFile.state]}).</p>`}
${preview.missingKopecks > 0 && html`<p class="notice note">${labels.missing(sum(preview.missingKopecks))} <a href="${at('/c/money/top-up', language)}">${labels.topUp}</a></p>`}
${preview.withoutStock > 0 && html`<p class="notice note">${labels.withoutStock(count(preview.withoutStock))}</p>`}
${preview.addressees.linkOnly > 0 && html`<p class="notice no">${addresseeLabels[language].linkOnly(count(preview.addressees.linkOnly))}</p>`}
${preview.addressees.repeated > 0 && html`<p class="notice note">${addresseeLabels[language].repeated(count(preview.addressees.repeated))}</p>`}
${bulk.ignoredColumns.length > 0 && html`<p class="notice note">${labels.ignored(bulk.ignoredColumns.join(', '))}</p>`}
${preview.lines === 0 && html`<p class="notice no">${labels.nothingRight}</p>`}
${preview.lines > 0 && html`<section class="card">${productsView(preview.products, preview.more, language)}</section>`}
${approval !== null && html`<section class="card"><p><b>${approvalLabels[language].waits(approval.askedName)}</b></p>${look.decision}</section>`}
${preview.lines > 0 && mayPlace && approval === null && confirmView(bulk.bulkId, labels.confirm(count(preview.lines), sum(preview.sumKopecks)), preview, look)}`;
}

function confirmView(
  bulkId: number,
  text: string,
  { sameFile, addressees }: BulkPreviewed['preview'],
  { language, errors = {} }: PreviewLook,
): Html {
  const labels = bulkLabels[language];
  return html`<form class="card" method="post" action="${at(`/c/bulk/${bulkId}/confirm`, language)}">
${sameFile !== null && meantView('again', labels.again, errors['again'])}
${addressees.linkOnly > 0 && meantView('linkOnly', addresseeLabels[language].linkOnlyMeant, errors['linkOnly'])}
<div><button class="button main">${text}</button><p class="hint">${labels.confirmHint}</p></div></form>`;
}

/** What a person has to say before it is ordered. */
const meantView = (name: string, text: string, error: string | undefined): Html =>
  html`<div class="field"><label class="choice"><input id="${name}" type="checkbox" name="${name}" value="yes"${error !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`}>${text}</label>${error !== undefined && html`<p class="wrong" id="${name}-error">${error}</p>`}</div>`;

function productsView(products: readonly PreviewProduct[], more: number, language: Language): Content {
  const labels = bulkLabels[language];
  const count = (value: number) => formatCount(value, language);
  const product = (one: PreviewProduct) =>
    html`${one.title} <span class="hint">${one.productId}</span>${!one.isOffered && html` <b class="wrong">${labels.notOffered}</b>`}`;
  const columns: Columns<PreviewProduct> = [
    { name: labels.product, cell: product },
    { name: labels.face, look: 'sum', cell: (one) => formatSum(one.faceKopecks, language) },
    { name: labels.lines, look: 'sum', cell: (one) => count(one.lines) },
    { name: labels.sum, look: 'sum', cell: (one) => formatSum(one.sumKopecks, language) },
    { name: labels.stock, cell: ({ stock }) => (stock === null ? labels.madeOnSale : count(stock)) },
    { name: labels.limit, cell: (one) => limitText(one, language) },
  ];
  return html`${rowsView({ caption: labels.products, columns, rows: products }, language)}${more > 0 && html`<p class="hint">${labels.more(formatCount(more, language))}</p>`}`;
}

function limitText({ limitOrders, limitKopecks }: PreviewProduct, language: Language): string {
  if (limitOrders === null && limitKopecks === null) return '';
  return bulkLabels[language].limitLeft(
    limitOrders === null ? null : formatCount(limitOrders, language),
    limitKopecks === null ? null : `${formatSum(limitKopecks, language)}\u00a0₽`,
  );
}
