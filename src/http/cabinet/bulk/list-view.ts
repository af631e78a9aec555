/** The client's bulk orders as a list, above it the form that uploads a sheet. */
import { maxFileBytes } from '../../../orders/bulk/add-file.ts';
import { isOpen, maxLines, type BulkOrder, type BulkState } from '../../../orders/bulk/bulk-order.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView, pagerView, type Listed, type PagerPlace } from '../../../web/shell/list-view.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { bulkLabels } from './labels.ts';
import { bulkTick, tickedBulks } from './ticked-bulks.ts';

export interface BulkListLook {
  place: PagerPlace;
  mayPlace: boolean;
  errors?: FieldErrors;
}

export function bulkListView(list: Listed<BulkOrder>, { place, mayPlace, errors = {} }: BulkListLook): Html {
  const { language } = place;
  const labels = bulkLabels[language];
  return html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${mayPlace && uploadView(language, errors)}
${list.rows.length === 0 ? emptyView(labels.none) : html`<section class="card"><h2>${labels.list}</h2>${bulksView(list.rows, mayPlace, language)}${pagerView(list, place)}</section>`}`;
}

const megabyte = 1024 * 1024;

function uploadView(language: Language, { file: error }: FieldErrors): Html {
  const labels = bulkLabels[language];
  const hint = labels.fileHint(String(maxFileBytes / megabyte), formatCount(maxLines, language));
  return html`<section class="card narrow"><form method="post" action="${at('/c/bulk', language)}" enctype="multipart/form-data">
<div class="field"><label for="file">${labels.file}</label>
<input id="file" name="file" type="file" accept=".xlsx,.csv,.xls,.ods" required aria-describedby="${error !== undefined && 'file-error '}file-hint"${error !== undefined && html` aria-invalid="true"`}>
${error !== undefined && html`<p class="wrong" id="file-error">${error}</p>`}
<p class="hint" id="file-hint">${hint} ${labels.template}: <a href="${at('/c/bulk/template.xlsx', language)}" download>XLSX</a>, <a href="${at('/c/bulk/template.csv', language)}" download>CSV</a>.</p></div>
<div><button class="button main">${labels.upload}</button></div></form></section>`;
}

function bulksView(rows: readonly BulkOrder[], mayPlace: boolean, language: Language): Html {
  const labels = bulkLabels[language];
  const count = (value: number) => formatCount(value, language);
  const hasTicks = mayPlace && rows.some((bulk) => isOpen(bulk));
  const linkOf = ({ bulkId }: BulkOrder) => linkView(`/c/bulk/${bulkId}`, bulkId, language);
  const columns: Columns<BulkOrder> = [
    {
      name: labels.number,
      phone: 'start',
      leads: true,
      cell: (bulk) => (hasTicks ? bulkTick(bulk, linkOf(bulk), language) : linkOf(bulk)),
    },
    { name: labels.name, phone: 'line', cell: (bulk) => (bulk.uuid === null ? bulk.name : labels.byApi) },
    {
      name: labels.state,
      phone: 'line',
      cell: (bulk) => html`<span>${bulkStateView(bulk, language)}</span>`,
    },
    { name: labels.added, phone: 'end', cell: (bulk) => bulk.addedAt },
    { name: labels.lines, look: 'sum', phone: 'half', cell: (bulk) => count(bulk.lines) },
    { name: labels.issued, look: 'sum', phone: 'half', cell: (bulk) => count(bulk.issued) },
  ];
  const table = rowsView({ caption: labels.list, columns, rows }, language);
  return hasTicks ? tickedBulks(table, language) : table;
}

const looks: Record<BulkState, string> = {
  reading: '',
  preview: ' note',
  placing: '',
  paused: ' no',
  done: ' yes',
  cancelled: '',
};

export const bulkStateView = ({ state }: BulkOrder, language: Language): Html =>
  html`<span class="state${looks[state]}">${bulkLabels[language].states[state]}</span>`;
