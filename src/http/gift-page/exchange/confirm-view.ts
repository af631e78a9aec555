/** The page that asks for confirmation before a choice certificate is exchanged. */
import { titleIn } from '../../../certificates/certificate.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { own } from '../../../platform/text/own.ts';
import {
  confirmationDigits,
  confirmationMinutes,
} from '../../../messaging/confirmations/confirmation-code.ts';
import type { ConfirmationNeed } from '../../../orders/exchange/confirm-exchange.ts';
import { fieldView, formTitle } from '../../../web/form-view.ts';
import { renderPage, type Page } from '../../../web/frame.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { basketText, sumOf } from './basket.ts';
import { confirmLabels, type CodeProblem } from './confirm-labels.ts';
import { exchangeLabels } from './exchange-labels.ts';
import type { ShownChoice, TitledLine } from './exchange-pages.ts';
import { basketFields, confirmPath } from './exchange-page.ts';
import { exchangeStyle } from './exchange-view.ts';

export interface ConfirmPage {
  shown: ShownChoice;
  basket: TitledLine[];
  /** Null: no code is needed. */
  need: ConfirmationNeed | null;
  problem: CodeProblem | null;
  path: string;
  language: Language;
}

export function renderConfirm(page: ConfirmPage): Page {
  const { shown, basket, path, language, need, problem } = page;
  const labels = exchangeLabels[language];
  const { card, sentTo, view } = shown;
  const left = card.leftKopecks - sumOf(basket);
  const main = html`<section class="card confirm"><h1>${labels.confirmTitle}</h1>
<ul class="lines">${basket.map(({ title, faceKopecks }) => html`<li><span class="what"><b>${title}</b></span><span class="price">${formatFace(faceKopecks, language)}</span></li>`)}</ul>
<p class="total"><b>${labels.total} ${formatFace(sumOf(basket), language)}</b></p>
<p>${left === 0 ? labels.keepsNothing : own(labels.keeps(formatFace(left, language)))}</p>
<p>${sentTo.length === 0 ? labels.confirmHere : own(labels.confirmSent(sentTo.join(', ')))}</p>
<p class="muted">${labels.confirmLead}</p>
${need === null ? plainForm(page) : codeForms(page, need)}</section>`;
  return renderPage({
    language,
    title: formTitle(labels.confirmTitle, problem !== null, language),
    top: {
      place: titleIn(view, language),
      path: confirmPath({ path, shown, basket }),
      secretPath: true,
    },
    main,
    styles: [exchangeStyle],
  });
}

const formOf = ({ path, language, shown, basket }: ConfirmPage, to: '' | '/code', content: Html): Html =>
  html`<form method="post" action="${own(at(`${path}${to}`, language))}" novalidate><input type="hidden" name="b" value="${own(basketText(basket))}"><input type="hidden" name="step" value="${shown.step}">
${content}</form>`;

const changeLink = ({ path, language, shown, basket }: ConfirmPage): Html =>
  html`<a class="button" href="${own(`${at(addressOf(path, basketFields(shown, basket)), language)}#basket`)}">${exchangeLabels[language].change}</a>`;

const plainForm = (page: ConfirmPage): Html =>
  formOf(
    page,
    '',
    html`<div class="actions"><button class="button main">${exchangeLabels[page.language].confirm}</button>${changeLink(page)}</div>`,
  );

/** The holder first asks for a code and then types it in; another one can be asked for. */
function codeForms(page: ConfirmPage, { to, isSent }: ConfirmationNeed): Html {
  const { language, problem } = page;
  const labels = confirmLabels[language];
  const error = problem === null ? undefined : labels.problems[problem];
  const get = html`${!isSent && error !== undefined && html`<p class="notice no" role="alert">${error}</p>`}<p>${own(labels.lead(to))}</p>
${formOf(page, '/code', html`<div class="actions"><button class="button main">${labels.get}</button>${changeLink(page)}</div>`)}`;
  const type = html`<p>${own(labels.sent(to, confirmationMinutes))}</p>
${formOf(
  page,
  '',
  html`${fieldView({ name: 'code', label: labels.code, hint: labels.hint(confirmationDigits), error, look: 'digits', attributes: html`inputmode="numeric" autocomplete="one-time-code" maxlength="40" required` })}
<div class="actions"><button class="button main">${exchangeLabels[language].confirm}</button>${changeLink(page)}</div>`,
)}
${formOf(page, '/code', html`<button class="button small">${labels.again}</button>`)}`;
  return html`<section class="by-code" aria-labelledby="code-title"><h2 id="code-title">${labels.title}</h2>
${isSent ? type : get}
<p class="hint">${labels.lost}</p></section>`;
}
