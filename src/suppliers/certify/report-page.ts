/** The report as one page that needs nothing else: for the mail to the supplier, or for the record. */
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { html, raw, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { quoted } from '../../platform/text/typography.ts';
import { renderPage, type Page } from '../../web/frame.ts';
import { readStyle, styleOf } from '../../web/styles.ts';
import { verdictView } from '../../web/verdict-view.ts';
import type { CertifyReport } from './certify.ts';
import type { ScenarioResult, Verdict } from './finding.ts';
import { indentJson } from './indent-json.ts';
import { certifyLabels, describeFinding } from './labels.ts';

const style =
  styleOf('tokens', 'base', 'table', 'card', 'verdict', 'print') +
  readStyle(new URL('./report-page.css', import.meta.url));

export function reportPage(report: CertifyReport, language: Language): Page {
  const labels = certifyLabels[language];
  const { green, red, made } = report.alone === true ? labels.alone : labels;
  const of = (verdict: Verdict): ScenarioResult[] =>
    report.scenarios.filter((scenario) => scenario.verdict === verdict);
  const main = html`<article class="card">
${verdictView(report.green ? 'yes' : 'no', html`<div><p>${labels.heading}</p><h1>${quoted(report.name, language)}</h1></div>`)}
<p class="outcome">${report.green ? green : red}</p>
<dl class="counts">${(['red', 'warning', 'green', 'skipped'] as const).map((verdict) => count(verdict, of(verdict).length, language))}</dl>
<p class="muted">${labels.at}: ${moscowDateTime(report.at)}${report.adapter !== null && html` · ${labels.adapter}: ${report.adapter}`}${report.codes > 0 && html`<br>${made(report.codes)}`}</p>
</article>
${group(labels.toMend, of('red'), language)}
${group(labels.toConsider, of('warning'), language)}
${group(labels.passed, of('green'), language)}
${group(labels.leftOut, of('skipped'), language)}`;
  return renderPage({
    language,
    title: labels.title(report.name),
    top: null,
    main,
    layout: 'report',
    sheet: 'none',
    styles: [style],
    // A file has no headers to say it.
    head: html`<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
  });
}

const count = (verdict: Verdict, amount: number, language: Language): Html | null =>
  amount === 0
    ? null
    : html`<div class="${verdict}"><dt>${certifyLabels[language].counts[verdict]}</dt><dd>${amount}</dd></div>`;

function group(title: string, scenarios: ScenarioResult[], language: Language): Html | null {
  if (scenarios.length === 0) return null;
  return html`<section><h2>${title}</h2>
<ul class="card">${scenarios.map((scenario) => scenarioItem(scenario, language))}</ul></section>`;
}

/** Calls that broke something lie open; others are there for who wants to look. */
function scenarioItem({ name, verdict, findings, transcripts }: ScenarioResult, language: Language): Html {
  const labels = certifyLabels[language];
  const calls = transcripts.map((transcript) => call(transcript, language));
  return html`<li class="${verdict}">${glyph(verdict)}<div><h3>${labels.scenarios[name]}</h3>
${findings.map((finding) => html`<p>${describeFinding(finding, language)}</p>`)}</div>
${calls.length > 0 && html`<details${raw(verdict === 'red' ? ' open' : '')}><summary>${labels.transcript}</summary><div class="calls">${calls}</div></details>`}</li>
`;
}

/** A transcript holds the call, and after an arrow with its status the answer. */
function call(transcript: string, language: Language): Html {
  const labels = certifyLabels[language];
  const border = transcript.lastIndexOf('\n\n→ ');
  const asked = border < 0 ? transcript : transcript.slice(0, border);
  const answered = border < 0 ? labels.noAnswer : transcript.slice(border + '\n\n→ '.length);
  return html`<dl><dt>${labels.call}</dt><dd><pre tabindex="0">${readable(asked)}</pre></dd>
<dt>${labels.answer}</dt><dd><pre tabindex="0">${readable(answered)}</pre></dd></dl>`;
}

/** The head as it was sent, a line ending behind slashes, and a body of JSON field by field. */
function readable(text: string): Html {
  const [first = '', ...others] = text
    .trim()
    .replace(/^[[{][^]*$/m, indentJson)
    .split('\n');
  return html`${first.split('/').map((part, index) => [index > 0 && html`/<wbr>`, part])}${others.map((line) => `\n${line}`)}`;
}

const marks: Record<Verdict, Html> = {
  green: raw('<path d="M6 12.500l4 4 8-9"/>'),
  warning: raw('<path d="M12 6v8M12 17.500v.5"/>'),
  red: raw('<path d="M7 7l10 10M17 7L7 17"/>'),
  skipped: raw('<path d="M7 12h10"/>'),
};

const glyph = (verdict: Verdict): Html =>
  html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.500" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" cy="12" r="10.500" stroke-width="1.500"/>${marks[verdict]}</svg>`;
