/** The letter that reminds of a certificate that expires soon; never contains its code. */
import { titleIn, type GiftView } from '../../../certificates/certificate.ts';
import { worthText } from '../../../certificates/worth.ts';
import { moscowDay } from '../../../platform/time/moscow-time.ts';
import { html, raw, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { formatDate } from '../../../platform/text/formats.ts';
import { giverLines, logoRow } from '../giver.ts';
import { contactsOf, inertView, issuerOf, oneLine } from '../gift/gift-letter.ts';
import { letterButton, letterLayout, sans, serif, type Letter } from '../layout.ts';
import { reminderLabels } from './labels.ts';

export interface ReminderLetterInput {
  view: GiftView;
  /** End of validity. */
  expiresAt: Date;
  /** Address of the gift page. */
  link: string;
  language: Language;
  now: Date;
  /** Address of the client's logo: `cid:…` or a web address; null: it has none. */
  logo?: string | null;
}

export function reminderLetter(input: ReminderLetterInput): Letter {
  const { expiresAt, language, link, now } = input;
  const view = inertView(input.view, language);
  const labels = reminderLabels[language];
  const title = oneLine(titleIn(view, language));
  const days = daysLeft(expiresAt, now);
  const face = worthText(view, language);
  const date = formatDate(expiresAt, language);
  const subject = `${view.sample ? `[${labels.sampleMark}] ` : ''}${labels.subject(title, days)}`;
  const content: Content = {
    title,
    link,
    hello: view.recipientName === '' ? labels.helloPlain : labels.hello(oneLine(view.recipientName)),
    lead: labels.lead(days),
    face,
    validity: labels.validUntil(date),
    note: view.sample ? labels.sampleNote : '',
    foot: [
      `${labels.order}: ${view.orderNumber}`,
      contactsOf(view).length === 0 ? '' : `${labels.support}: ${contactsOf(view).join(' · ')}`,
      issuerOf(view),
      ...giverLines(view, language, labels.giver),
      labels.keepSecret,
    ].filter((line) => line !== ''),
  };
  const { colours } = view.design;
  return {
    subject,
    html: letterLayout({
      language,
      title: subject,
      preheader: labels.preheader(face, date),
      rows: html`${logoRow(view, input.logo ?? null, false)}${rowsOf(view, content, language)}`,
      foot: html`${content.foot.map((line, index) => html`${index > 0 && raw('<br>')}${line}`)}`,
      colours,
    }),
    text: textOf(content, language),
  };
}

/** The content of both parts of the letter. */
interface Content {
  title: string;
  link: string;
  hello: string;
  lead: string;
  face: string;
  validity: string;
  note: string;
  foot: string[];
}

/** Moscow calendar days from today to the last day of validity; 0 on the last one. */
function daysLeft(expiresAt: Date, now: Date): number {
  return (Date.parse(moscowDay(expiresAt)) - Date.parse(moscowDay(now))) / 86_400_000;
}

function rowsOf({ design }: GiftView, content: Content, language: Language): Html {
  const labels = reminderLabels[language];
  const { light } = design.colours;
  return html`<tr><td class="pad" style="padding:36px 36px 0">
<p class="muted" style="margin:0 0 6px;color:#685c50;font:15px/22px ${raw(sans)}">${content.hello}</p>
<h1 class="ink" style="margin:0;color:#241d16;font:bold 28px/34px ${raw(serif)};word-break:break-word">${content.title}</h1>
<p class="ink" style="margin:16px 0 0;color:#241d16;font:17px/26px ${raw(sans)}">${content.lead}</p>
</td></tr>
<tr><td class="pad" style="padding:24px 36px 0">
<p class="ink face" style="margin:0;color:#241d16;font:bold 46px/52px ${raw(serif)}">${content.face}</p>
<p class="muted" style="margin:4px 0 0;color:#685c50;font:16px/24px ${raw(sans)}">${content.validity}</p>
${content.note !== '' && html`<p class="accent" style="margin:14px 0 0;color:${light.accent};font:15px/22px ${raw(sans)}">${content.note}</p>`}
</td></tr>
<tr><td class="pad" style="padding:28px 36px 0">${letterButton(content.link, labels.open, light)}</td></tr>
<tr><td class="pad" style="padding:16px 36px 32px">
<p class="muted" style="margin:0;color:#685c50;font:13px/20px ${raw(sans)}">${labels.linkHint}<br><a class="accent" href="${content.link}" style="color:${light.accent};word-break:break-all">${content.link}</a></p>
<p class="muted" style="margin:14px 0 0;color:#685c50;font:13px/20px ${raw(sans)}">${labels.usedHint}</p>
</td></tr>`;
}

function textOf(content: Content, language: Language): string {
  const labels = reminderLabels[language];
  const blocks = [
    [content.hello],
    [content.lead],
    [content.title, `${labels.face}: ${content.face}`, content.validity],
    [content.note],
    [`${labels.open}:`, content.link],
    [labels.usedHint],
    content.foot,
  ];
  return blocks
    .map((lines) => lines.filter((line) => line !== '').join('\n'))
    .filter((block) => block !== '')
    .join('\n\n')
    .concat('\n');
}
