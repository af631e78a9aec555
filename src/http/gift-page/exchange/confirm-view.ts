/** The last look before a choice certificate is exchanged. */
import { titleIn } from '../../../certificates/certificate.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { own } from '../../../platform/text/own.ts';
import { renderPage, type Page } from '../../../web/frame.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { basketText, sumOf } from './basket.ts';
import { exchangeLabels } from './exchange-labels.ts';
import type { ShownChoice, TitledLine } from './exchange-pages.ts';
import { basketFields, confirmPath } from './exchange-page.ts';
import { exchangeStyle } from './exchange-view.ts';

export interface ConfirmPage {
  shown: ShownChoice;
  basket: TitledLine[];
  path: string;
  language: Language;
}

export function renderConfirm({ shown, basket, path, language }: ConfirmPage): Page {
  const labels = exchangeLabels[language];
  const { card, step, sentTo, view } = shown;
  const left = card.leftKopecks - sumOf(basket);
  const text = basketText(basket);
  const main = html`<section class="card confirm"><h1>${labels.confirmTitle}</h1>
<ul class="lines">${basket.map(({ title, faceKopecks }) => html`<li><span class="what"><b>${title}</b></span><span class="price">${formatFace(faceKopecks, language)}</span></li>`)}</ul>
<p class="total"><b>${labels.total} ${formatFace(sumOf(basket), language)}</b></p>
<p>${left === 0 ? labels.keepsNothing : own(labels.keeps(formatFace(left, language)))}</p>
<p>${sentTo.length === 0 ? labels.confirmHere : own(labels.confirmSent(sentTo.join(', ')))}</p>
<p class="muted">${labels.confirmLead}</p>
<form method="post" action="${own(at(path, language))}"><input type="hidden" name="b" value="${own(text)}"><input type="hidden" name="step" value="${step}">
<div class="actions"><button class="button main">${labels.confirm}</button><a class="button" href="${own(`${at(addressOf(path, basketFields(shown, basket)), language)}#basket`)}">${labels.change}</a></div></form></section>`;
  return renderPage({
    language,
    title: labels.confirmTitle,
    top: {
      place: titleIn(view, language),
      path: confirmPath({ path, shown, basket }),
      secretPath: true,
    },
    main,
    styles: [exchangeStyle],
  });
}
