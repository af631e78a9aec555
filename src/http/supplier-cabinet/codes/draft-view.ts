/** A file with codes: what is in it, and what became of it. */
import type { DraftRun } from '../../../acts/guarded/drafts/draft-run.ts';
import { formatCount, formatShortDate, formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Draft } from '../../../suppliers/mail/drafts.ts';
import { findings, type Findings, type Place, type PoolReport } from '../../../vault/import-pool/report.ts';
import { codeFileLabels, readAsText } from '../../../acts/guarded/drafts/code-file-labels.ts';
import { at } from '../../../web/request-language.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { draftState } from './codes-view.ts';
import { codesLabels, type CodesLabels } from './labels.ts';
import { refusalText } from '../../../vault/import-pool/import-reasons.ts';
import { rowReasons } from '../../../vault/import-pool/row-reasons.ts';

export interface DraftData {
  draft: Draft;
  run: DraftRun | null;
}

export function draftView({ draft, run }: DraftData, language: Language): ShellPage {
  const labels = codesLabels[language];
  const title = labels.one(draft.fileName);
  const isRunning = run?.state === 'waiting';
  return {
    title,
    renews: isRunning,
    main: html`<h1>${title}</h1>
<p><a href="${at('/s/codes', language)}">${labels.back}</a></p>
<section class="card">${factsView([
      [labels.state, draftState(draft, labels)],
      [labels.came, momentView(draft.cameAt, language)],
      [labels.source, labels.bySource[draft.source]],
      [labels.rows, formatCount(draft.rows, language)],
      draft.state === 'rejected' && draft.note !== '' ? [labels.note, draft.note] : null,
    ])}</section>
<section class="card" id="live" data-state="${isRunning ? 'running' : 'ended'}"><h2>${labels.preview}</h2>${previewView({ draft, run }, labels, language)}</section>`,
  };
}

function previewView({ draft, run }: DraftData, labels: CodesLabels, language: Language): Html {
  if (run === null) return html`<p>${labels.notRead}</p>`;
  if (run.state === 'waiting') {
    const [read, all] = [run.rowsRead, draft.rows];
    return html`<p role="status">${labels.reading(formatCount(read, language), formatCount(all, language))}</p>
<progress max="${String(Math.max(1, all))}" value="${String(Math.min(read, all))}" aria-label="${labels.preview}"></progress>`;
  }
  const { outcome } = run;
  if (outcome?.is !== 'opened') return html`<p class="notice no">${labels.unreadableRun}</p>`;
  const { outcome: read, wakes } = outcome;
  if (read.is === 'refused')
    return html`<p class="notice no">${labels.unreadable(refusalText(read, language))}</p>`;
  const { report } = read;
  const codes = report.faces.reduce((sum, face) => sum + face.codes, 0);
  return html`${
    read.is === 'nothing-loaded' && (report.asks ?? []).length === 0
      ? html`<p class="notice no">${codes === 0 ? labels.nothing : labels.partly(formatCount(codes, language))}</p>`
      : read.is !== 'nothing-loaded' &&
        draft.state === 'waiting' &&
        html`<p class="notice yes">${labels.ready(formatCount(codes, language))}</p>`
  }
${report.faces.length > 0 && reportTables(report, labels, language)}
${columnsView(report, language)}
${problemsView(report, labels, language)}
${
  wakes !== null &&
  wakes.byFace.length > 0 &&
  html`<h3>${labels.waits}</h3><ul>${wakes.byFace.map(({ faceKopecks, orders }) => html`<li>${formatFace(faceKopecks, language)} — ${labels.waiting(formatCount(orders, language))}</li>`)}</ul>`
}`;
}

