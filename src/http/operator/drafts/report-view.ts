/** What a file brings: codes by face and end, wrong rows, duplicates, and the orders that they wake. No code is in it. */
import type { WakePreview } from '../../../orders/preview-wake.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { PoolImport } from '../../../vault/import-pool/import-pool.ts';
import type { Findings, PoolReport } from '../../../vault/import-pool/report.ts';
import { at } from '../../../web/request-language.ts';
import { reasonIn } from '../../../web/row-reasons.ts';
import { tableView } from '../../../web/shell/list-view.ts';
import { momentView, tilesView } from '../../../web/shell/parts-view.ts';
import { reportLabels } from './report-labels.ts';

type Reported = Exclude<PoolImport, { is: 'refused' }>;

export function reportView({ is, report }: Reported, wakes: WakePreview | null, language: Language): Html {
  const labels = reportLabels[language];
  const duplicates = report.duplicatesInFile.total + report.duplicatesInVault.total;
  const count = (number: number): string => formatCount(number, language);
  return html`<section class="card"><h2>${is === 'loaded' ? labels.loaded : labels.result}</h2>
${tilesView([
  { name: labels.rows, value: count(report.rows) },
  { name: is === 'loaded' ? labels.loaded : labels.wouldLoad, value: count(report.loaded) },
  { name: labels.wrong, value: count(report.wrong.total) },
  { name: labels.duplicates, value: count(duplicates) },
])}
${is === 'nothing-loaded' && html`<p class="notice no">${labels.nothing}</p>`}
${report.lots.length > 0 && lotsTable(report, language)}
${findingsView(labels.wrong, report.wrong, ({ line, reason }) => [line, reasonIn(reason, language)], language)}
${findingsView(labels.duplicatesInFile, report.duplicatesInFile, ({ line, firstLine }) => [line, labels.sameAs(firstLine)], language)}
${findingsView(labels.duplicatesInVault, report.duplicatesInVault, ({ line }) => [line, labels.knownCode], language)}</section>
${wakes !== null && wakesView(wakes, language)}`;
}

function lotsTable({ lots, faces }: PoolReport, language: Language): Html {
  const labels = reportLabels[language];
  const sum = 'sum' as const;
  const inactive = faces.filter((face) => face.inactive > 0);
  return html`${tableView({
    caption: labels.result,
    columns: [
      { name: labels.face, look: sum },
      { name: labels.endsOn },
      { name: labels.codes, look: sum },
      { name: labels.sum, look: sum },
    ],
    rows: lots.map(({ faceKopecks, endsOn, codes }) => [
      formatFace(faceKopecks, language),
      endsOn === 'infinity' ? html`<span class="muted">${labels.asProduct}</span>` : endsOn,
      formatCount(codes, language),
      formatFace(faceKopecks * codes, language),
    ]),
  })}
${
  inactive.length > 0 &&
  html`<p class="hint">${labels.inactive}: ${inactive.map((face) => `${formatFace(face.faceKopecks, language)} – ${formatCount(face.inactive, language)}`).join(', ')}</p>`
}`;
}

function findingsView<Finding>(
  title: string,
  { total, shown }: Findings<Finding>,
  cellsOf: (finding: Finding) => [number, string],
  language: Language,
): Content {
  if (total === 0) return null;
  const labels = reportLabels[language];
  const hidden = total - shown.length;
  return html`<details class="more"><summary>${title}: ${formatCount(total, language)}</summary>
${tableView({
  caption: title,
  columns: [{ name: labels.line }, { name: labels.why }],
  rows: shown.map((finding) => cellsOf(finding)),
})}
${hidden > 0 && html`<p class="hint">${labels.more(formatCount(hidden, language))}</p>`}</details>`;
}

function wakesView({ byFace, first, more }: WakePreview, language: Language): Html {
  const labels = reportLabels[language];
  const total = byFace.reduce((sum, { orders }) => sum + orders, 0);
  return html`<section class="card"><h2>${labels.wakes}</h2>
${
  total === 0
    ? html`<p>${labels.wakesNone}</p>`
    : html`<p>${labels.wakesCount(formatCount(total, language))} ${byFace.map(({ faceKopecks, orders }) => `${formatFace(faceKopecks, language)}: ${formatCount(orders, language)}`).join(', ')}</p>
${tableView({
  caption: labels.wakes,
  columns: [
    { name: labels.order },
    { name: labels.client },
    { name: labels.face, look: 'sum' },
    { name: labels.accepted },
  ],
  rows: first.map(({ requestId, clientId, client, faceKopecks, acceptedAt }) => [
    html`<a href="${at(`/o/orders/${requestId}`, language)}">${requestId}</a>`,
    `${clientId} ${client}`,
    formatFace(faceKopecks, language),
    momentView(new Date(acceptedAt), language),
  ]),
})}
${total > first.length && html`<p class="hint">${labels.more(formatCount(total - first.length, language))}</p>`}
${more && html`<p class="hint">${labels.wakesMore}</p>`}`
}</section>`;
}
