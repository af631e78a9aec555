/** Parts of a callback's page that client and operator see. */
import type { CallbackAttempt, ShownCallback } from '../../../callbacks/find-callback.ts';
import type { CallbackState } from '../../../callbacks/list-callbacks.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { at } from '../../../web/request-language.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { answerProblem } from '../../call-texts.ts';
import { callbackStoryLabels } from './labels.ts';

const looks: Record<CallbackState, string> = { due: ' note', accepted: ' yes', abandoned: ' no' };

export const callbackStateView = (state: CallbackState, language: Language): Html =>
  html`<span class="state${looks[state]}">${callbackStoryLabels[language].states[state]}</span>`;

/** What is known of a callback, beside its body; who settled it and why is told at home alone. */
export function callbackFacts(callback: ShownCallback, language: Language, isHome = false): Html {
  const labels = callbackStoryLabels[language];
  const { state, address, format, messageId, announcedAt, endedAt, dueAt, settled } = callback;
  return factsView([
    [labels.state, callbackStateView(state, language)],
    [labels.address, html`<code>${address}</code>`],
    [labels.format, format],
    [labels.messageId, html`<code>${messageId}</code>`],
    [labels.announced, momentView(announcedAt, language)],
    state === 'due' ? [labels.next, momentView(dueAt, language)] : null,
    endedAt === null ? null : [labels.ended, momentView(endedAt, language)],
    settled === null
      ? null
      : [
          labels.settled,
          html`${momentView(settled.at, language)}${isHome && ` · ${settled.by}: ${settled.because}`}`,
        ],
  ]);
}

/** The button that sends one callback again; `path` is that of the callback's page. */
export const replayForm = (path: string, language: Language): Html =>
  html`<form method="post" action="${at(`${path}/replay`, language)}"><div class="actions"><button class="button main">${callbackStoryLabels[language].replay}</button></div></form>`;

/** What came back each time. */
export function attemptsView(made: readonly CallbackAttempt[], language: Language): Html {
  const labels = callbackStoryLabels[language];
  const columns: Columns<CallbackAttempt> = [
    { name: labels.attempt, cell: ({ attempt }) => String(attempt) },
    { name: labels.at, cell: (attempt) => attempt.at },
    { name: labels.took, cell: ({ durationMs }) => `${durationMs} ${labels.ms}` },
    { name: labels.answered, cell: (attempt) => answerOf(attempt, language) },
  ];
  const table = rowsView({ caption: labels.made, columns, rows: made }, language);
  return html`<section class="card"><h2>${labels.made}</h2>${made.length === 0 ? html`<p>${labels.notYet}</p>` : table}</section>`;
}

/** What a receiver answered, and why that was not enough. */
export const answerText = (httpStatus: number | null, problem: string, language: Language): string =>
  [
    httpStatus === null ? callbackStoryLabels[language].noAnswer : String(httpStatus),
    answerProblem(httpStatus, problem, language),
  ]
    .filter((part) => part !== '')
    .join(' · ');

const answerOf = ({ httpStatus, problem, answerHead }: CallbackAttempt, language: Language): Content =>
  html`<span>${answerText(httpStatus, problem, language)}${answerHead !== '' && html` <code>${answerHead}</code>`}</span>`;
