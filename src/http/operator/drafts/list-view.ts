import { actorText } from '../../../people/audit/actor-text.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Draft } from '../../../suppliers/mail/drafts.ts';
import { at } from '../../../web/request-language.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall } from '../operator.ts';
import type { DraftList } from './draft-page.ts';
import { draftLabels } from './labels.ts';

/** `/o/drafts`: what waits, or all. */
export function draftListView({ all, list }: DraftList, call: OperatorCall): ShellPage {
  const { language } = call;
  const labels = draftLabels[language];
  const path = '/o/drafts';
  const [to, name] = all ? [path, labels.waitingOnly] : [`${path}?all=1`, labels.all];
  return listPage(
    {
      path,
      title: labels.title,
      action: html`<a class="button" href="${at(to, language)}">${name}</a>`,
      lead: labels.lead,
      columns: columnsOf(language),
      rows: list.rows,
      empty: { text: labels.empty },
      pages: list,
    },
    call,
  );
}

function columnsOf(language: Language): Columns<Draft> {
  const labels = draftLabels[language];
  const link = ({ draftId }: Draft) =>
    html`<a href="${at(`/o/drafts/${draftId}`, language)}" aria-label="${labels.one(draftId)}">${draftId}</a>`;
  const stateView = ({ state }: Draft) =>
    html`<span class="state${state === 'waiting' && ' note'}">${labels.states[state]}</span>`;
  return [
    { name: labels.draft, phone: 'half', leads: true, cell: link },
    { name: labels.supplier, phone: 'line', cell: (draft) => draft.supplierName },
    { name: labels.came, phone: 'end', cell: (draft) => draft.cameAt },
    { name: labels.from, look: 'address', phone: 'line', cell: (draft) => actorText(draft.sender, language) },
    { name: labels.sender, phone: 'line', cell: (draft) => senderState(draft, language) },
    { name: labels.rows, look: 'sum', phone: 'half', cell: (draft) => formatCount(draft.rows, language) },
    { name: labels.state, phone: 'end', cell: stateView },
  ];
}

const looks = { pass: 'yes', fail: 'no', none: 'note', temperror: 'note', unjudged: '' } as const;

/** Whether the mail is from whom it says. */
export const senderState = ({ source, senderCheck }: Draft, language: Language): Html =>
  source === 'page'
    ? html`<span class="muted">${draftLabels[language].uploaded}</span>`
    : html`<span class="state ${looks[senderCheck]}">${draftLabels[language].checks[senderCheck]}</span>`;
