/** Final tests at the pages of a supplier and of the operator. */
import { actorText } from '../../people/audit/actor-text.ts';
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { linkView } from '../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../web/shell/rows-view.ts';
import type { CertifyReport } from './certify.ts';
import type { ScenarioResult } from './finding.ts';
import { certifyLabels, describeFinding } from './labels.ts';
import type { CertifyRun } from './runs/certify-run.ts';

interface RunsTable {
  runs: readonly CertifyRun[];
  /** Address of the page of each. */
  path: string;
  labels: { runs: string; asked: string; by: string; result: string; run: (id: number) => string };
  /** Name of the first column. */
  name: string;
  resultOf: (run: CertifyRun) => Content;
}

export function runsTable({ runs, path, labels, name, resultOf }: RunsTable, language: Language): Html {
  const columns: Columns<CertifyRun> = [
    { name, leads: true, cell: ({ runId }) => linkView(`${path}/${runId}`, labels.run(runId), language) },
    { name: labels.asked, cell: (run) => run.askedAt },
    { name: labels.by, cell: (run) => actorText(run.askedName, language) },
    { name: labels.result, cell: resultOf },
  ];
  return rowsView({ caption: labels.runs, columns, rows: runs }, language);
}

/** Scenario by scenario, with what was found and said. */
export const scenariosCard = ({ scenarios }: CertifyReport, language: Language): Html =>
  html`<section class="card">${scenarios.map((scenario) => scenarioView(scenario, language))}</section>`;

const looks = { green: 'yes', warning: 'note', red: 'no', skipped: '' } as const;

function scenarioView({ name, verdict, findings, transcripts }: ScenarioResult, language: Language): Content {
  const labels = certifyLabels[language];
  return html`<h3>${labels.scenarios[name]} <span class="state ${looks[verdict]}">${labels.verdicts[verdict]}</span></h3>
${findings.map((finding) => html`<p>${describeFinding(finding, language)}</p>`)}
${transcripts.length > 0 && html`<details class="more"><summary>${labels.transcript}</summary>${transcripts.map((text) => html`<pre tabindex="0">${text.trim()}</pre>`)}</details>`}`;
}