function reportTables({ faces, lots }: PoolReport, labels: CodesLabels, language: Language): Html {
  const sum = (kopecks: number) => formatFace(kopecks, language);
  const count = (value: number) => formatCount(value, language);
  const ofFaces: Columns<(typeof faces)[number]> = [
    { name: labels.faceColumn, cell: (face) => sum(face.faceKopecks) },
    { name: labels.codes, look: 'sum', cell: (face) => count(face.codes) },
    { name: labels.sum, look: 'sum', cell: (face) => sum(face.sumKopecks) },
    { name: labels.inactive, look: 'sum', cell: (face) => face.inactive > 0 && count(face.inactive) },
  ];
  type Lot = (typeof lots)[number];
  const lastDay = ({ endsOn }: Lot) =>
    endsOn === 'infinity'
      ? labels.asProduct
      : formatShortDate(new Date(`${endsOn}T12:00:00+03:00`), language);
  const ofLots: Columns<Lot> = [
    { name: labels.lastDay, cell: lastDay },
    { name: labels.faceColumn, look: 'sum', cell: (lot) => sum(lot.faceKopecks) },
    { name: labels.codes, look: 'sum', cell: (lot) => count(lot.codes) },
  ];
  return html`${rowsView({ caption: labels.byFace, columns: ofFaces, rows: faces }, language)}
${lots.length > 0 && html`<h3>${labels.byLot}</h3>${rowsView({ caption: labels.byLot, columns: ofLots, rows: lots }, language)}`}`;
}

function problemsView(report: PoolReport, labels: CodesLabels, language: Language): Html {
  const { duplicatesInFile, duplicatesInVault, wrong, unlike = findings(), hiddenRows = findings() } = report;
  const { twins = findings() } = report;
  const ofFile = codeFileLabels[language];
  const count = (of: Findings<unknown>): string => formatCount(of.total, language);
  const place = ({ line, sheet }: Place): string =>
    sheet === undefined ? labels.line(line) : ofFile.lineOfSheet(line, sheet);
  return html`${problemList(labels.wrong(count(wrong)), wrong, (row) => `${place(row)}: ${rowReasons.text(row.reason, language)}`, labels)}
${problemList(`${ofFile.unlike}: ${count(unlike)}`, unlike, (row) => `${place(row)}: ${rowReasons.text(row.reason, language)}`, labels)}
${problemList(`${ofFile.twins}: ${count(twins)}`, twins, (row) => `${place(row)}: ${ofFile.twinOf(row.firstLine)}`, labels)}
${problemList(`${ofFile.hiddenRows}: ${count(hiddenRows)}`, hiddenRows, place, labels)}
${problemList(labels.duplicatesInFile(count(duplicatesInFile)), duplicatesInFile, (row) => `${place(row)}: ${labels.sameAs(row.firstLine)}`, labels)}
${problemList(labels.duplicatesInVault(count(duplicatesInVault)), duplicatesInVault, place, labels)}`;
}

/** What each column is read as; of those that mean something and are not read, the operator decides. */
function columnsView(
  { columns = [], asks = [], otherSheets = [] }: PoolReport,
  language: Language,
): Html | null {
  const labels = codeFileLabels[language];
  if (columns.length === 0) return null;
  return html`${asks.map((ask) => html`<p class="notice note">${labels.asked[ask]}</p>`)}
${otherSheets.length > 0 && html`<p class="notice note">${labels.otherSheets(otherSheets.map((name) => `«${name}»`).join(', '))}</p>`}
<h3>${labels.columns}</h3>${rowsView(
    {
      caption: labels.columns,
      columns: [
        { name: labels.heading, cell: ({ heading, column }) => heading || `${labels.column} ${column}` },
        { name: labels.readAs, cell: (column) => readAsText(column, language) },
        { name: labels.samples, cell: ({ samples }) => html`<code>${samples.join(', ')}</code>` },
      ],
      rows: columns,
    },
    language,
  )}<p class="hint">${labels.samplesHint}</p>`;
}

function problemList<Finding>(
  title: string,
  found: Findings<Finding>,
  textOf: (finding: Finding) => string,
  labels: CodesLabels,
): Html | null {
  if (found.total === 0) return null;
  const more = found.total > found.shown.length;
  return html`<details><summary>${title}</summary><ul>${found.shown.map((finding) => html`<li>${textOf(finding)}</li>`)}${more && html`<li>${labels.andMore}</li>`}</ul></details>`;
}
