/** What a choice certificate can be exchanged for: search, categories, products with the faces that fit. */
import { brandColour } from '../../../certificates/certificate.ts';
import { plainLine, safeTerms } from '../../../certificates/terms.ts';
import { formatDate, formatFace } from '../../../platform/text/formats.ts';
import { html, raw, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { own } from '../../../platform/text/own.ts';
import { kopecksPerRouble } from '../../../platform/values/money.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { basketText, sumOf } from './basket.ts';
import type { ExchangeCategory } from '../../../catalog/exchange-categories.ts';
import { basketPath, type ExchangePage } from './exchange-page.ts';
import type { ExchangeLabels } from './exchange-labels.ts';
import type { Target, Targets } from './exchange-pages.ts';

export function targetsView(page: ExchangePage, targets: Targets, labels: ExchangeLabels): Html {
  const { basket, search, shown, language } = page;
  const { products, hasMore, categories } = targets;
  const last = products.at(-1);
  const more = addressOf(basketPath(page), {});
  const isSearch = search.text !== '' || search.categoryId !== null;
  const isSpent = sumOf(basket) === shown.card.leftKopecks;
  const none = isSpent ? labels.spent : isSearch ? labels.nothing : labels.nothingFits;
  return html`<section id="choose" aria-labelledby="choose-title"><h2 id="choose-title">${basket.length > 0 ? labels.chooseMore : labels.choose}</h2>
${searchView(page, labels)}
${categories.length > 1 && categoriesView(page, categories, labels)}
${products.length > 0 && html`<ul class="targets">${products.map((product) => targetView(page, product, labels))}</ul>`}
${products.length === 0 && html`<p class="muted none">${none}</p>`}
<p class="actions">${hasMore && last !== undefined && html`<a class="button" href="${own(`${at(`${more}${more.includes('?') ? '&' : '?'}after=${last.id}`, language)}#choose`)}">${labels.more}</a>`}
${(isSearch || search.after > 0) && html`<a class="button" href="${own(`${at(basketPath({ ...page, search: { text: '', categoryId: null, after: 0 } }), language)}#choose`)}">${labels.reset}</a>`}</p></section>`;
}

const maxBrief = 140;

function shortBrief(brief: string): string {
  const text = plainLine(brief);
  if (text.length <= maxBrief) return text;
  const cut = text.slice(0, maxBrief).replace(/\s\S*$/, '');
  return `${cut.trimEnd()}…`;
}

/** What is kept from one page to the next. */
const keptFields = ({ shown, basket, search, language }: ExchangePage, without: 'q' | null = null): Html =>
  html`<input type="hidden" name="lang" value="${language}">${basket.length > 0 && html`<input type="hidden" name="b" value="${own(basketText(basket))}"><input type="hidden" name="step" value="${shown.step}">`}${without === null && search.text !== '' && html`<input type="hidden" name="q" value="${search.text}">`}${search.categoryId !== null && html`<input type="hidden" name="c" value="${search.categoryId}">`}`;

const searchView = (page: ExchangePage, labels: ExchangeLabels): Html =>
  html`<form class="find" method="get" action="${own(page.path)}" role="search">${keptFields(page, 'q')}
<label class="quiet" for="q">${labels.search}</label><input id="q" name="q" type="search" value="${page.search.text}" maxlength="100" placeholder="${labels.search}" autocomplete="off"><button class="button">${labels.find}</button></form>`;

function categoriesView(page: ExchangePage, categories: ExchangeCategory[], labels: ExchangeLabels): Html {
  const { search, language } = page;
  const link = (id: number | null, name: string): Html => {
    const address = at(basketPath({ ...page, search: { ...search, categoryId: id } }), language);
    return html`<li><a href="${own(`${address}#choose`)}"${id === search.categoryId && html` aria-current="true"`}>${name}</a></li>`;
  };
  return html`<nav class="kinds" aria-label="${labels.categories}"><ul>${link(null, labels.all)}${categories.map(({ id, title, titleEn }) => link(id, language === 'en' && titleEn !== '' ? titleEn : title))}</ul></nav>`;
}

function targetView(page: ExchangePage, product: Target, labels: ExchangeLabels): Html {
  const { language } = page;
  const { title, brief } = product;
  const text = shortBrief(brief);
  const terms = safeTerms(product.terms);
  const validity = validityText(product, language, labels);
  return html`<li class="target">
<div class="look">${lookOf(product)}</div>
<div class="told"><h3>${title}</h3>
${text !== '' && html`<p class="muted">${text}</p>`}
${validity !== null && html`<p class="hint">${validity}</p>`}
${facesView(page, product, labels)}
${terms !== '' && html`<details class="terms"><summary>${labels.terms}<span class="quiet">: ${title}</span></summary><div class="rich">${raw(terms)}</div></details>`}</div></li>`;
}

function validityText(
  { validity, validUntil, validityDays }: Target,
  language: Language,
  labels: ExchangeLabels,
): string | null {
  if (validity === 'days' && validityDays !== null) return labels.validDays(validityDays);
  if (validity !== 'fixed' || validUntil === null) return null;
  return labels.validTo(formatDate(new Date(`${validUntil}T12:00:00+03:00`), language));
}

/** Without a picture its brand's colour. */
function lookOf({ title, picturePath }: Target): Html {
  if (picturePath !== null)
    return html`<img src="${picturePath}" alt="" width="680" height="310" loading="lazy" decoding="async">`;
  const { deep, light } = brandColour(title);
  return html`<svg viewBox="0 0 680 310" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path fill="${deep}" d="M0 0h680v310H0z"/><g fill="${light}" fill-opacity=".45"><circle cx="590" cy="40" r="170"/><circle cx="90" cy="330" r="190"/></g></svg>`;
}

/** Each face is a button of its own; a sum of one's own is typed in. */
function facesView(page: ExchangePage, product: Target, labels: ExchangeLabels): Html {
  const { language, path } = page;
  const { id, title, facesKopecks, isFree, leastKopecks, mostKopecks } = product;
  const faces =
    facesKopecks.length > 0 &&
    html`<form method="get" action="${own(path)}" aria-label="${labels.facesOf(title)}">${keptFields(page)}<input type="hidden" name="add" value="${id}">
<div class="faces">${facesKopecks.map((face) => html`<button class="button small" name="face" value="${face}" aria-label="${labels.take(formatFace(face, language))}: ${title}">${formatFace(face, language)}</button>`)}</div></form>`;
  if (!isFree) return html`${faces}`;
  const [least, most] = [leastKopecks, mostKopecks].map((kopecks) => formatFace(kopecks, language));
  return html`${faces}<form method="get" action="${own(path)}" class="free">${keptFields(page)}<input type="hidden" name="add" value="${id}">
<label for="sum-${id}">${labels.sum(least ?? '', most ?? '')}</label><div class="inline"><input id="sum-${id}" name="sum" inputmode="numeric" maxlength="12" autocomplete="off" required><button class="button small">${labels.add}</button></div></form>`;
}

/** Kopecks of a typed sum; null: it is no sum. */
export function typedSum(text: string): number | null {
  const digits = text.replaceAll(/[\s\u00a0₽]/g, '');
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) * kopecksPerRouble : null;
}
