/** On `/s/integration`: whether the supplier's program fetches its sales without gaps. */
import { html, type Html } from '../../../platform/text/html.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';
import { moscowDateTime } from '../../../platform/time/moscow-time.ts';
import { mostSalesCounted, type Gap } from '../../../suppliers/used-export/gaps.ts';
import { usualPullHours, type IntegrationAccess } from '../../../suppliers/used-export/integration-access.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';

const gapsShown = 20;

const labels = {
  ru: {
    title: 'Как вы забираете продажи',
    lead: 'Ваша программа запрашивает /integration/v1/used интервал за интервалом: начало включается, конец нет, поэтому следующий интервал начинается ровно там, где закончился прежний.',
    last: 'Последний полный ответ',
    never: 'ещё не было',
    agreed: 'Продажи ждут не дольше, часов',
    none: 'Пропусков между интервалами нет.',
    gaps: 'Пропуски: за это время полного ответа не было',
    hint: 'Запросите это время отдельно или добавьте к следующему запросу gaps=yes: ответ вернёт и пропущенное.',
    from: 'С (Москва)',
    to: 'До',
    sales: 'Продано',
    more: (rest: string) => `И ещё пропусков: ${rest}.`,
  },
  en: {
    title: 'How you fetch your sales',
    lead: 'Your program asks /integration/v1/used for interval after interval: the beginning is included, the end is not, so the next interval begins exactly where the last one ended.',
    last: 'Last complete answer',
    never: 'none yet',
    agreed: 'Sales wait no longer than, hours',
    none: 'There are no gaps between the intervals.',
    gaps: 'Gaps: no complete answer for this time',
    hint: 'Ask for this time by itself, or add gaps=yes to the next request: the answer then has what was missed too.',
    from: 'From (Moscow)',
    to: 'Until',
    sales: 'Sold',
    more: (rest: string) => `Further gaps: ${rest}.`,
  },
};

export interface Fetching {
  access: IntegrationAccess | null;
  gaps: Gap[];
  answeredAt: Date | null;
}

export function gapsCard({ access, gaps, answeredAt }: Fetching, language: Language): Html {
  const said = labels[language];
  return html`<section class="card" id="gaps"><h2>${said.title}</h2><p>${said.lead}</p>
${factsView([
  [said.last, answeredAt === null ? said.never : momentView(answeredAt, language)],
  [said.agreed, String(access?.pullHours ?? usualPullHours)],
])}
${gaps.length === 0 ? answeredAt !== null && html`<p>${said.none}</p>` : gapsTable(gaps, language)}</section>`;
}

function gapsTable(gaps: readonly Gap[], language: Language): Html {
  const said = labels[language];
  const rest = gaps.length - gapsShown;
  const columns: Columns<Gap> = [
    { name: said.from, cell: ({ from }) => moscowDateTime(from) },
    { name: said.to, cell: ({ to }) => moscowDateTime(to) },
    {
      name: said.sales,
      cell: ({ sales }) => `${formatCount(sales, language)}${sales < mostSalesCounted ? '' : '+'}`,
    },
  ];
  return html`${rowsView({ caption: said.gaps, columns, rows: gaps.slice(0, gapsShown) }, language)}
${rest > 0 && html`<p class="muted">${said.more(formatCount(rest, language))}</p>`}<p class="hint">${said.hint}</p>`;
}
