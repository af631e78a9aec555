import { readFileSync } from 'node:fs';
import { moscowDateTime } from '../platform/time/moscow-time.ts';
import { html, raw, type Html } from '../platform/text/html.ts';
import type { Language } from '../platform/text/language.ts';
import type { CertifyReport } from './certify.ts';
import type { ScenarioResult, Verdict } from './finding.ts';
import { certifyLabels, describeFinding } from './labels.ts';

const style = readFileSync(new URL('./report-page.css', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

/** The report as one page that needs nothing else: for the mail to the supplier, or for the record. */
export function reportPage(report: CertifyReport, language: Language): string {
  const labels = certifyLabels[language];
  const of = (verdict: Verdict): ScenarioResult[] =>
    report.scenarios.filter((scenario) => scenario.verdict === verdict);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${labels.title(report.name)}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${labels.title(report.name)}</h1>
<p class="muted">${labels.at}: ${moscowDateTime(report.at)}${report.adapter !== null && html` · ${labels.adapter}: ${report.adapter}`}</p>
<p class="verdict ${report.green ? 'green' : 'red'}">${glyph(report.green ? 'green' : 'red')}<span>${report.green ? labels.green : labels.red}</span></p>
<p class="counts">${(['red', 'warning', 'green', 'skipped'] as const).map((verdict) => count(verdict, of(verdict).length, language))}</p>
${report.codes > 0 && html`<p class="muted">${labels.made(report.codes)}</p>`}
${group(labels.toMend, of('red'), language)}
${group(labels.toConsider, of('warning'), language)}
${group(labels.passed, of('green'), language)}
${group(labels.leftOut, of('skipped'), language)}
</main>
</body>
</html>
`.markup;
}

const count = (verdict: Verdict, amount: number, language: Language): Html | null =>
  amount === 0
    ? null
    : html`<span class="${verdict}">${certifyLabels[language].verdicts[verdict]}: ${amount}</span> `;

function group(title: string, scenarios: ScenarioResult[], language: Language): Html | null {
  if (scenarios.length === 0) return null;
  return html`<section><h2>${title}</h2>
<ul>${scenarios.map((scenario) => scenarioItem(scenario, language))}</ul></section>`;
}

/** Calls that broke something lie open; others are there for who wants to look. */
function scenarioItem({ name, verdict, findings, transcripts }: ScenarioResult, language: Language): Html {
  const labels = certifyLabels[language];
  const calls = transcripts.map((transcript) => call(transcript, language));
  return html`<li class="${verdict}">${glyph(verdict)}<div><h3>${labels.scenarios[name]}</h3>
${findings.map((finding) => html`<p>${describeFinding(finding, language)}</p>`)}
${calls.length > 0 && html`<details${raw(verdict === 'red' ? ' open' : '')}><summary>${labels.transcript}</summary>${calls}</details>`}</div></li>
`;
}

/** A transcript holds the call, and after an arrow with its status the answer. */
function call(transcript: string, language: Language): Html {
  const labels = certifyLabels[language];
  const border = transcript.lastIndexOf('\n\n→ ');
  const asked = border < 0 ? transcript : transcript.slice(0, border);
  const answered = border < 0 ? labels.noAnswer : transcript.slice(border + '\n\n→ '.length);
  return html`<dl><dt>${labels.call}</dt><dd><pre tabindex="0">${asked.trim()}</pre></dd>
<dt>${labels.answer}</dt><dd><pre tabindex="0">${answered.trim()}</pre></dd></dl>`;
}

const marks: Record<Verdict, Html> = {
  green: raw('<path d="M6 12.500l4 4 8-9"/>'),
  warning: raw('<path d="M12 6v8M12 17.500v.5"/>'),
  red: raw('<path d="M7 7l10 10M17 7L7 17"/>'),
  skipped: raw('<path d="M7 12h10"/>'),
};

const glyph = (verdict: Verdict): Html =>
  html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.500" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="10.500" stroke-width="1.500"/>${marks[verdict]}</svg>`;
