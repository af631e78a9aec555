/** A supplier's stock of codes by face value, its drafts, and the form that uploads codes. */
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { maxUploadBytes } from '../../../acts/guarded/drafts/upload-codes.ts';
import type { FaceStock } from '../../../reports/supplier-stock.ts';
import type { Draft } from '../../../suppliers/mail/drafts.ts';
import { type FieldErrors, fieldView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { stockTable } from '../overview/stock-table.ts';
import { codesLabels, type CodesLabels } from './labels.ts';

export interface CodesData {
  stock: FaceStock[];
  drafts: Draft[];
}

export function codesView(data: CodesData, language: Language, errors: FieldErrors = {}): ShellPage {
  const labels = codesLabels[language];
  const { stock, drafts } = data;
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
${
  stock.length === 0
    ? emptyView(labels.noStock)
    : html`<section class="card"><h2>${labels.stock}</h2>${stockTable(stock, language)}</section>
${uploadCard(stock, labels, language, errors)}`
}
${drafts.length > 0 && draftsCard(drafts, labels, language)}`,
  };
}

function uploadCard(stock: FaceStock[], labels: CodesLabels, language: Language, errors: FieldErrors): Html {
  const titles = new Map(stock.map(({ productId, title }) => [productId, title]));
  const products = [...titles].map(([id, title]) => ({ value: String(id), text: title }));
  const megabytes = String(maxUploadBytes / 1024 / 1024);
  const { file: error } = errors;
  return html`<section class="card"><h2>${labels.upload}</h2><form class="narrow" method="post" action="${at('/s/codes', language)}" enctype="multipart/form-data">
${selectField({ name: 'product', label: labels.product, choices: products, value: products[0]?.value ?? '', error: errors['product'] })}
${fieldView({ name: 'face', label: labels.face, hint: labels.faceHint, error: errors['face'], attributes: html`inputmode="decimal" maxlength="12" autocomplete="off"` })}
<label class="choice"><input type="checkbox" name="skip" value="yes"> ${labels.skip}</label>
<div class="field"><label for="file">${labels.file}</label>
<input id="file" name="file" type="file" accept=".xlsx,.csv,.txt" required aria-describedby="${error !== undefined && 'file-error '}file-hint"${error !== undefined && html` aria-invalid="true"`}>
${error !== undefined && html`<p class="wrong" id="file-error">${error}</p>`}
<p class="hint" id="file-hint">${labels.fileHint(megabytes)}</p></div>
<div class="actions"><button class="button main">${labels.send}</button></div></form></section>`;
}

function draftsCard(rows: Draft[], labels: CodesLabels, language: Language): Html {
  const link = ({ draftId, fileName }: Draft) => linkView(`/s/codes/${draftId}`, fileName, language);
  const columns: Columns<Draft> = [
    { name: labels.name, leads: true, cell: link },
    { name: labels.came, cell: (draft) => draft.cameAt },
    { name: labels.rows, look: 'sum', cell: (draft) => formatCount(draft.rows, language) },
    { name: labels.state, cell: (draft) => html`<span>${draftState(draft, labels)}</span>` },
  ];
  return html`<section class="card"><h2>${labels.files}</h2>${rowsView({ caption: labels.files, columns, rows }, language)}</section>`;
}

const looks: Record<Draft['state'], string> = { waiting: ' note', loaded: ' yes', rejected: ' no' };

export const draftState = ({ state }: Draft, labels: CodesLabels): Html =>
  html`<span class="state${looks[state]}">${labels.states[state]}</span>`;
