/** `/o/suppliers/:id`: everything that is agreed with a supplier. */
import { may } from '../../../people/access/principal.ts';
import { roleName } from '../../../people/access/role-names.ts';
import { usualPullHours } from '../../../suppliers/used-export/integration-access.ts';
import { exportFields, exportFormats } from '../../../suppliers/used-export/used-item.ts';
import { usualCron } from '../../../suppliers/activation/schedule.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { areaView, fieldView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { besideView, factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { OperatorCall } from '../operator.ts';
import { basicAccessLabels } from './basic-access-labels.ts';
import { basicAccessView } from './basic-access-view.ts';
import { integrationCards } from './integration-view.ts';
import { supplierLabels, type SupplierLabels } from './labels.ts';
import { backToSuppliers, companyFields, testState } from './list-page.ts';
import { soldCodesCard } from './sold-codes-card.ts';
import { asStored, type Look, type SupplierData } from './supplier-data.ts';

interface View {
  data: SupplierData;
  look: Look;
  labels: SupplierLabels;
  call: OperatorCall;
  own: (act: string) => string;
}

export function supplierView(data: SupplierData, call: OperatorCall, look: Look = asStored): ShellPage {
  const { language, principal, party } = call;
  const { supplier } = data;
  const labels = supplierLabels[language];
  const own = (act: string): string => at(`/o/suppliers/${supplier.id}${act}`, language);
  const view = { data, look, labels, call, own };
  const mayChange = may(principal, 'suppliers.change', party);
  return {
    title: supplier.name,
    errors: look.errors,
    main: html`${backToSuppliers(data.beside, call)}
<h1>${supplier.name}</h1>
${besideView(
  html`<section class="card"><h2>${labels.company}</h2>
${factsView([
  [labels.id, String(supplier.id)],
  [labels.email, supplier.contactEmail || '–'],
  [
    labels.products,
    html`<a href="${at(`/o/products?supplier=${supplier.id}`, language)}">${formatCount(supplier.products, language)}</a>`,
  ],
  [labels.test, testState(supplier.testGreen, language)],
])}
<div class="actions">${may(principal, 'products.change', party) && html`<a class="button" href="${own('/products')}">${labels.newProduct}</a>`}${may(principal, 'tills.change', party) && html`<a class="button" href="${own('/tills')}">${labels.tills}</a>`}</div>
${
  mayChange &&
  html`<details class="more"${('name' in look.errors || 'contact' in look.errors) && html` open`}><summary>${labels.change}</summary><form method="post" action="${own('/company')}">${companyFields(look, supplier, language)}
<div class="actions"><button class="button main">${labels.save}</button></div></form></details>`
}</section>
${peopleCard(view)}`,
  html`${brandsCard(view)}
${integrationCards(data, look, call)}
${mayChange && scheduleCard(view)}
${may(principal, 'integration.change', party) && accessCard(view)}
${may(principal, 'codes.export', party) && soldCodesCard(data, look, call)}`,
)}`,
  };
}

