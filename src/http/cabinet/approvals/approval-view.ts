/** `/c/approvals`: bulk orders that wait for a second person. */
import type { ConfirmPayload } from '../../../orders/bulk/confirm-bulk.ts';
import { actorOf, may } from '../../../people/access/principal.ts';
import type { Approval, DecidedApproval } from '../../../people/approvals/approvals.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { factsView, linkView, momentView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { CabinetCall } from '../cabinet.ts';
import { approvalLabels } from './labels.ts';

export interface ApprovalData {
  open: Approval[];
  /** The last that were decided. */
  past: DecidedApproval[];
  /** The rule that is in effect, in kopecks; null: one person confirms. */
  aloneTo: number | null;
  /** What was typed, or what is stored. */
  above: string;
}

export function approvalsPage(
  { open, past, aloneTo, above }: ApprovalData,
  call: CabinetCall,
  errors: FieldErrors = {},
): ShellPage {
  const { language, principal, party } = call;
  const labels = approvalLabels[language];
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${open.length === 0 ? html`<p class="notice yes">${labels.empty}</p>` : open.map((one) => html`<section class="card">${approvalView(one, call)}</section>`)}
${past.length > 0 && pastView(past, language)}
${ruleView({ aloneTo, above, mayChange: may(principal, 'team.change', party) }, language, errors)}`,
  };
}

function approvalView(approval: Approval, call: CabinetCall): Html {
  const { language } = call;
  const labels = approvalLabels[language];
  const asked = askedIn(approval);
  const facts: [string, Content][] = [
    [labels.by, approval.askedName],
    [labels.until, momentView(approval.expiresAt, language)],
  ];
  if ('bulkId' in asked)
    return html`<h2><a href="${at(`/c/bulk/${asked.bulkId}`, language)}">${labels.bulk(asked.bulkId)}</a></h2>
${factsView([[labels.sum, html`<b>${formatFace(asked.sumKopecks, language)}</b>`], [labels.lines, formatCount(asked.lines, language)], ...facts])}
${decisionView(approval, call)}`;
  return html`<h2>${limitText(asked, language)}</h2>${factsView(facts)}${decisionView(approval, call)}`;
}

type AskedLimit = { aloneToKopecks: number | null };

const askedIn = ({ payload }: Approval): ConfirmPayload | AskedLimit =>
  JSON.parse(payload) as ConfirmPayload | AskedLimit;

const limitText = ({ aloneToKopecks }: AskedLimit, language: Language): string =>
  approvalLabels[language].limit(aloneToKopecks === null ? null : formatFace(aloneToKopecks, language));

function pastView(past: readonly DecidedApproval[], language: Language): Html {
  const labels = approvalLabels[language];
  const columns: Columns<DecidedApproval> = [
    { name: labels.what, phone: 'line', leads: true, cell: (one) => whatView(askedIn(one), language) },
    { name: labels.sum, look: 'sum', phone: 'end', cell: (one) => sumText(askedIn(one), language) },
    { name: labels.by, phone: 'start', cell: (one) => one.askedName },
    { name: labels.outcome, phone: 'line', cell: (one) => outcomeView(one, language) },
    { name: labels.when, phone: 'end', cell: (one) => one.decidedAt ?? one.expiresAt },
  ];
  return html`<h2>${labels.past}</h2><section class="card">${rowsView({ caption: labels.past, columns, rows: past }, language)}</section>`;
}

const whatView = (asked: ConfirmPayload | AskedLimit, language: Language): Content =>
  'bulkId' in asked
    ? linkView(`/c/bulk/${asked.bulkId}`, approvalLabels[language].bulk(asked.bulkId), language)
    : limitText(asked, language);

const sumText = (asked: ConfirmPayload | AskedLimit, language: Language): string =>
  'bulkId' in asked ? formatFace(asked.sumKopecks, language) : '';

const outcomeLooks = { done: ' yes', refused: ' no', expired: '' };

const outcomeView = ({ state, decidedName }: DecidedApproval, language: Language): Html =>
  html`<span><span class="state${outcomeLooks[state]}">${approvalLabels[language].outcomes[state]}</span> ${decidedName}</span>`;

/** The buttons for whoever may decide, and did not ask. */
export function decisionView(
  { id, askedBy }: Approval,
  { language, principal, party }: CabinetCall,
): Content {
  const labels = approvalLabels[language];
  if (askedBy === actorOf(principal).actor) return html`<p class="hint">${labels.own}</p>`;
  if (!may(principal, 'approvals.decide', party)) return null;
  const button = (name: string, text: string, look: string): Html =>
    html`<form method="post" action="${at(`/c/approvals/${id}/${name}`, language)}"><button class="button${look}">${text}</button></form>`;
  return html`<div class="actions">${button('approve', labels.approve, ' main')}${button('reject', labels.reject, '')}</div>`;
}

interface Rule {
  aloneTo: number | null;
  above: string;
  mayChange: boolean;
}

/** Whoever may not change the rule reads it. */
function ruleView({ aloneTo, above, mayChange }: Rule, language: Language, errors: FieldErrors): Html {
  const labels = approvalLabels[language];
  const inEffect = labels.inEffect(aloneTo === null ? null : formatFace(aloneTo, language));
  return html`<section class="card" id="rule"><h2>${labels.rule}</h2><p><b>${inEffect}</b></p><p>${labels.ruleText}</p>
${
  mayChange &&
  html`<form class="narrow" method="post" action="${at('/c/approvals/rule', language)}">${fieldView({
    name: 'above',
    label: labels.above,
    hint: labels.aboveHint,
    value: above,
    error: errors['above'],
    attributes: html`inputmode="decimal" autocomplete="off" maxlength="20"`,
  })}<div><button class="button">${labels.save}</button></div></form>`
}</section>`;
}
