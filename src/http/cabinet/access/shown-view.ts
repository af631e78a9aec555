import type { TestCall } from '../../../callbacks/test-call.ts';
import { formatMoment } from '../../../platform/text/formats.ts';
import { html, type Content } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { at } from '../../../web/request-language.ts';
import { factsView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { accessLabels } from './labels.ts';

/** A new secret, once. */
export function secretView(
  { secret, oldKeysRetireAt }: { secret: string; oldKeysRetireAt?: Date },
  language: Language,
): ShellPage {
  const labels = accessLabels[language];
  const title = oldKeysRetireAt === undefined ? labels.newSecret : labels.newKey;
  return {
    title,
    main: html`<h1>${title}</h1>
<section class="card"><p class="lead">${labels.newKeyLead}</p>
<pre data-secret>${secret}</pre>
${oldKeysRetireAt !== undefined && html`<p>${labels.oldUntil(formatMoment(oldKeysRetireAt, language))}</p>`}
${back(language)}</section>`,
  };
}

/** A test call: what was asked, what came back, and whether it would do. */
export function testView({ url, headers, body, answer }: TestCall, language: Language): ShellPage {
  const labels = accessLabels[language];
  const { accepted, httpStatus, problem, durationMs, answerHead } = answer;
  const verdict = accepted ? labels.testAccepted : labels.testRefused;
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return {
    title: labels.tested,
    main: html`<h1>${labels.tested}</h1>
<p class="notice ${accepted ? 'yes' : 'no'}" role="status">${verdict}</p>
<section class="card"><h2>${labels.answered}</h2>
${factsView([
  [labels.status, httpStatus === null ? html`${labels.noAnswer}: ${problem}` : String(httpStatus)],
  [labels.took, `${durationMs} ${labels.ms}`],
])}
${httpStatus !== null && html`<h3>${labels.answerBody}</h3>${answerHead === '' ? html`<p class="muted">${labels.emptyBody}</p>` : html`<pre>${answerHead}</pre>`}`}</section>
<section class="card"><h2>${labels.asked}</h2>
<pre>${['POST ' + url, ...head, '', body].join('\n')}</pre></section>
${back(language)}`,
  };
}

const back = (language: Language): Content =>
  html`<p><a class="button main" href="${at('/c/api', language)}">${accessLabels[language].back}</a></p>`;
