/** `/s/redeemed`: what was redeemed, by day, shop and cashier. */
import { partText } from '../../../certificates/worth.ts';
import { formatFace, formatCount } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
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
import type { FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import type { Filter } from '../../../web/shell/filters-view.ts';
import { shellLabels } from '../../../web/shell/labels.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { afterRow } from '../../../web/shell/list-view.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import { dayFilters, type Days } from '../../../web/shell/period.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { exportCard } from '../export-act.ts';
import type { SupplierCall } from '../supplier-cabinet.ts';
import { redeemedLabels, type RedeemedLabels } from './labels.ts';

export interface RedeemedData {
  filters: RedemptionFilters;
  days: Days;
  /** The value in the address. */
  who: string;
  found: FoundRedemptions;
  shops: Shop[];
  cashiers: Cashier[];
  members: Member[];
  /** Sums by cashier of the one day that is shown; null: several days are. */
  byCashier: DayOfCashier[] | null;
}

const path = '/s/redeemed';

export function redeemedListView(
  data: RedeemedData,
  call: SupplierCall,
  errors: FieldErrors = {},
): ShellPage {
  const { language, now } = call;
  const labels = redeemedLabels[language];
  const { found, byCashier, days } = data;
  const { rows, next } = found;
  return listPage(
    {
      path,
      title: labels.title,
      errors,
      lead: labels.lead,
      aboveFilters: findForm(labels, language, errors),
      filters: filtersOf(data, labels, language),
      aboveRows: byCashier !== null && byCashier.length > 0 && cashierCard(byCashier, days.from, language),
      columns: columnsOf(labels, language),
      rows,
      empty: { text: labels.empty, filtered: labels.noneSuch },
      note: isRareSearch(data) && next !== null && labels.lookedAt,
      next: next && afterRow(next.redeemedAt, next.transaction),
      atEnd: (rows.length > 0 || next !== null) && exportCard('redeemed', days, now, language),
    },
    call,
  );
}

const isRareSearch = ({ filters, who }: RedeemedData): boolean =>
  who !== '' || filters.undone || filters.shopId !== null || filters.faceKopecks !== null;

/** Posted: a number of a certificate stands in no address. */
function findForm(labels: RedeemedLabels, language: Language, { number: error }: FieldErrors): Html {
  const described = error === undefined ? 'number-hint' : 'number-error number-hint';
  return html`<form class="filters" method="post" action="${at(`${path}/find`, language)}"><div class="field list-search"><label class="quiet" for="number">${labels.find}</label><input id="number" name="number" placeholder="${labels.find}" aria-describedby="${described}"${error !== undefined && html` aria-invalid="true"`} autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="${maxNumberLength}"><p class="hint" id="number-hint">${labels.findHint}</p>${error !== undefined && html`<p class="wrong" id="number-error">${error}</p>`}</div><button class="button">${labels.findAct}</button></form>`;
}

/** How the address names who redeemed. */
export const whoOf = (personId: number): string => `person-${personId}`;

function filtersOf(data: RedeemedData, labels: RedeemedLabels, language: Language): Filter[] {
  const { filters, days, who, shops, cashiers, members } = data;
  const { any } = shellLabels[language];
  const people = [...cashiers, ...members].map(({ personId, name }) => ({
    value: whoOf(personId),
    text: name,
  }));
  const shopChoices = shops.map(({ id, name }) => ({ value: String(id), text: name }));
  const { faceKopecks, shopId, undone } = filters;
  return [
    ...dayFilters(days, labels),
    {
      name: 'face',
      label: labels.faceFilter,
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

function cashierCard(rows: DayOfCashier[], day: string, language: Language): Html {
  const labels = redeemedLabels[language];
  const title = labels.byCashier(`${day.slice(8)}.${day.slice(5, 7)}`);
  const count = (value: number) => formatCount(value, language);
  const sum = ({ sumKopecks }: DayOfCashier) => formatFace(sumKopecks, language);
  const undone = (one: DayOfCashier) => one.undone > 0 && count(one.undone);
  const columns: Columns<DayOfCashier> = [
    { name: labels.till, phone: 'start', cell: (one) => one.till },
    { name: labels.shop, phone: 'end', cell: (one) => one.shopName },
    { name: labels.count, look: 'sum', phone: 'half', cell: (one) => count(one.redeemed) },
    { name: labels.sum, look: 'sum', phone: 'half', cell: sum },
    { name: labels.undoneCount, look: 'sum', phone: 'half', cell: undone },
  ];
  return html`<section class="card"><h2>${title}</h2>${rowsView({ caption: title, columns, rows }, language)}</section>`;
}

function columnsOf(labels: RedeemedLabels, language: Language): Columns<RedemptionLine> {
  const link = ({ transaction }: RedemptionLine) =>
    linkView(`${path}/${transaction}`, html`<code>${transaction}</code>`, language);
  const worth = (row: RedemptionLine) => partText(row.amountKopecks, row.faceKopecks, language);
  return [
    { name: labels.transaction, phone: 'start', leads: true, cell: link },
    { name: labels.when, phone: 'end', cell: (row) => row.redeemedAt },
    { name: labels.certificate, phone: 'start', cell: (row) => row.productTitle },
    { name: labels.face, look: 'sum', phone: 'end', cell: worth },
    { name: labels.till, phone: 'start', cell: (row) => row.till },
    { name: labels.state, phone: 'end', cell: (row) => html`<span>${redemptionState(row, labels)}</span>` },
  ];
}

export function redemptionState(row: RedemptionLine, labels: RedeemedLabels): Html {
  const state = row.undoneAt !== null ? 'undone' : row.takenBackAt !== null ? 'taken-back' : 'redeemed';
  return html`<span class="state ${state === 'redeemed' ? 'yes' : 'note'}">${labels.states[state]}</span>`;
}