function brandsCard({ data, look, labels, call, own }: View): Html {
  const { language, principal, party } = call;
  const count = (number: number | null): Content =>
    number === null ? html`<span class="muted">${labels.noLimit}</span>` : formatCount(number, language);
  const { errors, typed } = look;
  const field = (name: string, label: string, hint?: string): Html =>
    fieldView({
      name,
      label,
      ...(hint === undefined ? {} : { hint }),
      value: typed.get(name) ?? '',
      error: errors[name],
      attributes: html`inputmode="numeric" autocomplete="off" maxlength="12"`,
    });
  const isOpen = ['brand', 'monthlyOrders', 'monthlySum', 'lowAt'].some((name) => name in errors);
  const used = (most: number | null, now: number, format: (value: number, language: Language) => string) =>
    most === null ? count(null) : labels.used(format(now, language), format(most, language));
  type Brand = (typeof data.brands)[number];
  const sum = (brand: Brand) => used(brand.monthlySumKopecks, brand.usedSumKopecks, formatFace);
  const columns: Columns<Brand> = [
    { name: labels.brand, phone: 'line', cell: (brand) => brand.name },
    { name: labels.orders, look: 'sum', cell: (one) => used(one.monthlyOrders, one.usedOrders, formatCount) },
    { name: labels.sum, look: 'sum', cell: sum },
    { name: labels.lowAt, look: 'sum', cell: ({ lowLimitPercent }) => String(lowLimitPercent ?? '–') },
  ];
  return html`<section class="card" id="brands"><h2>${labels.brands}</h2><p>${labels.brandsLead}</p>
${rowsView({ caption: labels.brands, columns, rows: data.brands }, language)}
${
  may(principal, 'limits.change', party) &&
  html`<details class="more"${isOpen && html` open`}><summary>${labels.changeBrand}</summary><form method="post" action="${own('/brand')}">
${fieldView({ name: 'brand', label: labels.brand, value: typed.get('brand') ?? data.brands[0]?.name ?? '', error: errors['brand'], attributes: html`required maxlength="200" autocomplete="off" list="brand-names"` })}
<datalist id="brand-names">${data.brands.map(({ name }) => html`<option value="${name}">`)}</datalist>
${field('monthlyOrders', labels.orders, labels.noLimit)}${field('monthlySum', labels.sum, labels.noLimit)}${field('lowAt', labels.lowAt, labels.lowAtHint)}
<div class="actions"><button class="button">${labels.setLimits}</button></div></form></details>`
}</section>`;
}

const languageNames = [
  { value: 'ru', text: 'русский' },
  { value: 'en', text: 'English' },
];

function scheduleCard({ data, look, labels, call, own }: View): Html {
  const { schedule, supplier } = data;
  const { errors, typed } = look;
  const isOpen = ['addresses', 'cron', 'holidays', 'reminder', 'letters'].some((name) => name in errors);
  const of = (name: string, value: string): string => typed.get(name) ?? value;
  return html`<section class="card" id="schedule"><h2>${labels.schedule}</h2><p>${labels.scheduleLead}</p>
${
  schedule !== null &&
  factsView([
    [labels.nextLetter, momentView(schedule.nextAt, call.language)],
    [labels.cron, schedule.cron],
    [labels.addresses, schedule.addresses.join(', ')],
  ])
}
${schedule !== null && html`<form method="post" action="${own('/ask-activation')}"><div class="actions"><button class="button">${labels.askNow}</button></div><p class="hint">${labels.askNowHint}</p></form>`}
<details class="more"${isOpen && html` open`}><summary>${labels.change}</summary><form method="post" action="${own('/schedule')}">
${areaView({ name: 'addresses', label: labels.addresses, value: of('addresses', (schedule?.addresses ?? [supplier.contactEmail]).join('\n')), error: errors['addresses'], attributes: html`rows="3" spellcheck="false" autocapitalize="none"` })}
${fieldView({ name: 'cron', label: labels.cron, hint: labels.cronHint, value: of('cron', schedule?.cron ?? usualCron), error: errors['cron'], attributes: html`maxlength="60" autocomplete="off" spellcheck="false"` })}
${areaView({ name: 'holidays', label: labels.holidays, hint: labels.holidaysHint, value: of('holidays', (schedule?.holidays ?? []).join('\n')), error: errors['holidays'], attributes: html`rows="3"` })}
${fieldView({ name: 'reminder', label: labels.reminder, value: of('reminder', String(schedule?.reminderHours ?? 24)), error: errors['reminder'], attributes: html`inputmode="numeric" maxlength="3"` })}
${selectField({ name: 'letters', label: labels.language, choices: languageNames, value: of('letters', schedule?.language ?? 'ru'), error: errors['letters'] })}
<div class="actions"><button class="button main">${labels.save}</button></div></form></details></section>`;
}

