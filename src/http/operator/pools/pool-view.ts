/** `/o/pools/:id`: the pool of one product, and the form that brings a file with codes. */
import { maxUploadBytes } from '../../../acts/guarded/drafts/upload-codes.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Lot } from '../../../reports/stock-days.ts';
import { fieldView, fileView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { OperatorCall } from '../operator.ts';
import { poolLabels } from './labels.ts';
import { facesTable } from './list-view.ts';
import type { Pool } from './pool.ts';

const megabyte = 1024 * 1024;

export function poolView(
  { stock, lots }: Pool,
  call: OperatorCall,
  errors: FieldErrors = {},
  typed = new URLSearchParams(),
): ShellPage {
  const { language, principal, party } = call;
  const labels = poolLabels[language];
  const link = (path: string, text: string): Html => html`<a href="${at(path, language)}">${text}</a>`;
  return {
    title: `${stock.title} · ${labels.title}`,
    errors,
    main: html`<p>${link('/o/pools', labels.title)}</p>
<h1>${stock.title}</h1>
<p class="lead">${labels.supplier}: ${may(principal, 'suppliers.read', party) ? link(`/o/suppliers/${stock.supplierId}`, stock.supplier) : stock.supplier}</p>
${stock.faces.length > 0 && html`<section class="card">${facesTable(stock, language)}</section>`}
${may(principal, 'stock.load', party) && uploadForm(stock.productId, language, errors, typed)}
<section class="card"><h2>${labels.lots}</h2>${lots.length === 0 ? html`<p>${labels.noLots}</p>` : lotsTable(lots, language)}</section>`,
  };
}

function uploadForm(
  productId: number,
  language: Language,
  errors: FieldErrors,
  typed: URLSearchParams,
): Html {
  const labels = poolLabels[language];
  return html`<section class="card narrow" id="upload"><h2>${labels.upload}</h2><p>${labels.uploadLead}</p>
<form method="post" action="${at(`/o/pools/${productId}`, language)}" enctype="multipart/form-data">
${fieldView({ name: 'face', label: labels.faceOfRows, hint: labels.faceHint, value: typed.get('face') ?? '', error: errors['face'], attributes: html`inputmode="decimal" autocomplete="off" maxlength="12"` })}
<label class="choice"><input type="checkbox" name="plain" value="yes"${typed.get('plain') === 'yes' && html` checked`}> ${labels.noHeadings}</label>
${fileView({ name: 'file', label: labels.file, hint: labels.fileHint(String(maxUploadBytes / megabyte)), error: errors['file'], attributes: html`accept=".xlsx,.csv,.txt,.tsv" required` })}
<div class="actions"><button class="button main">${labels.send}</button></div></form></section>`;
}

function lotsTable(lots: readonly Lot[], language: Language): Html {
  const labels = poolLabels[language];
  const count = (value: number) => formatCount(value, language);
  const end = (lot: Lot) =>
    html`<span>${lot.endsOn ?? labels.asProduct}${lot.tooSoon && html` <span class="state no">${labels.tooSoon}</span>`}</span>`;
  const columns: Columns<Lot> = [
    { name: labels.face, look: 'sum', phone: 'start', cell: (lot) => formatFace(lot.faceKopecks, language) },
    { name: labels.endsOn, phone: 'end', cell: end },
    { name: labels.free, look: 'sum', phone: 'half', cell: (lot) => count(lot.free) },
    { name: labels.promised, look: 'sum', phone: 'half', cell: (lot) => count(lot.promised) },
    { name: labels.passed, look: 'sum', phone: 'half', cell: (lot) => count(lot.passed) },
  ];
  return rowsView({ caption: labels.lots, columns, rows: lots }, language);
}
