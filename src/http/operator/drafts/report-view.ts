/** What a file brings: codes by face and end, wrong rows, duplicates, and the orders that they wake. No code is in it. */
import type { WakePreview } from '../../../orders/preview-wake.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { PoolImport } from '../../../vault/import-pool/import-ask.ts';
import {
  findings,
  type Findings,
  type Place,
  type PoolReport,
  type RowProblem,
} from '../../../vault/import-pool/report.ts';
import { rowReasons } from '../../../vault/import-pool/row-reasons.ts';
import { codeFileLabels, readAsText } from '../../../acts/guarded/drafts/code-file-labels.ts';
import { linkView, tilesView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { reportLabels } from './report-labels.ts';

type Reported = Exclude<PoolImport, { is: 'refused' }>;

export function reportView({ is, report }: Reported, wakes: WakePreview | null, language: Language): Html {
  const labels = reportLabels[language];
  const duplicates = report.duplicatesInFile.total + report.duplicatesInVault.total;
  const unlike = report.unlike?.total ?? 0;
  const count = (number: number): string => formatCount(number, language);
  return html`<section class="card"><h2>${is === 'loaded' ? labels.loaded : labels.result}</h2>
${tilesView([
  { name: labels.rows, value: count(report.rows) },
  { name: is === 'loaded' ? labels.loaded : labels.wouldLoad, value: count(report.loaded) },
  { name: labels.wrong, value: count(report.wrong.total) },
  ...(unlike > 0 ? [{ name: codeFileLabels[language].unlike, value: count(unlike) }] : []),
  { name: labels.duplicates, value: count(duplicates) },
])}
${problemNotices(is, report, language)}
${report.lots.length > 0 && html`${is === 'nothing-loaded' && (report.asks ?? []).length === 0 && html`<p class="hint">${labels.withoutThese}</p>`}${lotsTable(report, language)}`}
${columnsTable(report, language)}
${findingsOf(report, language)}</section>
${wakes !== null && wakesView(wakes, language)}`;
}

function problemNotices(is: Reported['is'], report: PoolReport, language: Language): Content {
  const labels = codeFileLabels[language];
  const { asks = [], otherSheets = [] } = report;
  const names = otherSheets.map((name) => `«${name}»`).join(', ');
  return html`${asks.map((ask) => html`<p class="notice no">${labels.asked[ask]}</p>`)}
${is === 'nothing-loaded' && asks.length === 0 && html`<p class="notice no">${(report.unlike?.total ?? 0) > 0 ? reportLabels[language].nothingUnlessCodes : reportLabels[language].nothing}</p>`}
${otherSheets.length > 0 && html`<p class="notice note">${labels.otherSheets(names)}</p>`}`;
}

function columnsTable({ columns = [] }: PoolReport, language: Language): Content {
  if (columns.length === 0) return null;
  const labels = codeFileLabels[language];
  type ReadColumn = (typeof columns)[number];
  const place = ({ column, sheet }: ReadColumn) =>
    sheet === undefined ? column : labels.lineOfSheet(column, sheet);
  const readAs = (column: ReadColumn) =>
    column.asked
      ? html`<span class="state no">${readAsText(column, language)}</span>`
      : readAsText(column, language);
  const ofTable: Columns<ReadColumn> = [
    { name: labels.column, cell: place },
    { name: labels.heading, cell: ({ heading }) => heading },
    { name: labels.readAs, cell: readAs },
    { name: labels.samples, cell: ({ samples }) => html`<code>${samples.join(', ')}</code>` },
  ];
  return html`${rowsView({ caption: labels.columns, columns: ofTable, rows: columns }, language)}<p class="hint">${labels.samplesHint}</p>`;
}

function findingsOf(report: PoolReport, language: Language): Content {
  const labels = { ...reportLabels[language], ...codeFileLabels[language] };
  const { wrong, duplicatesInFile, duplicatesInVault, unlike = findings(), hiddenRows = findings() } = report;
  const { twins = findings() } = report;
  const reason = (row: RowProblem): string => rowReasons.text(row.reason, language);
  return html`${findingsView(labels.wrong, wrong, reason, language)}
${findingsView(labels.unlike, unlike, reason, language, labels.unlikeHint)}
${findingsView(labels.twins, twins, ({ firstLine }) => labels.twinOf(firstLine), language, labels.twinsHint)}
${findingsView(labels.hiddenRows, hiddenRows, () => labels.hiddenRow, language)}
${findingsView(labels.duplicatesInFile, duplicatesInFile, ({ firstLine }) => labels.sameAs(firstLine), language)}
${findingsView(labels.duplicatesInVault, duplicatesInVault, () => labels.knownCode, language)}`;
}

function lotsTable({ lots, faces }: PoolReport, language: Language): Html {
  const labels = reportLabels[language];
  const inactive = faces.filter((face) => face.inactive > 0);
  type Lot = (typeof lots)[number];
  const end = ({ endsOn }: Lot) =>
    endsOn === 'infinity' ? html`<span class="muted">${labels.asProduct}</span>` : endsOn;
  const sum = (lot: Lot) => formatFace(lot.faceKopecks * lot.codes, language);
  const columns: Columns<Lot> = [
    { name: labels.face, look: 'sum', cell: (lot) => formatFace(lot.faceKopecks, language) },
    { name: labels.endsOn, cell: end },
    { name: labels.codes, look: 'sum', cell: (lot) => formatCount(lot.codes, language) },
    { name: labels.sum, look: 'sum', cell: sum },
  ];
  return html`${rowsView({ caption: labels.result, columns, rows: lots }, language)}
${
  inactive.length > 0 &&
  html`<p class="hint">${labels.inactive}: ${inactive.map((face) => `${formatFace(face.faceKopecks, language)} – ${formatCount(face.inactive, language)}`).join(', ')}</p>`
}`;
}

function findingsView<Finding extends Place>(
  title: string,
  { total, shown }: Findings<Finding>,
  reasonOf: (finding: Finding) => string,
  language: Language,
  hint?: string,
): Content {
  if (total === 0) return null;
  const labels = reportLabels[language];
  const more = total - shown.length;
  const columns: Columns<Finding> = [
    { name: labels.line, cell: (finding) => placeText(finding, language) },
    { name: labels.why, phone: 'line', cell: reasonOf },
  ];
  return html`<details class="more"><summary>${title}: ${formatCount(total, language)}</summary>
${hint !== undefined && html`<p class="hint">${hint}</p>`}
${rowsView({ caption: title, columns, rows: shown }, language)}
${more > 0 && html`<p class="hint">${labels.more(formatCount(more, language))}</p>`}</details>`;
}

const placeText = ({ line, sheet }: Place, language: Language): string | number =>
  sheet === undefined ? line : codeFileLabels[language].lineOfSheet(line, sheet);

function wakesView({ byFace, first, more }: WakePreview, language: Language): Html {
  const labels = reportLabels[language];
  const total = byFace.reduce((sum, { orders }) => sum + orders, 0);
  const columns: Columns<(typeof first)[number]> = [
    { name: labels.order, cell: ({ requestId }) => linkView(`/o/orders/${requestId}`, requestId, language) },
    { name: labels.client, cell: ({ clientId, client }) => `${clientId} ${client}` },
    { name: labels.face, look: 'sum', cell: ({ faceKopecks }) => formatFace(faceKopecks, language) },
    { name: labels.accepted, cell: ({ acceptedAt }) => new Date(acceptedAt) },
  ];
  return html`<section class="card"><h2>${labels.wakes}</h2>
${
  total === 0
    ? html`<p>${labels.wakesNone}</p>`
    : html`<p>${labels.wakesCount(formatCount(total, language))} ${byFace.map(({ faceKopecks, orders }) => `${formatFace(faceKopecks, language)}: ${formatCount(orders, language)}`).join(', ')}</p>
${rowsView({ caption: labels.wakes, columns, rows: first }, language)}
${total > first.length && html`<p class="hint">${labels.more(formatCount(total - first.length, language))}</p>`}
${more && html`<p class="hint">${labels.wakesMore}</p>`}`
}</section>`;
}
