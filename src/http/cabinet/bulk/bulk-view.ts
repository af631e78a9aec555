/** `/c/bulk/:id`: one bulk order, previewed, confirmed and placed. */
import { isMoving, waitingLines, type BulkOrder } from '../../../orders/bulk/bulk-order.ts';
import type { BulkLine } from '../../../orders/bulk/list-lines.ts';
import { isPreviewed, type BulkShown } from './shown-bulk.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { isSentNumber } from '../../../platform/values/sent-number.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { livePart } from '../../../web/shell/live-part.ts';
import { onwardView, wayBackView } from '../../../web/shell/list-view.ts';
import { momentView, tilesView } from '../../../web/shell/parts-view.ts';
import { rowsView } from '../../../web/shell/rows-view.ts';
import { reasonText } from '../../../orders/bulk/problems.ts';
import { problemColumn } from '../../../orders/bulk/sheet-columns.ts';
import { bulkLabels } from './labels.ts';
import { bulkStateView } from './list-view.ts';
import { previewView } from './preview-view.ts';

export interface BulkLook {
  language: Language;
  mayPlace: boolean;
  mayTakeResult: boolean;
  /** What can be done about a request for a second person. */
  decision: Content;
  errors?: FieldErrors;
}

export function bulkView(shown: BulkShown, look: BulkLook): Html {
  const { bulk } = shown;
  const { language } = look;
  const labels = bulkLabels[language];
  return html`${wayBackView({ list: '/c/bulk', name: labels.back, filters: {}, beside: shown.beside }, language)}
<h1>${labels.one(bulk.bulkId)}</h1>
<p class="lead">${bulk.uuid === null ? bulk.name : labels.byApi}, ${momentView(bulk.addedAt, language)} ${bulkStateView(bulk, language)}</p>
${bulk.problem !== null && html`<p class="notice no">${labels.problems[bulk.problem]}</p>`}
${bulkLive(bulk, language)}
${isPreviewed(shown) && previewView(shown, look)}
${look.mayPlace && actsView(bulk, language)}
${bulk.issued > 0 && look.mayTakeResult && resultView(bulk, language)}
${shown.lines.length > 0 && linesView(shown, look)}`;
}

/** How often somebody looks who waits for a sheet to be read. */
const liveSeconds = 5;

/** Asked for while it moves. */
export const bulkLive = (bulk: BulkOrder, language: Language): Html =>
  livePart({
    path: `/c/bulk/${bulk.bulkId}/live`,
    state: `${bulk.state} ${isMoving(bulk) ? 'moves' : 'rests'}`,
    language,
    every: liveSeconds,
    content: liveView(bulk, language),
  });

/** What changes while it is read and placed. */
function liveView(bulk: BulkOrder, language: Language): Content {
  const labels = bulkLabels[language];
  const count = (number: number): string => formatCount(number, language);
  if (bulk.state === 'reading')
    return html`<section class="card"><h2>${labels.reading}</h2><progress aria-label="${labels.reading}"></progress><p class="hint">${labels.readingHint} ${labels.renews}</p></section>`;
  if (bulk.state === 'preview' || bulk.lines === 0) return null;
  const of = bulk.lines - bulk.wrong;
  const done = bulk.issued + bulk.failed + bulk.refused;
  return html`<section class="card"><p id="progress-name">${labels.progress(count(done), count(of))}</p><progress max="${Math.max(1, of)}" value="${done}" aria-labelledby="progress-name"></progress>
${bulk.pausedBecause === 'no-funds' && html`<p class="notice no">${labels.pausedFunds} <a href="${at('/c/money/top-up', language)}">${labels.topUp}</a></p>`}
${bulk.pausedBecause === 'person' && html`<p class="notice note">${labels.pausedPerson}</p>`}
${tilesView([
  { name: labels.placed, value: count(bulk.placed) },
  { name: labels.issued, value: count(bulk.issued) },
  { name: labels.refused, value: count(bulk.refused) },
  { name: labels.failed, value: count(bulk.failed) },
  { name: labels.waiting, value: count(waitingLines(bulk)) },
])}${isMoving(bulk) && html`<p class="hint">${labels.renews}</p>`}</section>`;
}

function actsView(bulk: BulkOrder, language: Language): Html {
  const labels = bulkLabels[language];
  const act = (name: string, text: string): Html =>
    html`<form method="post" action="${at(`/c/bulk/${bulk.bulkId}/${name}`, language)}"><button class="button">${text}</button></form> `;
  const { state, pausedBecause } = bulk;
  return html`<div class="actions">${(state === 'placing' || pausedBecause === 'no-funds') && act('pause', labels.pause)}${state === 'paused' && act('resume', labels.resume)}${(state === 'reading' || state === 'preview') && act('cancel', labels.cancel)}${(state === 'placing' || state === 'paused') && act('cancel', labels.cancelRest)}</div>`;
}

const formatButtons = (path: string, language: Language, name: string): Html =>
  html`<form method="post" action="${at(path, language)}"><div class="actions"><button class="button" name="format" value="xlsx" aria-label="${name}, XLSX">XLSX</button> <button class="button" name="format" value="csv" aria-label="${name}, CSV">CSV</button></div></form>`;

function resultView({ bulkId }: BulkOrder, language: Language): Html {
  const labels = bulkLabels[language];
  return html`<section class="card"><h2>${labels.result}</h2><p>${labels.resultHint}</p>${formatButtons(`/c/bulk/${bulkId}/result`, language, labels.result)}</section>`;
}

function linesView({ bulk, lines, next }: BulkShown, { language, mayPlace }: BulkLook): Html {
  const labels = bulkLabels[language];
  return html`<section class="card" id="lines"><h2>${bulk.state === 'preview' ? labels.wrong : labels.withoutCertificate}</h2>
${mayPlace && html`<p>${labels.wrongHint}</p>${formatButtons(`/c/bulk/${bulk.bulkId}/wrong`, language, labels.wrongFile)}`}
${rowsView(
  {
    caption: labels.withoutCertificate,
    columns: [
      { name: labels.line, cell: ({ line }) => String(line) },
      { name: labels.state, cell: ({ state }) => labels.lineStates[state] },
      { name: labels.reason, cell: (line) => problemsView(line, language, mayPlace) },
    ],
    rows: lines,
  },
  language,
)}
${next !== null && onwardView({ list: labels.withoutCertificate, href: `${at(`/c/bulk/${bulk.bulkId}?after=${next}`, language)}#lines`, to: 'further' }, language)}</section>`;
}

const maxShownCharacters = 60;

/** Column, reason, and for whoever placed it what stands there. */
function problemsView(
  { problems, fields, requestId }: BulkLine,
  language: Language,
  mayPlace: boolean,
): Content {
  return problems.map((one) => {
    const value = fields[one.column];
    const sent = isSentNumber(value) ? value.rawJSON : value;
    const typed = typeof sent === 'string' || typeof sent === 'number' ? String(sent) : '';
    const name = problemColumn(one.column, language);
    return html`<span>${name !== '' && html`<b>${name}</b> `}${reasonText(one, language)}${mayPlace && typed !== '' && html` <q class="hint">${[...typed].slice(0, maxShownCharacters).join('')}</q>`}${requestId !== null && html` <a href="${at(`/c/orders/${requestId}`, language)}">${requestId}</a>`}</span><br>`;
  });
}
