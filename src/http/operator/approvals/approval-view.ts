/** `/o/approvals` and one of them. */
import type { AskedSettings } from '../../../acts/guarded/asked-settings.ts';
import { actorOf, may } from '../../../people/access/principal.ts';
import type { Approval, DecidedApproval, FoundApproval } from '../../../people/approvals/approvals.ts';
import type { FourEyes } from '../../../people/approvals/four-eyes.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { roublesFromKopecks } from '../../../platform/values/money.ts';
import type { SubjectNames } from '../../../reports/name-subjects.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { actName } from '../act-names.ts';
import type { OperatorCall } from '../operator.ts';
import { approvalLabels, type ApprovalLabels } from './labels.ts';
import { payloadFacts } from './payload.ts';
import { askedSettingsCard } from './settings-view.ts';

export interface Approvals {
  open: Approval[];
  names: SubjectNames;
  past: DecidedApproval[];
  policy: FourEyes;
}

export interface OneApproval {
  approval: FoundApproval;
  names: SubjectNames;
  /** For whoever may decide about a supplier's connection. */
  settings: AskedSettings | null;
}

export function approvalsPage(
  { open, names, past, policy }: Approvals,
  call: OperatorCall,
  errors: FieldErrors<'above'> = {},
): ShellPage {
  const labels = approvalLabels[call.language];
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${open.length === 0 ? emptyView(labels.empty) : open.map((one) => openCard(one, names, call, linkTo(one, call.language)))}
${policyCard(policy, labels, call, errors)}
${past.length > 0 && pastCard(past, labels, call.language)}`,
  };
}

const nameOf = ({ act, id }: Approval, language: Language): string => `${actName(act, language)} · ${id}`;

const linkTo = (approval: Approval, language: Language): Html =>
  html`<a href="${at(`/o/approvals/${approval.id}`, language)}">${nameOf(approval, language)}</a>`;

function openCard(approval: Approval, names: SubjectNames, call: OperatorCall, heading: Content): Html {
  const { language, principal, party } = call;
  const labels = approvalLabels[language];
  const { id, askedBy, askedName, askedAt, expiresAt } = approval;
  const isOwn = askedBy === actorOf(principal).actor;
  const form = (end: string, text: string, look: string): Html =>
    html`<form method="post" action="${at(`/o/approvals/${id}/${end}`, language)}"><button class="button${look}">${text}</button></form>`;
  return html`<section class="card"><h2>${heading}</h2>
${factsView([[labels.by, askedName], [labels.asked, momentView(askedAt, language)], [labels.until, momentView(expiresAt, language)], ...payloadFacts(approval, names, language)])}
${
  isOwn
    ? html`<p class="hint">${labels.own}</p>`
    : may(principal, 'approvals.decide', party) &&
      html`<div class="actions">${form('approve', labels.approve, ' main')}${form('reject', labels.reject, '')}</div>`
}</section>`;
}

/** One of them, also when it is decided. */
export function approvalPage({ approval, names, settings }: OneApproval, call: OperatorCall): ShellPage {
  const { language } = call;
  const labels = approvalLabels[language];
  const { id, state } = approval;
  return {
    title: labels.one(id),
    main: html`<p><a href="${at('/o/approvals', language)}">${labels.title}</a></p><h1>${labels.one(id)}</h1>
${settings !== null && askedSettingsCard(settings, language)}
${state === 'open' ? openCard(approval, names, call, nameOf(approval, language)) : decidedCard({ ...approval, state }, names, language)}`,
  };
}

function decidedCard(approval: DecidedApproval, names: SubjectNames, language: Language): Html {
  const labels = approvalLabels[language];
  const { state, askedName, askedAt, expiresAt, decidedName, decidedAt } = approval;
  return html`<section class="card"><h2>${nameOf(approval, language)}</h2>
${factsView([
  [labels.by, askedName],
  [labels.asked, momentView(askedAt, language)],
  [labels.outcome, labels.states[state]],
  decidedName === null ? null : [labels.decided, decidedName],
  [labels.when, momentView(decidedAt ?? expiresAt, language)],
  ...payloadFacts(approval, names, language),
])}</section>`;
}

const policyCard = (
  { on, aboveKopecks }: FourEyes,
  labels: ApprovalLabels,
  { language, principal, party, form }: OperatorCall,
  errors: FieldErrors<'above'>,
): Html =>
  html`<section class="card"><h2>${labels.policy}</h2><p>${on ? labels.double : labels.single}</p>
${
  may(principal, 'settings.change', party) &&
  html`<form method="post" action="${at('/o/approvals/policy', language)}"><label class="choice"><input type="checkbox" name="on" value="yes"${on && html` checked`}> ${labels.on}</label>
${fieldView({ name: 'above', label: labels.above, value: form.get('above') ?? String(roublesFromKopecks(aboveKopecks)), error: errors.above, attributes: html`inputmode="numeric" maxlength="13" autocomplete="off"` })}
<div class="actions"><button class="button">${labels.save}</button></div></form>`
}</section>`;

function pastCard(rows: readonly DecidedApproval[], labels: ApprovalLabels, language: Language): Html {
  const columns: Columns<DecidedApproval> = [
    { name: labels.act, leads: true, cell: (one) => linkTo(one, language) },
    { name: labels.by, cell: (one) => one.askedName },
    { name: labels.outcome, cell: (one) => labels.states[one.state] },
    { name: labels.decided, cell: (one) => one.decidedName ?? '–' },
    { name: labels.when, cell: (one) => one.decidedAt ?? one.expiresAt },
  ];
  return html`<section class="card"><h2>${labels.past}</h2>${rowsView({ caption: labels.past, columns, rows }, language)}</section>`;
}
