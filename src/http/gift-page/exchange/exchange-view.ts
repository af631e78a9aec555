/** The page of a choice certificate: what is left, what was chosen, what is about to be, and what there is. */
import { titleIn } from '../../../certificates/certificate.ts';
import { formatDate, formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { own } from '../../../platform/text/own.ts';
import { renderPage, type Page } from '../../../web/frame.ts';
import { at } from '../../../web/request-language.ts';
import { readStyle } from '../../../web/styles.ts';
import { sumOf } from './basket.ts';
import { basketPath, confirmPath, type ExchangePage } from './exchange-page.ts';
import { exchangeLabels, type ExchangeLabels } from './exchange-labels.ts';
import type { ChosenOrder, TitledLine } from './exchange-pages.ts';
import { targetsView } from './targets-view.ts';

export const exchangeStyle = readStyle(new URL('./exchange.css', import.meta.url));

/** How often a page with something on its way loads itself again. */
const lookAgainSeconds = 4;

export function renderExchange(page: ExchangePage): Page {
  const { shown, targets, language, problem, isDone } = page;
  const labels = exchangeLabels[language];
  const main = html`${headView(page, labels)}
${problem !== null && html`<p class="notice no" role="alert" id="said">${labels.problems[problem]}</p>`}
${isDone && html`<p class="notice done" role="status" id="said"><b>${labels.done}</b> ${labels.doneText}</p>`}
${shown.chosen.length > 0 && chosenView(page, labels)}
${targets !== null && basketView(page, labels)}
${targets !== null && targetsView(page, targets, labels)}
${targets !== null && page.basket.length > 0 && barView(page, labels)}`;
  const isPending = shown.chosen.some(isOnItsWay) && page.basket.length === 0 && page.search.text === '';
  return renderPage({
    language,
    title: labels.title,
    top: { place: titleIn(shown.view, language), path: basketPath(page), secretPath: true },
    main,
    layout: 'exchange',
    styles: [exchangeStyle],
    head: isPending && html`<meta http-equiv="refresh" content="${lookAgainSeconds}">`,
  });
}

function headView({ shown, language, basket }: ExchangePage, labels: ExchangeLabels): Html {
  const { view, card, isOpen } = shown;
  const face = formatFace(card.faceKopecks, language);
  const left = formatFace(card.leftKopecks - sumOf(basket), language);
  const isWhole = card.leftKopecks - sumOf(basket) === card.faceKopecks;
  const lead = isOpen ? labels.lead : card.leftKopecks === 0 ? labels.allExchanged : labels.over;
  return html`<section class="card worth">
<div class="words"><h1>${labels.title}</h1>
<p class="lead">${lead}</p></div>
<div class="value"><p class="muted">${isOpen || card.leftKopecks === 0 ? labels.left : labels.unspent}</p><p class="face">${own(left)}</p>
${!isWhole && html`<p class="muted">${own(labels.leftOf(face))}</p>`}
${view.expiresAt !== null && html`<p class="muted until">${own(labels.validTo(formatDate(view.expiresAt, language)))}</p>`}</div>
</section>`;
}

const isOnItsWay = ({ state }: ChosenOrder): boolean =>
  state === 'queued' || state === 'obtaining' || state === 'delayed';

function chosenView(page: ExchangePage, labels: ExchangeLabels): Html {
  const { shown, language } = page;
  return html`<section class="card" id="chosen" aria-labelledby="chosen-title"><h2 id="chosen-title">${labels.chosen}</h2>
<ul class="lines">${shown.chosen.toReversed().map((order) => chosenLine(order, language, labels))}</ul>
${shown.chosen.some(isOnItsWay) && html`<p><a class="button" href="${own(at(basketPath(page), language))}">${labels.lookAgain}</a></p>`}</section>`;
}

function chosenLine(order: ChosenOrder, language: Language, labels: ExchangeLabels): Html {
  const { title, faceKopecks, link, givenBackAt } = order;
  const state = givenBackAt !== null ? endOf(order, labels) : isOnItsWay(order) ? labels.pending : null;
  return html`<li${givenBackAt !== null && html` class="gone"`}><span class="what"><b>${title}</b>${state !== null && html`<span class="hint">${state}</span>`}</span>
<span class="price">${formatFace(faceKopecks, language)}</span>
${link !== null && html`<a class="button small" href="${own(at(link, language))}" aria-label="${labels.open(title)}">${labels.openShort}</a>`}</li>`;
}

/** What became of one that is not had. */
function endOf({ state, returnedKopecks }: ChosenOrder, { given, refunded }: ExchangeLabels): string {
  if (state !== 'issued') return given;
  return returnedKopecks === null ? refunded.toCard : refunded.toBuyer;
}

function basketView(page: ExchangePage, labels: ExchangeLabels): Html | null {
  const { basket, shown, language } = page;
  if (basket.length === 0) return null;
  const left = shown.card.leftKopecks - sumOf(basket);
  return html`<section class="card basket" id="basket" aria-labelledby="basket-title"><h2 id="basket-title">${labels.basket}</h2>
<ul class="lines">${basket.map((line, index) => basketLine(page, line, index, labels))}</ul>
<p class="total"><b>${labels.total} ${formatFace(sumOf(basket), language)}</b> <span class="muted">${own(labels.basketLeft(formatFace(left, language)))}</span></p>
<div class="actions"><a class="button main" href="${own(at(confirmPath(page), language))}">${labels.toConfirm}</a></div></section>`;
}

function basketLine(page: ExchangePage, line: TitledLine, index: number, labels: ExchangeLabels): Html {
  const { basket, language } = page;
  const without = { ...page, basket: basket.filter((_one, place) => place !== index) };
  const address = `${at(basketPath(without), language)}#${without.basket.length > 0 ? 'basket' : 'choose'}`;
  return html`<li><span class="what"><b>${line.title}</b></span><span class="price">${formatFace(line.faceKopecks, language)}</span>
<a class="button small" href="${own(address)}" aria-label="${labels.remove(line.title)}">${labels.removeShort}</a></li>`;
}

/** On a phone the choice is out of sight while one looks around. */
function barView(page: ExchangePage, labels: ExchangeLabels): Html {
  const { basket, language } = page;
  const address = at(confirmPath(page), language);
  return html`<p class="bar"><span>${labels.bar(basket.length, formatFace(sumOf(basket), language))}</span>
<a class="button main small" href="${own(address)}">${labels.goOn}</a></p>`;
}
