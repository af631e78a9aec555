/** The page of what waits of one kind. */
import { formatShortDate } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { moscowMidnight } from '../../../platform/time/moscow-time.ts';
import { itemOf, type WaitingItem } from '../../../reports/what-waits/read-waiting.ts';
import { waitingPlaces as places } from '../../../reports/what-waits/waiting-places.ts';
import { mostOnPage, type WaitingKind } from '../../../reports/what-waits/waiting-kinds.ts';
import type { Holder } from '../../../reports/what-waits/work-items.ts';
import { areaView, type FieldErrors, fieldView, selectField } from '../../../web/form-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { longestReason } from '../../../acts/work-items/settle-items.ts';
import type { OperatorCall } from '../operator.ts';
import { operatorLink } from '../operator-link.ts';
import { itemLabels } from './item-labels.ts';
import { workLabels } from './labels.ts';
import { lineParts } from './line-view.ts';

export const workPath = (kind: WaitingKind): string => `/o/work/${kind}`;

export interface Items {
  kind: WaitingKind;
  look: 'shown' | 'put-off';
  items: WaitingItem[];
  /** Days until which items are put off. */
  days: ReadonlyMap<number, string>;
  /** To whom something can be given. */
  takers: Holder[];
  mayTake: boolean;
  maySettle: boolean;
  /** Sends it again. */
  maySend: boolean;
}

export function itemsView(data: Items, call: OperatorCall, errors: FieldErrors = {}): ShellPage {
  const { kind, look, items, mayTake, maySettle } = data;
  const { language } = call;
  const labels = itemLabels[language];
  const title = workLabels[language].kinds[kind];
  const isShown = look === 'shown';
  return {
    title,
    errors,
    main: html`<p><a href="${at('/o', language)}">${labels.all}</a></p>
<div class="heading"><h1>${title}</h1>${operatorLink(call, places[kind], labels.place)}</div>
<p class="lead">${labels.lead}</p>
${looksView(kind, look, call)}
${
  items.length === 0
    ? emptyView(isShown ? labels.empty : labels.putOffEmpty)
    : html`<section class="card" id="items"><form class="ticking" method="post" action="${at(`${workPath(kind)}/take`, language)}"><input type="hidden" name="seen" value="${String(call.now.getTime())}"><input type="hidden" name="which" value="${look}">
${itemsTable(data, call)}${(mayTake || maySettle) && actsView(data, call, errors)}</form></section>`
}
${items.length >= mostOnPage && html`<p class="hint">${labels.newest(mostOnPage)}</p>`}
${isShown && maySettle && items.length > 0 && olderForm(kind, call, errors)}`,
  };
}

function looksView(kind: WaitingKind, look: Items['look'], { language }: OperatorCall): Html {
  const labels = itemLabels[language];
  const link = (one: Items['look'], name: string): Html =>
    html`<a href="${at(addressOf(workPath(kind), one === 'shown' ? {} : { which: one }), language)}"${one === look && html` aria-current="page"`}>${name}</a>`;
  return html`<nav class="tabs" aria-label="${labels.all}">${link('shown', labels.shown)}${link('put-off', labels.putOff)}</nav>`;
}

function itemsTable({ kind, look, items, days, mayTake, maySettle }: Items, call: OperatorCall): Html {
  const { language, form } = call;
  const labels = itemLabels[language];
  const isShown = look === 'shown';
  const ticked = new Set(form.getAll('item').map((text) => text.split('.')[0]));
  const what = (item: WaitingItem): Content => {
    const [first] = lineParts(kind, item, call);
    if (!mayTake && !maySettle) return first;
    const id = itemOf(item);
    return html`<span class="inline"><label class="choice"><input type="checkbox" name="item" value="${id}.${item.holder?.personId ?? 0}" aria-label="${labels.tick(id)}" autocomplete="off"${ticked.has(String(id)) && html` checked`}></label> ${first}</span>`;
  };
  const details = (item: WaitingItem) =>
    html`${lineParts(kind, item, call)
      .slice(1)
      .map((part, index) => html`${index > 0 && ' · '}${part}`)}`;
  const since = {
    name: isShown ? labels.since : labels.untilDay,
    by: (item: WaitingItem) => days.get(itemOf(item)) ?? item.at.toISOString(),
    cell: (item: WaitingItem) => (isShown ? item.at : untilDay(days.get(itemOf(item)), language)),
  };
  const who = (item: WaitingItem) => whoView(item.holder, call);
  const columns: Columns<WaitingItem> = [
    { name: labels.what, phone: 'line', leads: true, cell: what, sort: 'what', by: ({ name }) => name },
    { ...since, phone: 'start', sort: 'since' },
    { name: labels.who, phone: 'end', cell: who, sort: 'who', by: ({ holder }) => holder?.name ?? '' },
    { name: labels.details, phone: 'line', cell: details, sort: 'details', by: (one) => one.details ?? '' },
  ];
  const sorting = { call, path: workPath(kind) };
  return rowsView({ caption: workLabels[language].kinds[kind], columns, rows: items, sorting }, language);
}

