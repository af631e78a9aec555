/** What is shown once: new secrets, and the answer to a test call. */
import type { TestCall } from '../../../callbacks/test-call.ts';
import type { KeyKind } from '../../../clients/client.ts';
import { answerReason } from '../../../reports/order-story/callbacks/answer-reason.ts';
import { formatMoment } from '../../../platform/text/formats.ts';
import { html, type Content } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { at } from '../../../web/request-language.ts';
import { factsView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { accessLabels } from './labels.ts';
import { secretsPage } from '../../../web/shell/secrets-view.ts';

const home = '/c/api';

/** A new secret, once. */
export function secretView(
  {
    secret,
    version = 1,
    kind,
    oldKeysRetireAt,
  }: { secret: string; version?: number; kind?: KeyKind; oldKeysRetireAt?: Date },
  language: Language,
): ShellPage {
  const labels = accessLabels[language];
  const until = oldKeysRetireAt !== undefined && version > 1 ? formatMoment(oldKeysRetireAt, language) : null;
  return secretsPage(
    {
      title: kind === undefined ? labels.newSecret : labels.keysOf[kind].made,
      lead: labels.newKeyLead,
      items: [
        { name: kind === undefined ? labels.secret : labels.keysOf[kind].name(version), value: secret },
      ],
      fileName: kind === undefined ? 'callback-secret' : `${kind}-key-${version}`,
      note: until === null ? null : labels.oldUntil(until),
      to: home,
    },
    language,
  );
}

/** A test call: what was asked, what came back, and whether it would do. */
/** `to`: where it leads back to. */
export function testView({ url, headers, body, answer }: TestCall, language: Language, to = home): ShellPage {
  const labels = accessLabels[language];
  const { accepted, httpStatus, durationMs, answerHead } = answer;
  const why = answerReason(answer, url, language);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return {
    title: labels.tested,
    main: html`<h1>${labels.tested}</h1>
<p class="notice ${accepted ? 'yes' : 'no'}" role="${accepted ? 'status' : 'alert'}">${accepted ? labels.testAccepted : html`<b>${labels.testRefused}</b> ${why}`}</p>
${to === home && html`<p>${labels.testedSaved}</p>`}
<section class="card"><h2>${labels.answered}</h2>
${factsView([
  [labels.status, httpStatus === null ? labels.noAnswer : String(httpStatus)],
  [labels.took, `${durationMs} ${labels.ms}`],
])}
${httpStatus !== null && html`<h3>${labels.answerBody}</h3>${answerHead === '' ? html`<p class="muted">${labels.emptyBody}</p>` : html`<pre>${answerHead}</pre>`}`}</section>
<section class="card"><h2>${labels.asked}</h2>
<pre>${['POST ' + url, ...head, '', body].join('\n')}</pre></section>
${back(language, to)}`,
  };
}

const back = (language: Language, to = home): Content =>
  html`<p><a class="button main" href="${at(to, language)}">${accessLabels[language].back}</a></p>`;
