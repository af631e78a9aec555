import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Draft } from '../../../suppliers/mail/drafts.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView, pagerView, tableView } from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall } from '../operator.ts';
import type { DraftList } from './draft-page.ts';
import { draftLabels } from './labels.ts';

/** `/o/drafts`: what waits, or all. */
export function draftListView({ all, list }: DraftList, { language, query }: OperatorCall): ShellPage {
  const labels = draftLabels[language];
  const path = '/o/drafts';
  const other = all
    ? html`<a class="button" href="${at(path, language)}">${labels.waitingOnly}</a>`
    : html`<a class="button" href="${at(`${path}?all=1`, language)}">${labels.all}</a>`;
  return {
    title: labels.title,
    main: html`<div class="heading"><h1>${labels.title}</h1>${other}</div>
<p class="lead">${labels.lead}</p>
${list.rows.length === 0 ? emptyView(labels.empty) : html`<section class="card">${draftsTable(list.rows, language)}</section>`}
${pagerView(list, { path, query, language })}`,
  };
}

function draftsTable(drafts: readonly Draft[], language: Language): Html {
  const labels = draftLabels[language];
  return tableView({
    caption: labels.title,
    leads: 0,
    phone: ['half', 'line', 'end', 'line', 'line', 'half', 'end'],
    columns: [
      { name: labels.draft },
      { name: labels.supplier },
      { name: labels.came },
      { name: labels.from, look: 'address' },
      { name: labels.sender },
      { name: labels.rows, look: 'sum' },
      { name: labels.state },
    ],
    rows: drafts.map((draft) => [
      html`<a href="${at(`/o/drafts/${draft.draftId}`, language)}" aria-label="${labels.one(draft.draftId)}">${draft.draftId}</a>`,
      draft.supplierName,
      momentView(draft.cameAt, language),
      draft.sender,
      senderState(draft, language),
      formatCount(draft.rows, language),
      html`<span class="state${draft.state === 'waiting' && ' note'}">${labels.states[draft.state]}</span>`,
    ]),
  });
}

const looks = { pass: 'yes', fail: 'no', none: 'note', temperror: 'note', unjudged: '' } as const;

/** Whether the mail is from whom it says. */
export const senderState = ({ source, senderCheck }: Draft, language: Language): Html =>
  source === 'page'
    ? html`<span class="muted">${draftLabels[language].uploaded}</span>`
    : html`<span class="state ${looks[senderCheck]}">${draftLabels[language].checks[senderCheck]}</span>`;
