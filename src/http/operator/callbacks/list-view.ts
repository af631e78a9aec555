/** `/o/callbacks`: callbacks of all clients. */
import { furtherView } from '../../../reports/order-story/callbacks/callback-pager.ts';
import { callbackStoryLabels } from '../../../reports/order-story/callbacks/labels.ts';
import { replaySinceForm } from '../../../reports/order-story/callbacks/replay-since.ts';
import { permittedOf } from '../../../reports/order-story/ticked/ticked-acts.ts';
import { tickedForm, tickView, type TickedForm } from '../../../reports/order-story/ticked/ticked-view.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import {
  callbackKinds,
  mostCounted,
  type CallbackKind,
  type CallbackOfAll,
  type CallbackPlace,
  type DeadReceiver,
} from '../../../reports/callbacks-of-all.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { filtersView, type Filter } from '../../../web/shell/filters-view.ts';
import { emptyView, tableView } from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { callbackLabels } from './labels.ts';

export interface CallbackList {
  kind: CallbackKind;
  clientId: number | null;
  /** Only on the first page of all that were given up. */
  dead: DeadReceiver[];
  callbacks: CallbackOfAll[];
  /** Where to go on. */
  next: CallbackPlace | null;
  isFirst: boolean;
  /** For the field of all that failed, Moscow time. */
  since: string;
}

export function callbackListView(
  list: CallbackList,
  call: OperatorCall,
  errors: FieldErrors = {},
): ShellPage {
  const { language, principal, party } = call;
  const labels = callbackLabels[language];
  const { title, noneSuch } = callbackStoryLabels[language];
  const { kind, clientId, dead, callbacks, next, isFirst, since } = list;
  const client = clientId === null ? '' : String(clientId);
  const mayReplay = may(principal, 'callbacks.replay', party);
  const attributes = html`inputmode="numeric" maxlength="15" autocomplete="off"`;
  const choices = callbackKinds.map((value) => ({ value, text: labels.kinds[value] }));
  const filters: Filter[] = [
    { name: 'which', label: labels.which, value: kind, usual: 'failed', choices },
    { name: 'client', label: labels.client, value: client, attributes },
    { name: 'request', label: labels.request, value: '', attributes },
  ];
  return {
    title,
    errors,
    main: html`<h1>${title}</h1>
<p class="lead">${labels.lead}</p>
${filtersView({ call, path: '/o/callbacks', filters })}
${dead.length > 0 && deadView(dead, call, mayReplay)}
${labels.kindNotes[kind] !== undefined && html`<p class="muted">${labels.kindNotes[kind]}</p>`}
${callbacks.length === 0 ? emptyView(clientId === null && isFirst ? labels.empty[kind] : noneSuch) : html`<section class="card">${rowsView(callbacks, list, call)}</section>`}
${next !== null && furtherView('/o/callbacks', { which: kind, client }, next, language)}
${mayReplay && clientId !== null && replaySinceForm(`/o/callbacks/of/${clientId}/replay`, since, errors, language)}`,
  };
}

function deadView(dead: DeadReceiver[], call: OperatorCall, mayReplay: boolean): Html {
  const { language } = call;
  const labels = callbackLabels[language];
  const names = [labels.who, labels.address, labels.since, labels.givenUp];
  const columns = (mayReplay ? [...names, labels.action] : names).map((name) => ({ name }));
  return html`<section class="card"><h2>${labels.dead}</h2><p>${labels.deadLead}</p>
${tableView({
  caption: labels.dead,
  leads: 0,
  phone: ['line', 'line', 'half', 'half', 'line'],
  columns,
  rows: dead.map(({ clientId, client, address, failedAt, givenUp }): Content[] => {
    const count = formatCount(Math.min(givenUp, mostCounted), language);
    return [
      operatorLink(call, `/o/clients/${clientId}`, client),
      html`<code>${address}</code>`,
      momentView(failedAt, language),
      givenUp > mostCounted ? labels.more(count) : count,
      ...(mayReplay
        ? [
            html`<form method="post" action="${at(`/o/callbacks/of/${clientId}/replay`, language)}"><input type="hidden" name="at" value="${String(failedAt.getTime())}"><button class="as-link" aria-label="${labels.replayAll}: ${client}">${labels.replayAll}</button></form>`,
          ]
        : []),
    ];
  }),
})}</section>`;
}

function rowsView(rows: CallbackOfAll[], { kind, clientId }: CallbackList, call: OperatorCall): Html {
  const { language } = call;
  const labels = callbackLabels[language];
  const { title, attempts, last, noAnswer } = callbackStoryLabels[language];
  const form: TickedForm = {
    path: '/o/callbacks',
    filters: { which: kind, client: clientId === null ? '' : String(clientId) },
    acts: kind === 'failed' ? permittedOf(['replay'], call) : [],
    language,
  };
  const table = tableView({
    caption: title,
    leads: 0,
    phone: ['start', 'line', 'end', 'half', 'half'],
    columns: [labels.number, labels.who, labels.moments[kind], attempts, last].map((name) => ({ name })),
    rows: rows.map((row): Content[] => [
      tickView(
        row,
        html`<a href="${at(addressOf(`/o/callbacks/${row.requestId}`, form.filters), language)}">${String(row.requestId)}</a>`,
        form,
      ),
      operatorLink(call, `/o/clients/${row.clientId}`, row.client),
      momentView(momentOf(row, kind), language),
      String(row.attempts),
      answerOf(row, noAnswer),
    ]),
  });
  return tickedForm(table, form);
}

const momentOf = ({ endedAt, dueAt, announcedAt }: CallbackOfAll, kind: CallbackKind): Date =>
  kind === 'first' ? announcedAt : (endedAt ?? dueAt);

/** Of one that was never called there is none. */
function answerOf({ lastStatus, lastProblem }: CallbackOfAll, noAnswer: string): string {
  if (lastStatus === null && lastProblem === null) return '–';
  return [lastStatus === null ? noAnswer : String(lastStatus), lastProblem ?? '']
    .filter((part) => part !== '')
    .join(' · ');
}
