/** One redemption, and undoing it while that is possible. */
import { formatFace, formatShortMoment } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { RedemptionLine } from '../../../redemption/list-redemptions.ts';
import { maxReason, undoableUntil } from '../../../redemption/undo-redemption.ts';
import { areaView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { redeemedLabels, type RedeemedLabels } from './labels.ts';
import { redemptionState } from './list-view.ts';

export interface RedemptionData {
  redemption: RedemptionLine;
  undoMinutes: number;
  now: Date;
  mayUndo: boolean;
  /** What was typed. */
  reason: string;
}

export function redemptionView(
  data: RedemptionData,
  language: Language,
  errors: FieldErrors = {},
): ShellPage {
  const labels = redeemedLabels[language];
  const { redemption } = data;
  const { transaction, redeemedAt, productTitle, faceKopecks, amountKopecks } = redemption;
  const { till, shopName, undoneAt } = redemption;
  const title = labels.one(transaction);
  return {
    title,
    errors,
    main: html`<h1>${title}</h1>
<p><a href="${at('/s/redeemed', language)}">${labels.back}</a></p>
<section class="card">${factsView([
      [labels.state, redemptionState(redemption, labels)],
      [labels.when, momentView(redeemedAt, language)],
      [labels.certificate, productTitle],
      amountKopecks === faceKopecks ? null : [labels.amount, formatFace(amountKopecks, language)],
      [labels.face, formatFace(faceKopecks, language)],
      [labels.till, till],
      shopName === null ? null : [labels.shop, shopName],
      undoneAt === null ? null : [labels.undoneAt, momentView(undoneAt, language)],
      undoneAt === null ? null : [labels.undoneBy, redemption.undoneByName],
      undoneAt === null ? null : [labels.reason, redemption.undoReason],
    ])}</section>
${data.mayUndo && undoneAt === null && redemption.takenBackAt === null && undoCard(data, labels, language, errors)}`,
  };
}

function undoCard(
  { redemption, undoMinutes, now, reason }: RedemptionData,
  labels: RedeemedLabels,
  language: Language,
  errors: FieldErrors,
): Html {
  const until = undoableUntil(redemption.redeemedAt, undoMinutes);
  const late = undoMinutes === 0 ? labels.never : labels.late(undoMinutes);
  if (now >= until) return html`<section class="card"><p>${late}</p></section>`;
  return html`<section class="card"><h2>${labels.undo}</h2><p>${labels.undoLead(formatShortMoment(until, language))}</p>
<form class="narrow" method="post" action="${at(`/s/redeemed/${redemption.transaction}/undo`, language)}">
${areaView({ name: 'reason', label: labels.reason, hint: labels.reasonHint, value: reason, error: errors['reason'], attributes: html`required rows="2" maxlength="${maxReason}"` })}
<div class="actions"><button class="button main">${labels.undo}</button></div></form></section>`;
}
