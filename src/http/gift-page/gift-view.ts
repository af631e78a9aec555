import { barcodeSvg } from '../../delivery/barcode.ts';
import { brandColour } from '../../delivery/brand-colour.ts';
import { barcodeText, type CertificateCode, type GiftView } from '../../delivery/certificate-view.ts';
import { safeTerms, termsAsItems } from '../../delivery/terms.ts';
import { html, raw, safeUrl, type Html } from '../../platform/web/html.ts';
import type { Language } from '../../platform/web/language.ts';
import { dateWords, faceWords, momentWords } from '../../platform/web/words.ts';
import { giftLayout } from './layout.ts';
import { giftWords, type GiftWords } from './words.ts';

const maxBriefLength = 240;
const groupLength = 4;
const longFaceLength = 10;

export interface GiftPage {
  view: GiftView;
  language: Language;
  /** `/g/<token>`, without a query. */
  path: string;
  /** Null as long as nobody has pressed the button. */
  code: CertificateCode | null;
  /** The button was pressed, and the code could not be given. */
  refused: boolean;
}

/** The gift before and after its button was pressed. */
export function renderGift(page: GiftPage): string {
  const { view, language, path, code } = page;
  const words = giftWords[language];
  const face = faceWords(view.faceKopecks, language);
  const main = html`<article class="${code === null ? 'card' : 'card opened'}">
${picture(view, words)}
<div class="body">
<div class="intro">
${eyebrow(view, words)}
<h1>${view.productTitle}</h1>
${brief(view)}
</div>
<div class="side">
<p class="${face.length > longFaceLength ? 'face long' : 'face'}"><span class="quiet">${words.faceLabel}: </span>${face}</p>
<p class="until">${validity(view, language, isOver(view) ? words.wasValidUntil : words.validUntil, words)}</p>
${notes(page, words)}
${code === null && !isClosed(view) && revealForm(path, language, words)}
</div>
${code === null && greeting(view)}
</div>
${code !== null && codeSection(view, code, path, language, words)}
${code !== null && greeting(view)}
</article>
<div class="below">
${terms(view, words)}
${aside(view, language, words)}
</div>`;
  const title = `${words.certificate} — ${view.productTitle}`;
  return giftLayout({ language, title, path, main, footer: foot(view) });
}

const isClosed = ({ state }: GiftView): boolean => state === 'blocked' || state === 'closed-until-activation';

/** No till takes it any more; its number may still be looked up. */
const isOver = ({ state }: GiftView): boolean => state === 'redeemed' || state === 'expired';

function picture(view: GiftView, words: GiftWords): Html {
  const url = safeUrl(view.pictureUrl);
  const ribbon = view.sample && html`<p class="ribbon">${words.sample}</p>`;
  if (url !== null)
    return html`<div class="picture"><img src="${url}" alt="" width="1360" height="620" fetchpriority="high" referrerpolicy="no-referrer">${ribbon}</div>`;
  const { deep, light } = brandColour(view.productTitle);
  return html`<div class="picture"><svg viewBox="0 0 1360 620" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><defs><linearGradient id="tone" x1="0" y1="1" x2="1" y2="0"><stop stop-color="${deep}"/><stop offset="1" stop-color="${light}"/></linearGradient></defs><path fill="url(#tone)" d="M0 0h1360v620H0z"/><g fill="#fff" fill-opacity=".07"><circle cx="1200" cy="80" r="320"/><circle cx="860" cy="680" r="240"/><circle cx="60" cy="700" r="380"/></g></svg><span aria-hidden="true">${view.productTitle}</span>${ribbon}</div>`;
}

function eyebrow(view: GiftView, words: GiftWords): Html | null {
  const { senderName: sender, recipientName: recipient } = view;
  if (sender !== '' && recipient !== '')
    return html`<p class="eyebrow">${words.giftFromFor(sender, recipient)}</p>`;
  if (sender !== '') return html`<p class="eyebrow">${words.giftFrom(sender)}</p>`;
  return recipient === '' ? null : html`<p class="eyebrow">${words.giftFor(recipient)}</p>`;
}

/** Sealed, the greeting leads to the button; opened, the code comes first, since it was asked for. */
const greeting = (view: GiftView): Html | false =>
  view.greeting !== '' && html`<blockquote class="greeting">${view.greeting}</blockquote>`;

/** Catalogues write entities and markup even into this one line. */
function brief(view: GiftView): Html | null {
  const text = termsAsItems(view.brief).join(' ');
  if (text === '') return null;
  const short =
    text.length <= maxBriefLength ? text : `${text.slice(0, maxBriefLength).replace(/\s+\S*$/, '')}…`;
  return html`<p class="brief">${short}</p>`;
}

function validity(
  view: GiftView,
  language: Language,
  phrase: (date: string) => string,
  words: GiftWords,
): string {
  return view.expiresAt === null ? words.unlimited : phrase(dateWords(view.expiresAt, language));
}