const untilDay = (day: string | undefined, language: Language): Content =>
  day !== undefined && formatShortDate(moscowMidnight(day), language);

function whoView(holder: Holder | null, { principal, language }: OperatorCall): Content {
  const labels = itemLabels[language];
  if (holder === null) return html`<span class="muted">${labels.nobody}</span>`;
  return holder.personId === principal.personId ? html`<b>${labels.you}</b>` : holder.name;
}

/** A bar that stays in sight once something is ticked; what needs a word more unfolds. */
function actsView(data: Items, call: OperatorCall, errors: FieldErrors): Html {
  const { kind, look, mayTake, maySettle } = data;
  const { language } = call;
  const labels = itemLabels[language];
  const to = (act: string): Html => html`formaction="${at(`${workPath(kind)}/${act}`, language)}"`;
  if (look === 'put-off')
    return html`<div class="actions"><span class="muted">${labels.ticked}:</span> <button class="button" ${to('back')}>${labels.back}</button></div>`;
  return html`<div class="actions"><span class="muted">${labels.ticked}:</span>
${data.maySend && html`<button class="button" ${to('again')}>${labels.again}</button>`}
${mayTake && html`<button class="button" ${to('take')}>${labels.take}</button>${takingView(data, call, errors, to)}`}
${maySettle && settlingView(call, errors['because'], to)}</div>`;
}

type To = (act: string) => Html;

/** A part that can be folded; only one of them is open. */
const folded = (name: string, isOpen: boolean, content: Html): Html =>
  html`<details name="act"${isOpen && html` open`}><summary>${name}</summary>${content}</details>`;

function takingView({ takers }: Items, { language, form }: OperatorCall, errors: FieldErrors, to: To): Html {
  const labels = itemLabels[language];
  const choices = takers.map(({ personId, name }) => ({ value: String(personId), text: name }));
  const { to: toError, until: untilError } = errors;
  const whom = selectField({
    name: 'to',
    label: labels.to,
    value: form.get('to') ?? '',
    any: labels.toNobody,
    choices,
    error: toError,
  });
  const until = fieldView({
    name: 'until',
    label: labels.until,
    hint: labels.untilHint,
    type: 'date',
    value: form.get('until') ?? '',
    error: untilError,
  });
  return html`${folded(labels.give, toError !== undefined, html`${whom}<button class="button" ${to('give')}>${labels.giveAct}</button>`)}
${folded(labels.putOffAct, untilError !== undefined, html`${until}<button class="button" ${to('put-off')}>${labels.putOffNow}</button>`)}`;
}

function settlingView({ language, form }: OperatorCall, error: string | undefined, to: To): Html {
  const labels = itemLabels[language];
  const because = areaView({
    name: 'because',
    label: labels.because,
    hint: labels.becauseHint,
    value: form.get('because') ?? '',
    error,
    attributes: html`rows="2" maxlength="${longestReason}"`,
  });
  return folded(
    labels.settle,
    error !== undefined,
    html`${because}<button class="button" ${to('settle')}>${labels.settleAct}</button>`,
  );
}

function olderForm(kind: WaitingKind, { language, form }: OperatorCall, errors: FieldErrors): Html {
  const labels = itemLabels[language];
  const isOpen = errors['older'] !== undefined || errors['olderBecause'] !== undefined;
  return html`<section class="card narrow"><details class="more"${isOpen && html` open`}><summary>${labels.olderTitle}</summary><form method="post" action="${at(`${workPath(kind)}/settle-older`, language)}">
${fieldView({ name: 'older', label: labels.older, hint: labels.olderHint, type: 'date', value: form.get('older') ?? '', error: errors['older'], attributes: html`required` })}
${areaView({ name: 'olderBecause', label: labels.because, hint: labels.becauseHint, value: form.get('olderBecause') ?? '', error: errors['olderBecause'], attributes: html`rows="2" maxlength="${longestReason}" required` })}
<div class="actions"><button class="button">${labels.olderAct}</button></div></form></details></section>`;
}
