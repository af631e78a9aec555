/** `/o`: what waits for the operator. */
import { stepLabels } from '../../../onboarding/step-labels.ts';
import { turnLabels } from '../../../onboarding/turn-labels.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { mostQueued, type QueueAge } from '../../../reports/what-waits/queue-ages.ts';
import { mostCounted, type DelayedFace, type Waiting } from '../../../reports/what-waits/read-waiting.ts';
import type { Guard } from '../../../restores/guard.ts';
import type { WaitingKind } from '../../../reports/what-waits/waiting-kinds.ts';
import { emptyView, tableView } from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { callDetails } from '../../../web/supplier-call.ts';
import { actName } from '../act-names.ts';
import { durationText } from '../durations.ts';
import { shortFindForm } from '../find/find-view.ts';
import type { OperatorCall } from '../operator.ts';
import { mayOpen, operatorLink } from '../operator-link.ts';
import { guardBanner, restorePath } from '../restore/restore-view.ts';
import { workLabels, type WorkLabels } from './labels.ts';

export interface Work {
  queues: QueueAge[];
  /** Null: this person does not see products. */
  delayed: DelayedFace[] | null;
  waiting: Waiting[];
  /** Null: the database was not restored lately. */
  guard: Guard | null;
  /** Nothing was sold yet, and this person may see to the first start. */
  isNew: boolean;
}

/** Where each kind is settled. */
const places: Record<WaitingKind, string> = {
  workers: '/o/health',
  channels: '/o/health',
  guesses: '/o/alerts',
  suppliers: '/o/suppliers',
  quarantine: '/o/quarantine',
  approvals: '/o/approvals',
  'top-ups': '/o/money',
  drafts: '/o/drafts',
  'supplier-onboarding': '/o/onboarding',
  'products-lacking': '/o/products',
  'client-onboarding': '/o/onboarding',
  stock: '/o/pools',
  pulls: '/o/suppliers',
  activation: '/o/activation',
  replies: '/o/activation',
  settlements: '/o/settlement',
  callbacks: '/o/callbacks',
  letters: '/o/letters',
};

export function workView({ queues, delayed, waiting, guard, isNew }: Work, call: OperatorCall): ShellPage {
  const labels = workLabels[call.language];
  const nothing = waiting.length === 0 && (delayed ?? []).length === 0;
  return {
    title: labels.title,
    main: html`${guard !== null && guardBanner(guard, mayOpen(call, restorePath), call.language)}<div class="heading"><h1>${labels.title}</h1>${shortFindForm(call.language)}</div>
${isNew ? emptyView(labels.isNew, operatorLink(call, '/o/start', labels.begin)) : nothing && emptyView(labels.nothing)}
${waiting.map((one) => waitingCard(one, labels, call))}
${delayed !== null && delayed.length > 0 && delayedCard(delayed, labels, call)}
${queueCard(queues, labels, call.language)}`,
  };
}

const counted = (count: number, most: number, language: Language): string =>
  count > most ? `${formatCount(most, language)}+` : formatCount(count, language);

function waitingCard({ kind, count, oldest, lines }: Waiting, labels: WorkLabels, call: OperatorCall): Html {
  const { language } = call;
  const rest = count > mostCounted ? mostCounted : count - lines.length;
  const place = places[kind];
  return html`<section class="card"><div class="heading"><h2>${labels.kinds[kind]}: ${counted(count, mostCounted, language)}</h2>${mayOpen(call, place) && operatorLink(call, place, labels.open)}</div>
<p class="hint">${labels.oldest}: ${momentView(oldest, language)}</p>
<ul>${lines.map((line) => html`<li>${lineView(kind, line, labels, call)}</li>`)}${rest > 0 && html`<li class="muted">${labels.more(counted(rest, mostCounted - 1, language))}</li>`}</ul></section>`;
}

/** Kinds whose things have pages of their own below the place where they are settled. */
const withPages: ReadonlySet<WaitingKind> = new Set([
  'quarantine',
  'approvals',
  'drafts',
  'products-lacking',
  'suppliers',
  'pulls',
  'activation',
  'replies',
]);

/** Where a line is settled. */
const pageOfLine = (
  kind: WaitingKind,
  { id, clientId, details = '' }: Waiting['lines'][number],
): string | null => {
  if (typeof id !== 'number') return null;
  if (kind === 'stock') return details.endsWith('-limit') ? '/o/limits' : `/o/pools/${id}`;
  if (kind === 'top-ups') return `/o/money/${clientId}`;
  if (kind === 'supplier-onboarding') return `/o/onboarding/suppliers/${id}`;
  if (kind === 'client-onboarding') return `/o/clients/${id}`;
  if (withPages.has(kind)) return `${places[kind]}/${id}`;
  return kind === 'callbacks' || kind === 'letters' ? `/o/orders/${id}` : null;
};

function lineView(
  kind: WaitingKind,
  line: Waiting['lines'][number],
  labels: WorkLabels,
  call: OperatorCall,
): Content {
  const { id, faceKopecks, details = '' } = line;
  const name =
    kind === 'approvals' ? actName(line.name, call.language) : (labels.details[line.name] ?? line.name);
  const page = pageOfLine(kind, line);
  const parts: Content[] = [
    page === null ? name : operatorLink(call, page, `${name} · ${id}`),
    typeof faceKopecks === 'number' && formatFace(faceKopecks, call.language),
    details !== '' && detailsText(kind, details, labels, call.language),
  ].filter((part) => part !== false && part !== '');
  return html`${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}`;
}

function detailsText(kind: WaitingKind, details: string, labels: WorkLabels, language: Language): string {
  const steps: Partial<Record<WaitingKind, Record<string, string>>> = {
    'supplier-onboarding': turnLabels[language].steps,
    'client-onboarding': stepLabels[language].names,
  };
  return steps[kind]?.[details] ?? labels.details[details] ?? callDetails(details, language);
}

const delayedCard = (delayed: readonly DelayedFace[], labels: WorkLabels, call: OperatorCall): Html =>
  html`<section class="card"><div class="heading"><h2>${labels.delayed}</h2>${mayOpen(call, '/o/waiting') && operatorLink(call, '/o/waiting', labels.open)}</div>${tableView(
    {
      caption: labels.delayed,
      phone: ['start', 'end', 'half', 'start', 'line'],
      columns: [
        { name: labels.product },
        { name: labels.face, look: 'sum' },
        { name: labels.orders, look: 'sum' },
        { name: labels.since },
        { name: labels.reason },
      ],
      rows: delayed.map(({ productId, title, faceKopecks, orders, oldest, waitsFor }) => [
        operatorLink(call, `/o/products/${productId}`, title),
        formatFace(faceKopecks, call.language),
        counted(orders, mostCounted, call.language),
        momentView(oldest, call.language),
        labels.reasons[waitsFor],
      ]),
    },
  )}</section>`;

const queueCard = (queues: readonly QueueAge[], labels: WorkLabels, language: Language): Html =>
  html`<section class="card"><h2>${labels.queues}</h2>${tableView({
    caption: labels.queues,
    phone: ['start', 'end', 'named'],
    columns: [
      { name: labels.queue },
      { name: labels.waiting, look: 'sum' },
      { name: labels.age, look: 'sum' },
    ],
    rows: queues.map(({ queue, waiting, oldestSeconds }) => [
      labels.queueNames[queue],
      waiting === 0 ? labels.idle : counted(waiting, mostQueued, language),
      waiting === 0 ? '–' : durationText(oldestSeconds, language),
    ]),
  })}</section>`;
