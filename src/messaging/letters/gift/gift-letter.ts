/** The letter with a gift. */
import {
  brandColour,
  codeBlocks,
  greetingIn,
  titleIn,
  type CertificateCode,
  type GiftView,
} from '../../../certificates/certificate.ts';
import { worthText } from '../../../certificates/worth.ts';
import { safeMarkup, safeTerms, termsAsItems } from '../../../certificates/terms.ts';
import { html, raw, safeUrl, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { codeGroups } from '../../../platform/text/typography.ts';
import { formatDate } from '../../../platform/text/formats.ts';
import type { LetterValues } from '../../../certificates/templates/liquid-text.ts';
import { writtenTexts, type WrittenTexts } from '../../../certificates/templates/look.ts';
import { inertInLetter, letterButton, letterLayout, sans, serif, type Letter } from '../layout.ts';
import { giverLines, logoRow } from '../giver.ts';
import { giftLetterLabels, type GiftLetterLabels } from './labels.ts';

const maxSubjectNameLength = 60;
const maxSubjectLength = 160;
const maxPreheaderLength = 200;

export interface GiftLetterInput {
  view: GiftView;
  /** Address of the gift page. */
  link: string;
  /** Only if the product's letters contain the code. */
  code: CertificateCode | null;
  language: Language;
  /** `cid:…` of an attached picture, or a web address; null shows the brand's name on its colour. */
  picture: string | null;
  /** The same of the client's logo; null: it has none. */
  logo?: string | null;
}

/** The letter that brings a recipient the gift, as HTML and text. */
export function giftLetter(asked: GiftLetterInput): Letter {
  const { language } = asked;
  const view = inertView(asked.view, language);
  const labels = { ...giftLetterLabels[language], ...labelsOf(view, language) };
  const written = writtenTexts(view.design, language, valuesOf({ ...asked, view }));
  const input: WrittenLetter = { ...asked, view, title: titleIn(view, language), written };
  const subject = subjectOf(input, labels);
  return { subject, html: htmlOf(input, labels, subject), text: textOf(input, labels) };
}

/** Text of the giver never becomes a link, not even inside template texts. */
export const inertView = (view: GiftView, language: Language): GiftView => ({
  ...view,
  senderName: inertInLetter(view.senderName),
  recipientName: inertInLetter(view.recipientName),
  greeting: inertInLetter(greetingIn(view, language)),
});

/** The brand's own labels in place of the default ones. */
function labelsOf({ design }: GiftView, language: Language): Partial<GiftLetterLabels> {
  const { number, pin, terms } = design.words[language];
  return { ...(number && { number }), ...(pin && { pin }), ...(terms && { terms }) };
}

/** With the template's texts in place of the default ones. */
interface WrittenLetter extends GiftLetterInput {
  title: string;
  written: WrittenTexts;
}

const given = (text: string): string | null => (text === '' ? null : text);

/** Variables for template texts; the code is not among them. */
function valuesOf({ view, language }: GiftLetterInput): LetterValues {
  return {
    recipient: given(oneLine(view.recipientName)),
    sender: given(oneLine(view.senderName)),
    greeting: given(view.greeting),
    title: oneLine(titleIn(view, language)),
    face: worthText(view, language),
    expiry: view.expiresAt === null ? null : formatDate(view.expiresAt, language),
    order_number: view.orderNumber,
  };
}

function subjectOf({ view, written, title: name }: WrittenLetter, labels: GiftLetterLabels): string {
  const title = oneLine(name);
  const sender = oneLine(view.senderName);
  const ours = sender === '' ? labels.subject(title) : labels.subjectFrom(sender, title);
  const subject = written.subject === null ? ours : oneLine(written.subject, maxSubjectLength);
  return view.sample ? `[${labels.sampleMark}] ${subject}` : subject;
}

/** Names go into a header: no line breaks, limited length. */
export function oneLine(name: string, maxLength: number = maxSubjectNameLength): string {
  const line = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const letters = Array.from(line);
  return letters.length <= maxLength ? line : `${letters.slice(0, maxLength - 1).join('')}…`;
}

const validity = (view: GiftView, language: Language, labels: GiftLetterLabels): string =>
  view.expiresAt === null ? labels.unlimited : labels.validUntil(formatDate(view.expiresAt, language));

function notesOf(view: GiftView, labels: GiftLetterLabels): string[] {
  return [
    ...(view.sample ? [labels.sampleNote] : []),
    ...(view.state === 'awaiting-activation' ? [labels.awaiting] : []),
  ];
}

export const contactsOf = (view: GiftView): string[] =>
  [view.support.phone, view.support.email, view.support.url].filter((contact) => contact !== '');

export const issuerOf = ({ issuer, design }: GiftView): string =>
  design.blocks.below.includes('issuer')
    ? [issuer.name, issuer.legalAddress].filter((part) => part !== '').join(', ')
    : '';

/** Without a picture the banner bears the name already. */
function htmlOf(input: WrittenLetter, labels: GiftLetterLabels, title: string): string {
  const { view, link, code, language, written } = input;
  const { colours } = view.design;
  const { accent } = colours.light;
  const face = worthText(view, language);
  const hello = view.recipientName === '' ? labels.helloPlain : labels.hello(view.recipientName);
  const logo = logoRow(view, input.logo ?? null, view.sample);
  const rows = html`${view.sample && sampleRow(labels)}
${logo}
${pictureRow(input, view.sample || logo !== null)}
<tr><td class="pad" style="padding:32px 36px 0">
${written.heading === null && input.picture !== null && html`<p class="muted" style="margin:0 0 6px;color:#685c50;font:15px/22px ${raw(sans)}">${hello}</p>`}
<h1 class="ink" style="margin:0;color:#241d16;font:bold 28px/34px ${raw(serif)}">${written.heading ?? (input.picture === null ? hello : input.title)}</h1>
${view.senderName !== '' && html`<p class="muted" style="margin:6px 0 0;color:#685c50;font:15px/22px ${raw(sans)}">${labels.from(view.senderName)}</p>`}
${greets(view) && greeting(view, accent)}
${written.text !== null && ownText(written.text, accent)}
</td></tr>
<tr><td class="pad" style="padding:24px 36px 0">
${written.heading !== null && html`<p class="muted" style="margin:0 0 4px;color:#685c50;font:16px/24px ${raw(sans)}">${input.title}</p>`}
<p class="ink face" style="margin:0;color:#241d16;font:bold 46px/52px ${raw(serif)}">${face}</p>
<p class="muted" style="margin:4px 0 0;color:#685c50;font:16px/24px ${raw(sans)}">${validity(view, language, labels)}</p>
${notesOf(view, labels).map((note) => html`<p class="accent" style="margin:14px 0 0;color:${accent};font:15px/22px ${raw(sans)}">${note}</p>`)}
</td></tr>
${code !== null && codeRow(view, code, labels)}
<tr><td class="pad" style="padding:28px 36px 0">${letterButton(link, written.button ?? labels.open, colours.light)}</td></tr>
<tr><td class="pad" style="padding:16px 36px 32px">
<p class="muted" style="margin:0;color:#685c50;font:13px/20px ${raw(sans)}">${labels.linkHint}<br><a class="accent" href="${link}" style="color:${accent};word-break:break-all">${link}</a></p>
</td></tr>
${code !== null && termsRow(view, labels)}`;
  const preheader =
    written.preheader === null ? labels.preheader(face) : oneLine(written.preheader, maxPreheaderLength);
  return letterLayout({ language, title, preheader, rows, foot: foot(view, language, labels), colours });
}

const sampleRow = (labels: GiftLetterLabels): Html =>
  html`<tr><td class="top" align="center" bgcolor="#b3131b" style="padding:10px;background:#b3131b;border-radius:16px 16px 0 0;color:#ffffff;font:bold 14px/20px ${raw(sans)};letter-spacing:3px">${labels.sampleMark}</td></tr>`;

function pictureRow({ view, picture, title }: WrittenLetter, isBelow: boolean): Html {
  const source = picture?.startsWith('cid:') ? picture : safeUrl(picture);
  const corners = isBelow ? '0' : '16px 16px 0 0';
  if (source !== null)
    return html`<tr><td style="padding:0"><img class="top" src="${source}" alt="${title}" width="600" style="display:block;width:100%;height:auto;border:0;border-radius:${corners}"></td></tr>`;
  const { ground, text } = view.design.banner ?? {
    ground: brandColour(view.productTitle).deep,
    text: '#ffffff',
  };
  return html`<tr><td class="top" align="center" bgcolor="${ground}" style="padding:72px 36px;background:${ground};border-radius:${corners};color:${text};font:bold 32px/38px ${raw(serif)}">${title}</td></tr>`;
}

const greets = ({ greeting: labels, design }: GiftView): boolean =>
  labels !== '' && design.blocks.head.includes('greeting');

/** Text of the brand, in the same markup as terms. */
function ownText(text: string, accent: string): Html | null {
  const clean = styledInPlace(safeMarkup(text), accent);
  if (clean === '') return null;
  return html`<div class="ink" style="margin:18px 0 0;color:#241d16;font:16px/25px ${raw(sans)};word-break:break-word">${raw(clean)}</div>`;
}

/** Mail programs ignore style sheets for this part, so lists and links get inline styles. */
const styledInPlace = (markup: string, accent: string): string =>
  markup
    .replaceAll('<a ', `<a class="accent" style="color:${accent}" `)
    .replaceAll('<p>', '<p style="margin:0 0 10px">')
    .replaceAll(/<(ol|ul)\b/g, '<$1 style="margin:0 0 10px;padding-left:22px"');

function greeting(view: GiftView, accent: string): Html {
  const lines = view.greeting
    .split(/\r\n?|\n/)
    .map((line, index) => html`${index > 0 && raw('<br>')}${line}`);
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:18px 0 0"><tr><td class="ink" style="padding:2px 0 2px 16px;border-left:3px solid ${accent};color:#241d16;font:italic 18px/28px ${raw(serif)};word-break:break-word">${lines}</td></tr></table>`;
}

const codeValue = (label: string, text: string): Html =>
  html`<p class="muted" style="margin:0;color:#685c50;font:13px/20px ${raw(sans)}">${label}</p>
<p class="ink" style="margin:0 0 12px;color:#241d16;font:bold 24px/30px Consolas,Menlo,monospace;word-break:break-all">${groupedCode(text)}</p>`;

/** Shown in groups but copied as a whole: the gaps are not characters. */
const groupedCode = (text: string): Html[] =>
  codeGroups(text).map((group, index, groups) =>
    index === groups.length - 1 ? html`${group}` : html`<span style="padding-right:8px">${group}</span>`,
  );

/** Number and PIN as in the design; letters contain no barcode. */
const codeTexts = (view: GiftView, code: CertificateCode): ('number' | 'pin')[] =>
  codeBlocks(view, code).filter((block) => block !== 'barcode');

function codeRow(view: GiftView, code: CertificateCode, labels: GiftLetterLabels): Html {
  const shown = codeTexts(view, code);
  return html`<tr><td class="pad" style="padding:24px 36px 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="soft rule" style="padding:18px 20px 6px;background:#faf4ea;border:2px dashed #dccfbd;border-radius:12px">
${shown.map((block) => (block === 'number' ? codeValue(labels.number, code.number) : codeValue(labels.pin, code.pin)))}
</td></tr></table>
</td></tr>`;
}

/** A letter with the code serves as the certificate itself, so it contains the terms too. */
function termsRow(view: GiftView, labels: GiftLetterLabels): Html | null {
  const terms = styledInPlace(safeTerms(view.termsHtml), view.design.colours.light.accent);
  if (terms === '') return null;
  return html`<tr><td class="pad rule" style="padding:24px 36px 28px;border-top:1px solid #dccfbd">
<h2 class="ink" style="margin:0 0 10px;color:#241d16;font:bold 18px/24px ${raw(serif)}">${labels.terms}</h2>
<div class="ink" style="color:#241d16;font:14px/21px ${raw(sans)};word-break:break-word">${raw(terms)}</div>
</td></tr>`;
}

function foot(view: GiftView, language: Language, labels: GiftLetterLabels): Html {
  const lines = [
    `${labels.order}: ${view.orderNumber}`,
    ...(contactsOf(view).length === 0 ? [] : [`${labels.support}: ${contactsOf(view).join(' · ')}`]),
    issuerOf(view),
    ...giverLines(view, language, labels.giver),
    labels.keepSecret,
  ].filter((line) => line !== '');
  return html`${lines.map((line, index) => html`${index > 0 && raw('<br>')}${line}`)}`;
}

function textOf(
  { view, link, code, language, title, written }: WrittenLetter,
  labels: GiftLetterLabels,
): string {
  const hello = view.recipientName === '' ? labels.helloPlain : labels.hello(oneLine(view.recipientName));
  const blocks = [
    [view.sample ? `*** ${labels.sampleMark} ***` : '', written.heading ?? hello],
    [greets(view) ? view.greeting : ''],
    [view.senderName === '' ? '' : labels.from(oneLine(view.senderName))],
    written.text === null ? [] : termsAsItems(written.text),
    [oneLine(title), `${labels.face}: ${worthText(view, language)}`, validity(view, language, labels)],
    notesOf(view, labels),
    code === null ? [] : codeTexts(view, code).map((block) => `${labels[block]}: ${code[block]}`),
    [`${written.button ?? labels.open}:`, link],
    code === null ? [labels.termsHint] : [`${labels.terms}:`, ...termsAsItems(view.termsHtml)],
    [
      `${labels.order}: ${view.orderNumber}`,
      contactsOf(view).length === 0 ? '' : `${labels.support}: ${contactsOf(view).join(', ')}`,
      issuerOf(view),
    ],
    giverLines(view, language, labels.giver),
    [labels.keepSecret],
  ];
  return blocks
    .map((lines) => lines.filter((line) => line !== '').join('\n'))
    .filter((block) => block !== '')
    .join('\n\n')
    .concat('\n');
}
