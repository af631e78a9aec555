/** `/o`: what waits for the operator. */
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { mostQueued, type ListedQueue, type QueueMeasure } from '../../../reports/health/queues.ts';
import { waitingPlaces as places } from '../../../reports/what-waits/waiting-places.ts';
import { mostCounted, type DelayedFace, type Waiting } from '../../../reports/what-waits/read-waiting.ts';
import type { Guard } from '../../../upkeep/restores/guard.ts';
import { hasItems } from '../../../reports/what-waits/waiting-kinds.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { livePart } from '../../../web/shell/live-part.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { durationText } from '../durations.ts';
import type { OperatorCall } from '../operator.ts';
import { mayOpen, operatorLink } from '../operator-link.ts';
import { guardBanner, restorePath } from '../restore/restore-view.ts';
import { itemLabels } from './item-labels.ts';
import { workPath } from './items-view.ts';
import { workLabels, type WorkLabels } from './labels.ts';
import { lineParts } from './line-view.ts';

export interface Work {
  queues: QueueMeasure<ListedQueue>[];
  /** Null: this person does not see products. */
  delayed: DelayedFace[] | null;
  waiting: Waiting[];
  /** Null: the database was not restored lately. */
  guard: Guard | null;
  /** Nothing was sold yet, and this person may see to the first start. */
  isNew: boolean;
}

export function workView({ queues, delayed, waiting, guard, isNew }: Work, call: OperatorCall): ShellPage {
  const labels = workLabels[call.language];
  const nothing = waiting.length === 0 && (delayed ?? []).length === 0;
  return {
    title: labels.title,
    main: html`${guard !== null && guardBanner(guard, mayOpen(call, restorePath), call.language)}<h1>${labels.title}</h1>
<div class="stack" id="work" data-live>${isNew ? emptyView(labels.isNew, operatorLink(call, '/o/start', labels.begin)) : nothing && emptyView(labels.nothing)}
${waiting.length > 0 && html`<div class="card kinds">${waiting.map((one) => kindView(one, labels, call))}</div>`}
${delayed !== null && delayed.length > 0 && delayedCard(delayed, labels, call)}
${queueCard(queues, labels, call.language)}</div>${workLive(call)}`,
    renews: 'parts' as const,
  };
}

/** The numbers of the menu, which are counted once for everybody of the team: whoever waits costs nothing more. */
export const workLive = ({ session, language }: OperatorCall): Html =>
  livePart({ path: '/o/live', state: [...(session.waits ?? [])].flat().join(' '), language });

const counted = (count: number, most: number, language: Language): string =>
  count > most ? `${formatCount(most, language)}+` : formatCount(count, language);

function kindView({ kind, count, oldest, lines }: Waiting, labels: WorkLabels, call: OperatorCall): Html {
  const { language } = call;
  const rest = count > mostCounted ? mostCounted : count - lines.length;
  const place = hasItems(kind) ? workPath(kind) : places[kind];
  return html`<section><div class="heading"><h2>${labels.kinds[kind]}: ${counted(count, mostCounted, language)}</h2>
<p class="hint">${labels.oldest}: ${momentView(oldest, language)}</p>${(hasItems(kind) || mayOpen(call, place)) && html`<a href="${at(place, language)}">${labels.open}</a>`}</div>
<ul>${lines.map((line) => html`<li>${lineView(kind, line, call)}</li>`)}${rest > 0 && html`<li class="muted">${labels.more(counted(rest, mostCounted - 1, language))}</li>`}</ul></section>`;
}

function lineView(kind: Waiting['kind'], line: Waiting['lines'][number], call: OperatorCall): Html {
  const { holder } = line;
  const { takenBy, takenByYou } = itemLabels[call.language];
  const parts = lineParts(kind, line, call);
  return html`${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}${holder !== null && html` · <b>${holder.personId === call.principal.personId ? takenByYou : takenBy(holder.name)}</b>`}`;
}

function delayedCard(rows: readonly DelayedFace[], labels: WorkLabels, call: OperatorCall): Html {
  const { language } = call;
  const product = (one: DelayedFace) => operatorLink(call, `/o/products/${one.productId}`, one.title);
  const face = (one: DelayedFace) => formatFace(one.faceKopecks, language);
  const orders = (one: DelayedFace) => counted(one.orders, mostCounted, language);
  const columns: Columns<DelayedFace> = [
    { name: labels.product, phone: 'start', leads: true, cell: product },
    { name: labels.face, look: 'sum', phone: 'end', cell: face },
    { name: labels.orders, look: 'sum', phone: 'half', cell: orders },
    { name: labels.since, phone: 'start', cell: (one) => one.oldest },
    { name: labels.reason, phone: 'line', cell: (one) => labels.reasons[one.waitsFor] },
  ];
  return html`<section class="card"><div class="heading"><h2>${labels.delayed}</h2>${mayOpen(call, '/o/waiting') && operatorLink(call, '/o/waiting', labels.open)}</div>${rowsView({ caption: labels.delayed, columns, rows }, language)}</section>`;
}

function queueCard(rows: Work['queues'], labels: WorkLabels, language: Language): Html {
  type Queue = Work['queues'][number];
  const waits = ({ waiting }: Queue) =>
    waiting === 0 ? labels.idle : counted(waiting, mostQueued, language);
  const age = ({ oldestDueSeconds: seconds }: Queue) =>
    seconds === 0 ? '–' : durationText(seconds, language);
  const columns: Columns<Queue> = [
    { name: labels.queue, phone: 'start', cell: ({ queue }) => labels.queueNames[queue] },
    { name: labels.waiting, look: 'sum', phone: 'end', cell: waits },
    { name: labels.age, look: 'sum', cell: age },
  ];
  return html`<section class="card"><h2>${labels.queues}</h2>${rowsView({ caption: labels.queues, columns, rows }, language)}</section>`;
}
