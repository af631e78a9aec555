/** `/c/approvals`: bulk orders that wait for a second person. */
import type { ConfirmPayload } from '../../../orders/bulk/confirm-bulk.ts';
import { actorOf, may } from '../../../people/access/principal.ts';
import type { Approval } from '../../../people/approvals/approvals.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { CabinetCall } from '../cabinet.ts';
import { approvalLabels } from './labels.ts';

export interface ApprovalData {
  open: Approval[];
  /** As typed, or as it is. */
  above: string;
}

export function approvalsPage(
  { open, above }: ApprovalData,
  call: CabinetCall,
  errors: FieldErrors = {},
): ShellPage {
  const { language, principal, party } = call;
  const labels = approvalLabels[language];
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${open.length === 0 ? emptyView(labels.empty) : open.map((one) => html`<section class="card">${approvalView(one, call)}</section>`)}
${may(principal, 'team.change', party) && ruleView(above, language, errors)}`,
  };
}

function approvalView(approval: Approval, call: CabinetCall): Html {
  const { language } = call;
  const labels = approvalLabels[language];
  const asked = JSON.parse(approval.payload) as ConfirmPayload | { aloneToKopecks: number | null };
  const facts: [string, Content][] = [
    [labels.by, approval.askedName],
    [labels.until, momentView(approval.expiresAt, language)],
  ];
  if ('bulkId' in asked)
    return html`<h2><a href="${at(`/c/bulk/${asked.bulkId}`, language)}">${labels.bulk(asked.bulkId)}</a></h2>
${factsView([[labels.sum, html`<b>${formatFace(asked.sumKopecks, language)}</b>`], [labels.lines, formatCount(asked.lines, language)], ...facts])}
${decisionView(approval, call)}`;
  const { aloneToKopecks } = asked;
  const sum = aloneToKopecks === null ? null : formatFace(aloneToKopecks, language);
  return html`<h2>${labels.limit(sum)}</h2>${factsView(facts)}${decisionView(approval, call)}`;
}

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

function ruleView(above: string, language: Language, errors: FieldErrors): Html {
  const labels = approvalLabels[language];
  return html`<section class="card" id="rule"><h2>${labels.rule}</h2><p>${labels.ruleText}</p>
<form method="post" action="${at('/c/approvals/rule', language)}">${fieldView({
    name: 'above',
    label: labels.above,
    hint: labels.aboveHint,
    value: above,
    error: errors['above'],
    attributes: html`inputmode="decimal" autocomplete="off" maxlength="20"`,
  })}<div><button class="button">${labels.save}</button></div></form></section>`;
}
