/** `/c/api/log`: what programs of the client asked lately, and what went wrong how often. */
import { callLine } from '../../../reports/integration-log/call-line.ts';
import { clientCalls } from '../../../reports/call-log/call-tables.ts';
import type { CallKind } from '../../../reports/call-log/call-log.ts';
import {
  countCalls,
  listCalls,
  type CountedOutcome,
  type KeptCall,
} from '../../../reports/call-log/list-calls.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { dayAfter, moscowDay } from '../../../platform/time/moscow-time.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { filtersView } from '../../../web/shell/filters-view.ts';
import { shellLabels } from '../../../web/shell/labels.ts';
import { emptyView, listLength, onwardView } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { adviceOf, callLabels, type CallLabels } from './labels.ts';

const countedDays = 30;

interface CallsData {
  kind: CallKind | null;
  /** One more than a page has, if there are more. */
  calls: KeptCall[];
  counted: CountedOutcome[];
  clientId: number;
  baseUrl: string;
}

export function addCalls(pages: CabinetPages): void {
  pages.page<CallsData>({
    path: '/c/api/log',
    needs: 'callbacks.read',
    keepsViews: true,
    async load({ ctx: { pageDb, config }, party, query, now }) {
      const clientId = party.partyId;
      const kind = kindIn(query['kind']);
      const since = dayAfter(moscowDay(now), 1 - countedDays);
      const [calls, counted] = await Promise.all([
        listCalls(pageDb, clientCalls, {
          ownerId: clientId,
          kind,
          before: idIn(query['older']),
          limit: listLength + 1,
        }),
        countCalls(pageDb, clientCalls, { ownerId: clientId, since }),
      ]);
      return { kind, calls, counted, clientId, baseUrl: config.baseUrl };
    },
    view: callsView,
  });
}

const kinds = ['ok', 'error', 'refused'] as const satisfies readonly CallKind[];

const kindIn = (text: string | undefined): CallKind | null => kinds.find((kind) => kind === text) ?? null;

function callsView(data: CallsData, call: CabinetCall): ShellPage {
  const { language } = call;
  const labels = callLabels[language];
  const { kind, calls, counted } = data;
  const all = counted.reduce((sum, one) => sum + one.calls, 0);
  const choices = kinds.map((value) => ({ value, text: labels.whiches[value] }));
  const { any } = shellLabels[language];
  const filters = [{ name: 'kind', label: labels.which, value: kind ?? '', any, choices }];
  const rows = calls.slice(0, listLength).map((one) => callRow(one, labels, language));
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
<section class="card"><h2>${labels.errors}</h2>
<p>${labels.whole(formatCount(all, language))}</p>
${errorsTable(counted, labels, language)}</section>
<h2>${labels.calls}</h2>
${filtersView({ call, path: '/c/api/log', filters })}
${rows.length === 0 ? nothing(data, labels) : html`<section class="card"><ul class="entries single">${rows}</ul></section>`}
${calls.length > listLength && olderLink(data, labels, language)}`,
  };
}

const nothing = ({ kind, clientId, baseUrl }: CallsData, labels: CallLabels): Html =>
  kind === null
    ? emptyView(labels.empty, html`<pre>${sampleCall(clientId, baseUrl)}</pre>`)
    : emptyView(labels.noneSuch);

const sampleCall = (clientId: number, baseUrl: string): string =>
  [
    `SIG=$(printf '%s' "getBalance$SECRET" | sha256sum | cut -d' ' -f1)`,
    `curl "${baseUrl}/?cmd=getBalance&id=${clientId}&in=json&out=json&sig=$SIG"`,
  ].join('\n');

const errorView = ({ outcome }: CountedOutcome) =>
  html`<span><span class="state no">${outcome}</span></span>`;

function errorsTable(counted: CountedOutcome[], labels: CallLabels, language: Language): Html {
  const errors = counted.filter(({ outcome }) => outcome !== 'ok');
  if (errors.length === 0) return html`<p>${labels.noErrors}</p>`;
  const operation = ({ cmd }: CountedOutcome) =>
    html`<code class="word">${cmd === 'unknown' ? labels.unknown : cmd}</code>`;
  const columns: Columns<CountedOutcome> = [
    { name: labels.error, cell: errorView },
    { name: labels.operation, cell: operation },
    { name: labels.times, look: 'sum', cell: ({ calls }) => formatCount(calls, language) },
    { name: labels.lastAt, cell: ({ lastAt }) => lastAt },
    { name: labels.whatToDo, cell: ({ outcome }) => adviceOf(outcome, labels) },
  ];
  return rowsView({ caption: labels.errors, columns, rows: errors }, language);
}

function callRow(call: KeptCall, labels: CallLabels, language: Language): Html {
  const { kind, cmd, outcome, asked } = call;
  const isOk = kind === 'ok';
  return callLine(
    {
      ...call,
      name: cmd === 'unknown' ? labels.unknown : cmd,
      state: html`<span class="state ${isOk ? 'yes' : 'no'}">${isOk ? labels.ok : outcome}</span>`,
      advice: isOk ? null : adviceOf(outcome, labels),
      asked: reasonOr(asked, labels),
      labels,
    },
    language,
  );
}

const reasonOr = (asked: string, { reasons }: CallLabels): string =>
  Object.hasOwn(reasons, asked) ? reasons[asked as keyof typeof reasons] : asked;

function olderLink({ kind, calls }: CallsData, labels: CallLabels, language: Language): Content {
  const last = calls[listLength - 1];
  if (last === undefined) return null;
  const address = at(addressOf('/c/api/log', { kind, older: String(last.id) }), language);
  return onwardView({ list: labels.calls, href: address }, language);
}
