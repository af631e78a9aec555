/** Calls by a supplier's programs to us, as both sides see them. */
import { callLine } from './call-line.ts';
import { supplierCalls } from '../call-log/call-tables.ts';
import { countCalls, listCalls, type CountedOutcome, type KeptCall } from '../call-log/list-calls.ts';
import type { Sql } from '../../platform/database/database.ts';
import { formatCount } from '../../platform/text/formats.ts';
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { dayAfter, moscowDay } from '../../platform/time/moscow-time.ts';
import { at } from '../../web/request-language.ts';
import { onwardView } from '../../web/shell/list-view.ts';
import { rowsView, type Columns } from '../../web/shell/rows-view.ts';
import { logLabels, type LogLabels, type Reader } from './labels.ts';

const countedDays = 30;
const callsListed = 10;

export interface TheirCalls {
  /** Has one more than is listed if there are more. */
  calls: KeptCall[];
  counted: CountedOutcome[];
}

/** Reads the latest calls by a supplier's programs; `before`: only calls that are older than this one. */
export async function loadTheirCalls(
  db: Sql,
  { supplierId, before }: { supplierId: number; before: number | null },
  now: Date,
): Promise<TheirCalls> {
  const since = dayAfter(moscowDay(now), 1 - countedDays);
  const [calls, counted] = await Promise.all([
    listCalls(db, supplierCalls, { ownerId: supplierId, kind: null, before, limit: callsListed + 1 }),
    countCalls(db, supplierCalls, { ownerId: supplierId, since }),
  ]);
  return { calls, counted };
}

/** `path`: the page on which the card is shown. */
export function theirCallsCard(
  { calls, counted }: TheirCalls,
  { reader, path }: { reader: Reader; path: string },
  language: Language,
): Html {
  const labels = logLabels[language];
  const shown = calls.slice(0, callsListed);
  const last = shown.at(-1);
  const older = at(`${path}?calls=${last?.id}`, language);
  return html`<section class="card" id="calls"><h2>${labels.theirs[reader]}</h2><p>${labels.theirsLead[reader]}</p>
${counted.length > 0 && countsTable(counted, labels, language)}
${shown.length === 0 ? html`<p>${labels.noneOfTheirs}</p>` : html`<ul class="entries single">${shown.map((call) => callRow(call, labels, language))}</ul>`}
${calls.length > callsListed && onwardView({ list: labels.theirs[reader], href: `${older}#calls` }, language)}</section>`;
}

const lookOf = (outcome: string): string => (outcome === 'ok' ? 'yes' : 'note');

const outcomeView = (outcome: string, labels: LogLabels): Html =>
  html`<span class="state ${lookOf(outcome)}">${outcome === 'ok' ? labels.ok : (labels.codes[outcome] ?? outcome)}</span>`;

function countsTable(rows: CountedOutcome[], labels: LogLabels, language: Language): Html {
  const columns: Columns<CountedOutcome> = [
    { name: labels.operation, cell: ({ cmd }) => html`<code>${cmd}</code>` },
    { name: labels.outcome, cell: ({ outcome }) => html`<span>${outcomeView(outcome, labels)}</span>` },
    { name: labels.times, look: 'sum', cell: ({ calls }) => formatCount(calls, language) },
    { name: labels.lastAt, cell: ({ lastAt }) => lastAt },
  ];
  return rowsView({ caption: labels.counted, columns, rows }, language);
}

function callRow(call: KeptCall, labels: LogLabels, language: Language): Html {
  return callLine({ ...call, name: call.cmd, state: outcomeView(call.outcome, labels), labels }, language);
}
