/** Our calls to a supplier's API, as both sides see them. */
import { formatFace } from '../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { recentListed, type callsOfExchange, type RecentExchange } from '../recent-supplier-calls.ts';
import { at } from '../../web/request-language.ts';
import { callDetails } from '../call-texts.ts';
import { onwardView } from '../../web/shell/list-view.ts';
import { factsView, momentView } from '../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../web/shell/rows-view.ts';
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
  const caption = labels.ours[reader];
  const name = (one: RecentExchange) => requestName(one, one.outcome === null ? null : hrefOf(one), language);
  const took = ({ durationMs }: RecentExchange) =>
    durationMs !== null && `${durationMs} ${labels.milliseconds}`;
  const columns: Columns<RecentExchange> = [
    { name: caption, phone: 'start', cell: name },
    { name: labels.when, phone: 'end', cell: (one) => one.at },
    { name: labels.kind, phone: 'start', cell: (one) => labels.kinds[one.kind] },
    { name: labels.face, look: 'sum', phone: 'end', cell: (one) => formatFace(one.faceKopecks, language) },
    {
      name: labels.outcome,
      phone: 'line',
      cell: (one) => html`<span>${outcomeView(one.outcome, labels)}</span>`,
    },
    { name: labels.took, look: 'sum', phone: 'half', cell: took },
  ];
  return html`<section class="card" id="log"><h2>${caption}</h2><p>${labels.oursLead[reader]}</p>
${shown.length === 0 ? html`<p>${labels.noneOfOurs}</p>` : rowsView({ caption, columns, rows: shown }, language)}</section>
${exchanges.length > recentListed && last !== undefined && onwardView({ list: caption, href: `${at(`${path}?older=${last.exchangeId}`, language)}#log` }, language)}`;
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
