/** The letter of one sentence, a hint and a button, as HTML and text. */
import { html, raw } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { letterButton, letterLayout, sans, serif, type Letter } from './layout.ts';

export interface Notice {
  language: Language;
  subject: string;
  /** What has happened, or is to be done; mail programs preview it. */
  sentence: string;
  /** Empty: none. */
  hint: string;
  button: string;
  link: string;
  foot: string;
}

export const noticeLetter = (notice: Notice): Letter => ({
  subject: notice.subject,
  html: htmlOf(notice),
  text: textOf(notice),
});

const htmlOf = ({ language, subject, sentence, hint, button, link, foot }: Notice): string =>
  letterLayout({
    language,
    title: subject,
    preheader: sentence,
    rows: html`<tr><td class="pad ink" style="padding:28px 36px 28px;color:#2a211a;font:16px/24px ${raw(sans)}">
<h1 style="margin:0 0 12px;font:bold 24px/30px ${raw(serif)}">${subject}</h1>
<p style="margin:0 0 ${hint === '' ? '20px' : '12px'};font-size:18px">${sentence}</p>
${hint !== '' && html`<p style="margin:0 0 20px">${hint}</p>`}
${letterButton(link, button)}
</td></tr>
`,
    foot: html`${foot}`,
  });

const textOf = ({ subject, sentence, hint, button, link, foot }: Notice): string =>
  [subject, sentence, ...(hint === '' ? [] : [hint]), `${button}:\n${link}`, foot].join('\n\n');