function notes({ view, code, refused, language }: GiftPage, words: GiftWords): Html[] {
  const texts: string[] = [];
  const { redeemedAt, expiresAt } = view;
  if (view.state === 'redeemed' && redeemedAt !== null)
    texts.push(words.redeemed(momentWords(redeemedAt, language)));
  else if (view.state === 'expired' && expiresAt !== null)
    texts.push(words.expired(dateWords(expiresAt, language)));
  else if (view.state === 'blocked') texts.push(words.blocked);
  else if (view.state === 'awaiting-activation') texts.push(words.awaiting);
  else if (view.state === 'closed-until-activation') texts.push(words.closed);
  else if (refused && code === null) texts.push(words.unavailable);
  if (view.sample) texts.push(words.sampleNote);
  return texts.map((text) => html`<p class="note">${text}</p>`);
}

const revealForm = (path: string, language: Language, words: GiftWords): Html =>
  html`<form method="post" action="${path}?lang=${language}"><button class="button reveal">${words.reveal}</button></form>
<p class="hint">${words.revealHint}</p>`;

function codeSection(
  view: GiftView,
  code: CertificateCode,
  path: string,
  language: Language,
  words: GiftWords,
): Html {
  return html`<section class="code" aria-labelledby="code-title">
<h2 id="code-title">${words.code}</h2>
<dl class="values">
${value('number', words.number, code.number, words.copyNumber, words)}
${code.pin !== '' && value('pin', words.pin, code.pin, words.copyPin, words)}
</dl>
${!isOver(view) && barcode(view, code, words)}
<div class="actions">
<form method="post" action="${path}/pdf?lang=${language}"><button class="button">${words.downloadPdf}</button></form>
<button type="button" class="button" data-print hidden>${words.print}</button>
</div>
<p class="quiet" role="status" data-said></p>
</section>`;
}

function value(id: string, label: string, text: string, copyLabel: string, words: GiftWords): Html {
  return html`<div class="value"><dt>${label}</dt><dd><span class="digits" id="${id}">${grouped(text)}</span><button type="button" class="button copy" data-copy="${id}" data-done="${words.copied}" aria-label="${copyLabel}" hidden>${words.copy}</button></dd></div>`;
}

/** Long plain codes are read in groups; the gaps are only seen, so that a copy of the text is the very code. */
function grouped(text: string): Html[] | string {
  if (!/^[\dA-Za-z]{8,}$/.test(text)) return text;
  const groups = text.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? [];
  return groups.map((group) => html`<span>${group}</span>`);
}

function barcode(view: GiftView, code: CertificateCode, words: GiftWords): Html | null {
  const svg = barcodeSvg(view.barcode.kind, barcodeText(view, code));
  if (svg === '') return null;
  const [, width = 0, height = 0] = (/ width="(\d+)" height="(\d+)"/.exec(svg) ?? []).map(Number);
  const shape =
    width === height ? 'square' : width > 0 && view.barcode.kind === 'pdf417' ? 'stacked' : 'wide';
  // A linear code may be stretched at will; the others keep their proportions.
  const fitted = svg
    .replace(/aria-label="[^"]*"/, `class="${shape}" aria-label="${words.barcode}"`)
    .replace(
      ' shape-rendering',
      shape === 'wide' ? ' preserveAspectRatio="none" shape-rendering' : ' shape-rendering',
    );
  return html`<figure class="barcode">${raw(fitted)}<figcaption>${words.barcodeHint}</figcaption></figure>`;
}

function terms(view: GiftView, words: GiftWords): Html {
  const clean = safeTerms(view.termsHtml);
  if (clean === '') return html`<div></div>`;
  return html`<section aria-labelledby="terms-title"><h2 id="terms-title">${words.terms}</h2><div class="rich">${raw(clean)}</div></section>`;
}

function aside(view: GiftView, language: Language, words: GiftWords): Html {
  const { support } = view;
  const site = safeUrl(view.www);
  const help = safeUrl(support.url);
  const phone = support.phone.replaceAll(/[^\d+]/g, '');
  const contacts = [
    phone !== '' && fact(words.phone, html`<a href="tel:${phone}">${support.phone}</a>`),
    /^[^\s@]+@[^\s@]+$/.test(support.email) &&
      fact(words.email, html`<a href="mailto:${encodeURI(support.email)}">${support.email}</a>`),
    help !== null && fact(words.help, link(help, shortUrl(help))),
  ];
  return html`<aside aria-label="${words.details}">
<h2>${words.details}</h2>
<dl class="facts">
${view.orderNumber !== '' && fact(words.order, view.orderNumber)}
${fact(words.validity, validity(view, language, words.until, words))}
${view.issuer.name !== '' && fact(words.issuer, view.issuer.name)}
${site !== null && fact(words.site, link(site, hostOf(site)))}
</dl>
${contacts.some((contact) => contact !== false) && html`<section class="support" aria-labelledby="support-title"><h2 id="support-title">${words.support}</h2><p>${words.supportHint}</p><dl class="facts">${contacts}</dl></section>`}
</aside>`;
}

const fact = (label: string, content: Html | string): Html =>
  html`<div><dt>${label}</dt><dd>${content}</dd></div>`;

const link = (url: string, text: string): Html =>
  html`<a href="${url}" rel="noopener noreferrer nofollow" target="_blank">${text}</a>`;

const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

const shortUrl = (url: string): string => hostOf(url) + new URL(url).pathname.replace(/\/$/, '').slice(0, 40);

function foot(view: GiftView): Html | null {
  const { name, legalAddress } = view.issuer;
  const words = [name, legalAddress].filter((part) => part !== '').join(', ');
  return words === '' ? null : html`<footer><p>${words}</p></footer>`;
}
