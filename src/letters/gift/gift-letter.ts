import { brandColour } from '../../delivery/brand-colour.ts';
import type { CertificateCode, GiftView } from '../../delivery/certificate-view.ts';
import { safeTerms, termsAsItems } from '../../delivery/terms.ts';
import { html, raw, safeUrl, type Html } from '../../platform/web/html.ts';
import type { Language } from '../../platform/web/language.ts';
import { dateWords, faceWords } from '../../platform/web/words.ts';
import { letterButton, letterLayout, sans, serif } from '../layout.ts';
import { giftLetterWords, type GiftLetterWords } from './words.ts';

const maxSubjectNameLength = 60;

export interface GiftLetterInput {
  view: GiftView;
  /** The gift page's address. */
  link: string;
  /** Only where the product says that its letters carry the code. */
  code: CertificateCode | null;
  language: Language;
  /** `cid:…` of an attached picture or a web address; null draws the brand's name on its colour. */
  picture: string | null;
}

export interface Letter {
  subject: string;
  html: string;
  text: string;
}

/** The letter that brings a recipient the gift: for seeing (HTML) and for reading (text). */
export function giftLetter(input: GiftLetterInput): Letter {
  const words = giftLetterWords[input.language];
  const subject = subjectOf(input.view, words);
  return { subject, html: htmlOf(input, words, subject), text: textOf(input, words) };
}

function subjectOf(view: GiftView, words: GiftLetterWords): string {
  const title = oneLine(view.productTitle);
  const sender = oneLine(view.senderName);
  const subject = sender === '' ? words.subject(title) : words.subjectFrom(sender, title);
  return view.sample ? `[${words.sampleMark}] ${subject}` : subject;
}

/** Names stand in a header: no line breaks, no endless ones. */
function oneLine(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const letters = Array.from(line);
  return letters.length <= maxSubjectNameLength
    ? line
    : `${letters.slice(0, maxSubjectNameLength - 1).join('')}…`;
}

const validity = (view: GiftView, language: Language, words: GiftLetterWords): string =>
  view.expiresAt === null ? words.unlimited : words.validUntil(dateWords(view.expiresAt, language));

function notesOf(view: GiftView, words: GiftLetterWords): string[] {
  return [
    ...(view.sample ? [words.sampleNote] : []),
    ...(view.state === 'awaiting-activation' ? [words.awaiting] : []),
  ];
}

const contactsOf = (view: GiftView): string[] =>
  [view.support.phone, view.support.email, view.support.url].filter((contact) => contact !== '');

function htmlOf(input: GiftLetterInput, words: GiftLetterWords, title: string): string {
  const { view, link, code, language } = input;
  const face = faceWords(view.faceKopecks, language);
  const hello = view.recipientName === '' ? words.helloPlain : words.hello(view.recipientName);
  const rows = html`${view.sample && sampleRow(words)}
${pictureRow(view, input.picture)}
<tr><td class="pad" style="padding:32px 36px 0">
<p class="muted" style="margin:0 0 6px;color:#685c50;font:15px/22px ${raw(sans)}">${hello}</p>
<h1 class="ink" style="margin:0;color:#241d16;font:bold 28px/34px ${raw(serif)}">${view.productTitle}</h1>
${view.greeting !== '' && greeting(view)}
${view.senderName !== '' && html`<p class="muted" style="margin:14px 0 0;color:#685c50;font:15px/22px ${raw(sans)}">${words.from(view.senderName)}</p>`}
</td></tr>
<tr><td class="pad" style="padding:24px 36px 0">
<p class="ink face" style="margin:0;color:#241d16;font:bold 46px/52px ${raw(serif)}">${face}</p>
<p class="muted" style="margin:4px 0 0;color:#685c50;font:16px/24px ${raw(sans)}">${validity(view, language, words)}</p>
${notesOf(view, words).map((note) => html`<p class="accent" style="margin:14px 0 0;color:#a63c1a;font:15px/22px ${raw(sans)}">${note}</p>`)}
</td></tr>
${code !== null && codeRow(code, words)}
<tr><td class="pad" style="padding:28px 36px 0">${letterButton(link, words.open)}</td></tr>
<tr><td class="pad" style="padding:16px 36px 32px">
<p class="muted" style="margin:0;color:#685c50;font:13px/20px ${raw(sans)}">${words.linkHint}<br><a class="accent" href="${link}" style="color:#a63c1a;word-break:break-all">${link}</a></p>
</td></tr>
${code !== null && termsRow(view, words)}`;
  return letterLayout({ language, title, preheader: words.preheader(face), rows, foot: foot(view, words) });
}

const sampleRow = (words: GiftLetterWords): Html =>
  html`<tr><td class="top" align="center" bgcolor="#b3131b" style="padding:10px;background:#b3131b;border-radius:16px 16px 0 0;color:#ffffff;font:bold 14px/20px ${raw(sans)};letter-spacing:3px">${words.sampleMark}</td></tr>`;

