import { moscowDateTime } from '../platform/moscow-time.ts';
import { html, raw } from '../platform/web/html.ts';
import type { Language } from '../platform/web/language.ts';
import type { CertifyReport } from './certify.ts';
import type { ScenarioResult } from './finding.ts';
import { certifyWords, findingWords } from './words.ts';

const style = `
:root{color-scheme:light dark;--paper:#f4eee5;--sheet:#fffdfa;--ink:#2a211a;--muted:#685c50;--rule:#e4d9c9;--good:#2c6e49;--warn:#8a5a00;--bad:#a3271b}
@media (prefers-color-scheme:dark){:root{--paper:#14110e;--sheet:#1f1a16;--ink:#f6eee3;--muted:#b8ab9b;--rule:#453b31;--good:#7fcf9f;--warn:#f0c264;--bad:#ff9d8f}}
*{box-sizing:border-box}body{margin:0;padding:32px 16px;background:var(--paper);color:var(--ink);font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif}
main{max-width:820px;margin:0 auto;background:var(--sheet);border-radius:16px;padding:36px}
h1{font:700 28px/1.25 Georgia,'Times New Roman',serif;margin:0 0 8px}p{margin:0 0 8px}.muted{color:var(--muted)}
.verdict{font-size:19px;font-weight:600;margin:20px 0;padding:14px 18px;border-radius:10px;border:2px solid}
.green{color:var(--good)}.warning{color:var(--warn)}.red{color:var(--bad)}.skipped{color:var(--muted)}
ol{list-style:none;margin:24px 0 0;padding:0}li{border-top:1px solid var(--rule);padding:12px 0}
.line{display:flex;gap:16px;align-items:baseline}.line b{flex:0 0 104px;font-size:14px}
.found{margin:4px 0 0 120px;color:var(--muted)}details{margin:6px 0 0 120px}summary{cursor:pointer;color:var(--muted)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;background:var(--paper);padding:12px;border-radius:8px}
@media (max-width:560px){main{padding:20px}.line{flex-direction:column;gap:0}.found,details{margin-left:0}}
@media print{body{background:none;padding:0}}
`.trim();

/** The report as one page that needs nothing else: for the mail to the supplier, or for the record. */
export function reportPage(report: CertifyReport, language: Language): string {
  const words = certifyWords[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${words.title(report.name)}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${words.title(report.name)}</h1>
<p class="muted">${words.at}: ${moscowDateTime(report.at)}${report.adapter !== null && html` · ${words.adapter}: ${report.adapter}`}</p>
<p class="verdict ${report.green ? 'green' : 'red'}">${report.green ? words.green : words.red}</p>
${report.codes > 0 && html`<p class="muted">${words.made(report.codes)}</p>`}
<ol>
${report.scenarios.map((scenario) => scenarioLine(scenario, language))}
</ol>
</main>
</body>
</html>
`.markup;
}

function scenarioLine({ name, verdict, findings, transcripts }: ScenarioResult, language: Language) {
  const words = certifyWords[language];
  return html`<li><div class="line"><b class="${verdict}">${words.verdicts[verdict]}</b><span>${words.scenarios[name]}</span></div>
${findings.map((finding) => html`<p class="found">${findingWords(finding, language)}</p>`)}
${transcripts.map((text) => html`<details><summary>${words.transcript}</summary><pre>${text}</pre></details>`)}</li>
`;
}