function accessCard({ data, look, labels, call, own }: View): Html {
  const { access } = data;
  const { errors, typed } = look;
  const chosen = new Set<string>(access?.fields ?? ['code']);
  const checks = exportFields
    .filter((field) => field !== 'code')
    .map(
      (field) =>
        html`<label class="choice"><input type="checkbox" name="field" value="${field}"${chosen.has(field) && html` checked`}> <code>${field}</code></label>`,
    );
  const formats = exportFormats.map((value) => ({ value, text: value }));
  return html`<section class="card" id="access"><h2>${labels.access}</h2><p>${labels.accessLead}</p>
${factsView([
  [labels.token, access?.hasToken === true ? labels.hasToken : labels.noToken],
  [basicAccessLabels[call.language].user, access?.userName ?? basicAccessLabels[call.language].none],
  [labels.networks, access?.allowedNetworks.join(', ') || '–'],
  [labels.pullHours, String(access?.pullHours ?? usualPullHours)],
])}
<form method="post" action="${own('/token')}"><div class="actions"><button class="button">${labels.newToken}</button></div></form>
${basicAccessView(data, look, call.language)}
<details class="more"${['networks', 'format', 'pullHours', 'redeemsOwn'].some((name) => name in errors) && html` open`}><summary>${labels.change}</summary><form method="post" action="${own('/access')}">
${areaView({ name: 'networks', label: labels.networks, hint: labels.networksHint, value: typed.get('networks') ?? (access?.allowedNetworks ?? []).join('\n'), error: errors['networks'], attributes: html`rows="3" spellcheck="false" autocapitalize="none"` })}
${selectField({ name: 'format', label: labels.format, choices: formats, value: access?.format ?? 'json', error: errors['format'] })}
<fieldset><legend>${labels.fields}</legend>${checks}</fieldset>
${fieldView({ name: 'pullHours', label: labels.pullHours, hint: labels.pullHoursHint, value: typed.get('pullHours') ?? String(access?.pullHours ?? usualPullHours), error: errors['pullHours'], attributes: html`inputmode="numeric" maxlength="3"` })}
<label class="choice"><input type="checkbox" name="redeemsOwn" value="yes"${access?.redeemsOwn === true && html` checked`}${errors['redeemsOwn'] !== undefined && html` aria-invalid="true" aria-describedby="redeemsOwn-error"`}> ${labels.redeemsOwn}</label>
${errors['redeemsOwn'] !== undefined && html`<p class="wrong" id="redeemsOwn-error">${errors['redeemsOwn']}</p>`}
<div class="actions"><button class="button main">${labels.save}</button></div></form></details></section>`;
}

function peopleCard({ data, look, labels, call, own }: View): Html {
  const { language, principal, party } = call;
  const rows = [
    ...data.members.map(({ name, role, seenAt }) => [
      name,
      roleName(role, language),
      seenAt && momentView(seenAt, language),
    ]),
    ...data.invitations
      .filter(({ status }) => status === 'open' || status === 'expired')
      .map(({ email, role, status }) => [
        email,
        roleName(role, language),
        labels.invitations[status === 'open' ? 'open' : 'expired'],
      ]),
  ];
  return html`<section class="card" id="people"><h2>${labels.people}</h2>
${rows.length === 0 ? html`<p class="muted">${labels.noPeople}</p>` : html`<table class="stacks"><caption class="quiet">${labels.people}</caption><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`}
${
  may(principal, 'team.change', party) &&
  html`<form method="post" action="${own('/invite')}">
${fieldView({ name: 'invitee', label: labels.inviteEmail, type: 'email', value: look.typed.get('invitee') ?? '', error: look.errors['invitee'], attributes: html`required maxlength="255" autocomplete="off"` })}
<div class="actions"><button class="button">${labels.invite}</button></div></form>`
}</section>`;
}
