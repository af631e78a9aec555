/** `/o/callbacks`: callbacks of all clients. */
import { answerText } from '../../../reports/order-story/callbacks/callback-view.ts';
import { callbackStoryLabels } from '../../../reports/order-story/callbacks/labels.ts';
import { replaySinceForm } from '../../../reports/order-story/callbacks/replay-since.ts';
import { permittedOf } from '../../../reports/order-story/ticked/ticked-acts.ts';
import { tickedForm, tickedLink, type TickedForm } from '../../../reports/order-story/ticked/ticked-view.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import {
  callbackKinds,
  mostCounted,
  type CallbackKind,
  type CallbackOfAll,
  type CallbackPlace,
  type DeadReceiver,
} from '../../../reports/callbacks-of-all.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import type { Language } from '../../../platform/text/language.ts';
import { at } from '../../../web/request-language.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { afterRow } from '../../../web/shell/list-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { callbackLabels } from './labels.ts';

const path = '/o/callbacks';

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
  const { kind, clientId, dead, next, isFirst, since } = list;
  const client = clientId === null ? '' : String(clientId);
  const mayReplay = may(principal, 'callbacks.replay', party);
  const attributes = html`inputmode="numeric" maxlength="15" autocomplete="off"`;
  const choices = callbackKinds.map((value) => ({ value, text: labels.kinds[value] }));
  const form: TickedForm = {
    path,
    filters: { which: kind, client },
    acts: kind === 'failed' ? permittedOf(['replay'], call) : [],
    language,
  };
  return listPage(
    {
      path,
      title,
      errors,
      lead: labels.lead,
      filters: [
        { name: 'which', label: labels.which, value: kind, usual: 'failed', choices },
        { name: 'client', label: labels.client, value: client, attributes },
        { name: 'request', label: labels.request, value: '', attributes },
      ],
      aboveRows: html`${dead.length > 0 && deadView(dead, call, mayReplay)}
${labels.kindNotes[kind] !== undefined && html`<p class="muted">${labels.kindNotes[kind]}</p>`}`,
      columns: columnsOf(list, form, call),
      rows: list.callbacks,
      within: (table) => tickedForm(table, form),
      empty: { text: clientId === null && isFirst ? labels.empty[kind] : noneSuch },
      next: next && afterRow(next.at, next.requestId),
      atEnd:
        mayReplay &&
        clientId !== null &&
        replaySinceForm(`${path}/of/${clientId}/replay`, since, errors, language),
    },
    call,
  );
}

function deadView(rows: DeadReceiver[], call: OperatorCall, mayReplay: boolean): Html {
  const { language } = call;
  const labels = callbackLabels[language];
  const count = ({ givenUp }: DeadReceiver): string => {
    const text = formatCount(Math.min(givenUp, mostCounted), language);
    return givenUp > mostCounted ? labels.more(text) : text;
  };
  const form = ({ clientId, client, failedAt }: DeadReceiver): Html =>
    html`<form method="post" action="${at(`${path}/of/${clientId}/replay`, language)}"><input type="hidden" name="at" value="${String(failedAt.getTime())}"><button class="as-link" aria-label="${labels.replayAll}: ${client}">${labels.replayAll}</button></form>`;
  const columns: Columns<DeadReceiver> = [
    { name: labels.who, phone: 'line', leads: true, cell: (one) => clientLink(one, call) },
    { name: labels.address, phone: 'line', cell: ({ address }) => html`<code>${address}</code>` },
    { name: labels.since, phone: 'half', cell: ({ failedAt }) => failedAt },
    { name: labels.givenUp, phone: 'half', cell: count },
    mayReplay && { name: labels.action, phone: 'line', cell: form },
  ];
  return html`<section class="card"><h2>${labels.dead}</h2><p>${labels.deadLead}</p>
${rowsView({ caption: labels.dead, columns, rows }, language)}</section>`;
}

const clientLink = ({ clientId, client }: { clientId: number; client: string }, call: OperatorCall): Html =>
  operatorLink(call, `/o/clients/${clientId}`, client);

function columnsOf({ kind }: CallbackList, form: TickedForm, call: OperatorCall): Columns<CallbackOfAll> {
  const labels = callbackLabels[call.language];
  const { attempts, last } = callbackStoryLabels[call.language];
  return [
    { name: labels.number, phone: 'start', leads: true, cell: (row) => tickedLink(row, form) },
    { name: labels.who, phone: 'line', cell: (row) => clientLink(row, call) },
    { name: labels.moments[kind], phone: 'end', cell: (row) => momentOf(row, kind) },
    { name: attempts, phone: 'half', cell: (row) => String(row.attempts) },
    { name: last, phone: 'half', cell: (row) => answerOf(row, call.language) },
  ];
}

const momentOf = ({ endedAt, dueAt, announcedAt }: CallbackOfAll, kind: CallbackKind): Date =>
  kind === 'first' ? announcedAt : (endedAt ?? dueAt);

/** The last answer; a callback that was never sent has none. */
const answerOf = ({ lastStatus, lastProblem }: CallbackOfAll, language: Language): string =>
  lastStatus === null && lastProblem === null ? '–' : answerText(lastStatus, lastProblem ?? '', language);
