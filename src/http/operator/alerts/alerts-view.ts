/** `/o/alerts`: who is told what. */
import type { Brand } from '../../../catalog/brand.ts';
import type { StockLevel } from '../../../catalog/list-stock-levels.ts';
import { may } from '../../../people/access/principal.ts';
import type { Permission } from '../../../people/access/rights.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { AlertReader } from '../../../suppliers/alerts/alert-readers.ts';
import { type FieldErrors, fieldView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { pagerView, type Listed } from '../../../web/shell/list-view.ts';
import { addressView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { alertLabels, type AlertLabels } from './labels.ts';

const path = '/o/alerts';

export interface Alerts {
  /** The address in the settings; empty: there is none. */
  inSettings: string;
  readers: AlertReader[];
  levels: Listed<StockLevel>;
  brands: Brand[];
}

interface View {
  alerts: Alerts;
  call: OperatorCall;
  labels: AlertLabels;
  errors: FieldErrors;
}

export function alertsView(alerts: Alerts, call: OperatorCall, errors: FieldErrors = {}): ShellPage {
  const labels = alertLabels[call.language];
  const view = { alerts, call, labels, errors };
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${readersCard(view)}
${stockCard(view)}
${limitsCard(view)}
<p class="hint">${labels.balances}</p>`,
  };
}

const mayDo = ({ call }: View, permission: Permission): boolean =>
  may(call.principal, permission, call.party);

function readersCard(view: View): Html {
  const { alerts, call, labels, errors } = view;
  const { language, form } = call;
  const mayChange = mayDo(view, 'alerts.change');
  const act = (name: string, address: string, text: string): Html =>
    html`<form method="post" action="${at(`${path}/${name}`, language)}"><input type="hidden" name="reader" value="${address}"><button class="as-link">${text}<span class="quiet"> ${address}</span></button></form>`;
  const { inSettings, readers } = alerts;
  const rows = [...(inSettings === '' ? [] : [{ address: inSettings, language: null }]), ...readers];
  type Reader = (typeof rows)[number];
  const acts = (one: Reader) =>
    html`<div class="inline">${act('try', one.address, labels.try)}${one.language !== null && act('remove', one.address, labels.remove)}</div>`;
  const columns: Columns<Reader> = [
    { name: labels.address, look: 'address', phone: 'line', cell: (one) => addressView(one.address) },
    { name: labels.language, phone: 'line', cell: (one) => one.language ?? labels.inSettings },
    mayChange && { name: labels.action, phone: 'line', cell: acts },
  ];
  return html`<section class="card" id="readers"><h2>${labels.readers}</h2><p>${labels.readersLead}</p>
${rows.length === 0 ? html`<p>${labels.noReaders}</p>` : rowsView({ caption: labels.readers, columns, rows }, language)}
${
  mayChange &&
  html`<form method="post" action="${at(`${path}/readers`, language)}">
<div class="fields across">${fieldView({ name: 'address', label: labels.address, type: 'email', value: form.get('address') ?? '', error: errors['address'], attributes: html`required maxlength="254" autocomplete="off"` })}
${selectField({
  name: 'language',
  label: labels.language,
  choices: [
    { value: 'ru', text: 'русский' },
    { value: 'en', text: 'English' },
  ],
  value: form.get('language') ?? language,
  error: errors['language'],
})}</div>
<div class="actions"><button class="button">${labels.add}</button></div></form>`
}</section>`;
}

interface LevelForm {
  act: string;
  hidden: Html;
  /** Id of the field, which stands once in each row. */
  id: string;
  label: string;
  value: number | null;
  error: string | undefined;
}

const levelForm = ({ act, hidden, id, label, value, error }: LevelForm, { labels, call }: View): Html => {
  const shown = error === undefined ? String(value ?? '') : (call.form.get('level') ?? '');
  return html`<form class="inline" method="post" action="${at(`${path}/${act}`, call.language)}">${hidden}
<input id="${id}" name="level" value="${shown}" aria-label="${label}" inputmode="numeric" maxlength="7" size="6" autocomplete="off"${error !== undefined && html` aria-invalid="true" aria-describedby="${id}-error"`}>
<button class="as-link">${labels.save}<span class="quiet"> ${label}</span></button>${error !== undefined && html`<p class="wrong" id="${id}-error">${error}</p>`}</form>`;
};

function stockCard(view: View): Html {
  const { alerts, call, labels, errors } = view;
  const { language, query } = call;
  const mayChange = mayDo(view, 'products.change');
  const { levels } = alerts;
  const cell = ({ productId, title, lowStock }: StockLevel): Content => {
    const id = `stock-${productId}`;
    const hidden = html`<input type="hidden" name="product" value="${productId}">`;
    const label = `${labels.level}: ${title}`;
    return mayChange
      ? levelForm({ act: 'stock', hidden, id, label, value: lowStock, error: errors[id] }, view)
      : String(lowStock ?? '–');
  };
  const product = (one: StockLevel) => operatorLink(call, `/o/products/${one.productId}`, one.title);
  const columns: Columns<StockLevel> = [
    { name: labels.product, phone: 'line', cell: product },
    { name: labels.supplier, phone: 'start', cell: (one) => one.supplier },
    { name: labels.level, phone: 'end', cell },
  ];
  return html`<section class="card" id="stock"><h2>${labels.stock}</h2><p>${labels.stockLead}</p>
${
  levels.rows.length === 0
    ? html`<p>${labels.noStock}</p>`
    : rowsView({ caption: labels.stock, columns, rows: levels.rows }, language)
}
${pagerView(levels, { path, query, language })}</section>`;
}

function limitsCard(view: View): Html {
  const { alerts, call, labels, errors } = view;
  const mayChange = mayDo(view, 'limits.change');
  const cell = ({ supplierId, brandId, name, lowLimitPercent }: Brand): Content => {
    const id = `brand-${supplierId}-${brandId}`;
    const hidden = html`<input type="hidden" name="supplier" value="${supplierId}"><input type="hidden" name="brand" value="${brandId}">`;
    const label = `${labels.percent}: ${name}`;
    return mayChange
      ? levelForm({ act: 'limits', hidden, id, label, value: lowLimitPercent, error: errors[id] }, view)
      : String(lowLimitPercent ?? '–');
  };
  const link = ({ supplierId, name }: Brand) => operatorLink(call, `/o/suppliers/${supplierId}`, name);
  const columns: Columns<Brand> = [
    { name: labels.brand, phone: 'start', cell: link },
    { name: labels.percent, phone: 'end', cell },
  ];
  return html`<section class="card" id="limits"><h2>${labels.limits}</h2><p>${labels.limitsLead}</p>
${
  alerts.brands.length === 0
    ? html`<p>${labels.noLimits}</p>`
    : rowsView({ caption: labels.limits, columns, rows: alerts.brands }, call.language)
}</section>`;
}