function pictureRow(view: GiftView, picture: string | null): Html {
  const source = picture?.startsWith('cid:') ? picture : safeUrl(picture);
  const corners = view.sample ? '0' : '16px 16px 0 0';
  if (source !== null)
    return html`<tr><td style="padding:0"><img class="top" src="${source}" alt="${view.productTitle}" width="600" style="display:block;width:100%;height:auto;border:0;border-radius:${corners}"></td></tr>`;
  const { deep } = brandColour(view.productTitle);
  return html`<tr><td class="top" align="center" bgcolor="${deep}" style="padding:72px 36px;background:${deep};border-radius:${corners};color:#ffffff;font:bold 32px/38px ${raw(serif)}">${view.productTitle}</td></tr>`;
}

function greeting(view: GiftView): Html {
  const lines = view.greeting
    .split(/\r\n?|\n/)
    .map((line, index) => html`${index > 0 && raw('<br>')}${line}`);
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:18px 0 0"><tr><td class="ink" style="padding:2px 0 2px 16px;border-left:3px solid #a63c1a;color:#241d16;font:italic 18px/28px ${raw(serif)};word-break:break-word">${lines}</td></tr></table>`;
}

const codeValue = (label: string, text: string): Html =>
  html`<p class="muted" style="margin:0;color:#685c50;font:13px/20px ${raw(sans)}">${label}</p>
<p class="ink" style="margin:0 0 12px;color:#241d16;font:bold 24px/30px Consolas,Menlo,monospace;word-break:break-all">${text}</p>`;

function codeRow(code: CertificateCode, words: GiftLetterWords): Html {
  return html`<tr><td class="pad" style="padding:24px 36px 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="soft rule" style="padding:18px 20px 6px;background:#faf4ea;border:2px dashed #dccfbd;border-radius:12px">
${codeValue(words.number, code.number)}
${code.pin !== '' && codeValue(words.pin, code.pin)}
</td></tr></table>
</td></tr>`;
}

/** A letter that carries the code is kept and printed as the certificate itself, so it tells the terms too. */
function termsRow(view: GiftView, words: GiftLetterWords): Html | null {
  // Mail programs know no style sheet for what the brand wrote, so its lists and links are styled in place.
  const terms = safeTerms(view.termsHtml)
    .replaceAll('<a ', '<a class="accent" style="color:#a63c1a" ')
    .replaceAll(/<(ol|ul)\b/g, '<$1 style="margin:0 0 10px;padding-left:22px"');
  if (terms === '') return null;
  return html`<tr><td class="pad rule" style="padding:24px 36px 28px;border-top:1px solid #dccfbd">
<h2 class="ink" style="margin:0 0 10px;color:#241d16;font:bold 18px/24px ${raw(serif)}">${words.terms}</h2>
<div class="ink" style="color:#241d16;font:14px/21px ${raw(sans)};word-break:break-word">${raw(terms)}</div>
</td></tr>`;
}

function foot(view: GiftView, words: GiftLetterWords): Html {
  const lines = [
    `${words.order}: ${view.orderNumber}`,
    ...(contactsOf(view).length === 0 ? [] : [`${words.support}: ${contactsOf(view).join(' · ')}`]),
    [view.issuer.name, view.issuer.legalAddress].filter((part) => part !== '').join(', '),
    words.keepSecret,
  ].filter((line) => line !== '');
  return html`${lines.map((line, index) => html`${index > 0 && raw('<br>')}${line}`)}`;
}

function textOf({ view, link, code, language }: GiftLetterInput, words: GiftLetterWords): string {
  const hello = view.recipientName === '' ? words.helloPlain : words.hello(oneLine(view.recipientName));
  const blocks = [
    [view.sample ? `*** ${words.sampleMark} ***` : '', hello],
    [view.greeting],
    [view.senderName === '' ? '' : words.from(oneLine(view.senderName))],
    [
      oneLine(view.productTitle),
      `${words.face}: ${faceWords(view.faceKopecks, language)}`,
      validity(view, language, words),
    ],
    notesOf(view, words),
    code === null
      ? []
      : [`${words.number}: ${code.number}`, code.pin === '' ? '' : `${words.pin}: ${code.pin}`],
    [`${words.open}:`, link],
    code === null ? [words.termsHint] : [`${words.terms}:`, ...termsAsItems(view.termsHtml)],
    [
      `${words.order}: ${view.orderNumber}`,
      contactsOf(view).length === 0 ? '' : `${words.support}: ${contactsOf(view).join(', ')}`,
      [view.issuer.name, view.issuer.legalAddress].filter((part) => part !== '').join(', '),
    ],
    [words.keepSecret],
  ];
  return blocks
    .map((lines) => lines.filter((line) => line !== '').join('\n'))
    .filter((block) => block !== '')
    .join('\n\n')
    .concat('\n');
}
