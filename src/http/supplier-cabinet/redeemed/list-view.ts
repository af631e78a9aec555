/** `/s/redeemed`: what was redeemed, by day, shop and cashier. */
import { partText } from '../../../certificates/worth.ts';
import { formatFace, formatCount } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Member } from '../../../people/team/members.ts';
import type { Shop } from '../../../people/tills/shops.ts';
import type { Cashier } from '../../../people/tills/till-users.ts';
import type {
  DayOfCashier,
  FoundRedemptions,
  RedemptionFilters,
  RedemptionLine,
} from '../../../redemption/list-redemptions.ts';
import { maxNumberLength } from '../../../redemption/till.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { anySet, filtersView, type Filter } from '../../../web/shell/filters-view.ts';
import { shellLabels } from '../../../web/shell/labels.ts';
import { emptyView, onwardView, tableView } from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { exportCard } from '../export-act.ts';
import type { SupplierCall } from '../supplier-cabinet.ts';
import { redeemedLabels, type RedeemedLabels } from './labels.ts';

export interface RedeemedData {
  filters: RedemptionFilters;
  /** As they stand in the address. */
  from: string;
  until: string;
  who: string;
  found: FoundRedemptions;
  isFirst: boolean;
  shops: Shop[];
  cashiers: Cashier[];
  members: Member[];
  /** Of the one day that is shown; null: of several. */
  byCashier: DayOfCashier[] | null;
}

const path = '/s/redeemed';

export function redeemedListView(
  data: RedeemedData,
  call: SupplierCall,
  errors: FieldErrors = {},
): ShellPage {
  const { language, query, now } = call;
  const labels = redeemedLabels[language];
  const { found, isFirst, byCashier } = data;
  const filters = filtersOf(data, labels, language);
  const { rows, next } = found;
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
${findForm(labels, language, errors)}
${filtersView({ call, path, filters })}
${byCashier !== null && byCashier.length > 0 && cashierCard(data, labels, language)}
${
  rows.length === 0 && next === null
    ? emptyView(anySet(filters) || !isFirst ? labels.noneSuch : labels.empty)
    : html`<section class="card">${rows.length > 0 && redemptionTable(rows, labels, language)}
${isRareSearch(data) && next !== null && html`<p class="muted">${labels.lookedAt}</p>`}</section>
${
  next !== null &&
  onwardView(
    {
      list: labels.title,
      href: at(
        addressOf(path, { ...query, after: `${next.redeemedAt.getTime()}.${next.transaction}` }),
        language,
      ),
    },
    language,
  )
}
${exportCard('redeemed', data, now, language)}`
}`,
  };
}

const isRareSearch = ({ filters, who }: RedeemedData): boolean =>
  who !== '' || filters.undone || filters.shopId !== null || filters.faceKopecks !== null;

const findForm = (labels: RedeemedLabels, language: Language, errors: FieldErrors): Html =>
  html`<section class="card"><form class="narrow" method="post" action="${at(`${path}/find`, language)}">
${fieldView({ name: 'number', label: labels.find, hint: labels.findHint, error: errors['number'], attributes: html`autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="${maxNumberLength}"` })}
<div class="actions"><button class="button">${labels.findAct}</button></div></form></section>`;

function filtersOf(data: RedeemedData, labels: RedeemedLabels, language: Language): Filter[] {
  const { filters, from, until, who, shops, cashiers, members } = data;
  const { any } = shellLabels[language];
  const people = [
    ...cashiers.map(({ id, name }) => ({ value: `user-${id}`, text: name })),
    ...members.map(({ personId, name }) => ({ value: `person-${personId}`, text: name })),
  ];
  const shopChoices = shops.map(({ id, name }) => ({ value: String(id), text: name }));
  const { faceKopecks, shopId, undone } = filters;
  return [
    { name: 'from', label: labels.from, value: from, isDay: true },
    { name: 'until', label: labels.until, value: until, isDay: true },
    {
      name: 'face',
      label: labels.face,
      value: faceKopecks === null ? '' : String(faceKopecks / 100),
      attributes: html`inputmode="decimal" maxlength="12" autocomplete="off"`,
    },
    ...(shops.length > 0
      ? [{ name: 'shop', label: labels.shop, value: String(shopId ?? ''), any, choices: shopChoices }]
      : []),
    { name: 'who', label: labels.cashier, value: who, any, choices: people },
    {
      name: 'which',
      label: labels.which,
      value: undone ? 'undone' : '',
      any: labels.all,
      choices: [{ value: 'undone', text: labels.onlyUndone }],
    },
  ];
}

function cashierCard({ byCashier, from }: RedeemedData, labels: RedeemedLabels, language: Language): Html {
  const title = labels.byCashier(`${from.slice(8)}.${from.slice(5, 7)}`);
  return html`<section class="card"><h2>${title}</h2>${tableView({
    caption: title,
    phone: ['start', 'end', 'half', 'half', 'half'],
    columns: [
      { name: labels.till },
      { name: labels.shop },
      { name: labels.count, look: 'sum' },
      { name: labels.sum, look: 'sum' },
      { name: labels.undoneCount, look: 'sum' },
    ],
    rows: (byCashier ?? []).map(({ till, shopName, redeemed, sumKopecks, undone }) => [
      till,
      shopName ?? '',
      formatCount(redeemed, language),
      formatFace(sumKopecks, language),
      undone === 0 ? '' : formatCount(undone, language),
    ]),
  })}</section>`;
}

const redemptionTable = (rows: RedemptionLine[], labels: RedeemedLabels, language: Language): Html =>
  tableView({
    caption: labels.title,
    leads: 0,
    phone: ['start', 'end', 'start', 'end', 'start', 'end'],
    columns: [
      { name: labels.transaction },
      { name: labels.when },
      { name: labels.certificate },
      { name: labels.face, look: 'sum' },
      { name: labels.till },
      { name: labels.state },
    ],
    rows: rows.map((row): Content[] => [
      html`<a href="${at(`${path}/${row.transaction}`, language)}"><code>${row.transaction}</code></a>`,
      momentView(row.redeemedAt, language),
      row.productTitle,
      partText(row.amountKopecks, row.faceKopecks, language),
      row.till,
      html`<span>${redemptionState(row, labels)}</span>`,
    ]),
  });

export function redemptionState(row: RedemptionLine, labels: RedeemedLabels): Html {
  const state = row.undoneAt !== null ? 'undone' : row.takenBackAt !== null ? 'taken-back' : 'redeemed';
  return html`<span class="state ${state === 'redeemed' ? 'yes' : 'note'}">${labels.states[state]}</span>`;
}
