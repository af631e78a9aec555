/** Our calls to a supplier's API, as both sides see them. */
import { formatFace } from '../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { recentListed, type callsOfExchange, type RecentExchange } from '../recent-supplier-calls.ts';
import { at } from '../../web/request-language.ts';
import { callDetails } from '../call-texts.ts';
import { onwardView, tableView } from '../../web/shell/list-view.ts';
import { factsView, momentView } from '../../web/shell/parts-view.ts';
import { logLabels, type LogLabels, type Reader } from './labels.ts';

export interface OurCalls {
  /** One more than is listed, if there are more. */
  exchanges: RecentExchange[];
  reader: Reader;
  /** The page it stands on. */
  path: string;
  /** Where the conversation of a request is shown; null: nowhere that the reader may see. */
  hrefOf: (exchange: RecentExchange) => string | null;
}

/** The last requests of ours to a supplier. */
export function ourCallsCard({ exchanges, reader, path, hrefOf }: OurCalls, language: Language): Html {
  const labels = logLabels[language];
  const shown = exchanges.slice(0, recentListed);
  const last = shown.at(-1);
  const rows = shown.map((one): Content[] => [
    requestName(one, one.outcome === null ? null : hrefOf(one), language),
    momentView(one.at, language),
    labels.kinds[one.kind],
    formatFace(one.faceKopecks, language),
    html`<span>${outcomeView(one.outcome, labels)}</span>`,
    one.durationMs === null ? '' : `${one.durationMs} ${labels.milliseconds}`,
  ]);
  return html`<section class="card" id="log"><h2>${labels.ours[reader]}</h2><p>${labels.oursLead}</p>
${
  rows.length === 0
    ? html`<p>${labels.noneOfOurs}</p>`
    : tableView({
        caption: labels.ours[reader],
        phone: ['start', 'end', 'start', 'end', 'line', 'half'],
        columns: [
          { name: labels.ours[reader] },
          { name: labels.when },
          { name: labels.kind },
          { name: labels.face, look: 'sum' },
          { name: labels.outcome },
          { name: labels.took, look: 'sum' },
        ],
        rows,
      })
}</section>
${exchanges.length > recentListed && last !== undefined && onwardView({ list: labels.ours[reader], href: `${at(`${path}?older=${last.exchangeId}`, language)}#log` }, language)}`;
}

function requestName({ exchangeId }: RecentExchange, href: string | null, language: Language): Content {
  const name = logLabels[language].request(exchangeId);
  return href === null ? name : html`<a href="${at(href, language)}">${name}</a>`;
}

const looks = { done: 'yes', refused: 'note', unclear: 'no', unreached: 'no', wrong: 'no' } as const;

const outcomeView = (outcome: RecentExchange['outcome'], labels: LogLabels): Html =>
  outcome === null
    ? html`<span class="state">${labels.waiting}</span>`
    : html`<span class="state ${looks[outcome]}">${labels.outcomes[outcome]}</span>`;

/** The attempts of one request, with what was said; codes and secrets are masked in them. */
export const attemptsView = (
  calls: Awaited<ReturnType<typeof callsOfExchange>>,
  language: Language,
): Html[] => {
  const labels = logLabels[language];
  return calls.map(
    ({ attempt, at: instant, durationMs, outcome, httpStatus, details, transcript }) =>
      html`<section class="card"><h2>${labels.attempt(attempt)}</h2>${factsView([
        [labels.when, momentView(instant, language)],
        [
          labels.outcome,
          html`${outcomeView(outcome, labels)}${details !== '' && html`: ${callDetails(details, language)}`}`,
        ],
        [labels.answer, httpStatus === null ? labels.noAnswer : String(httpStatus)],
        [labels.took, `${durationMs} ${labels.milliseconds}`],
      ])}${transcript !== '' && html`<pre tabindex="0">${transcript.trim()}</pre>`}</section>`,
  );
};
