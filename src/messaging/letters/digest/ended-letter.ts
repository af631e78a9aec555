/** The letter about a lasting problem that was reported and is over. */
import { moscowDateTime } from '../../../platform/time/moscow-time.ts';
import { html, raw } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { letterLayout, sans, serif, type Letter } from '../layout.ts';
import { digestLabels, type DigestTopic } from './labels.ts';

export interface EndedLetterInput {
  kind: DigestTopic;
  language: Language;
  beganAt: Date;
  madeAt: Date;
}

export function endedLetter(input: EndedLetterInput): Letter {
  const { kind, language, beganAt, madeAt } = input;
  const labels = digestLabels[language];
  const subject = labels.over(labels.topics[kind].title);
  const lasted = labels.lasted(moscowDateTime(beganAt), moscowDateTime(madeAt));
  return {
    subject,
    html: letterLayout({
      language,
      title: subject,
      preheader: lasted,
      rows: html`<tr><td class="pad ink" style="padding:28px 36px 20px;color:#2a211a;font:16px/24px ${raw(sans)}">
<h1 style="margin:0 0 12px;font:bold 24px/30px ${raw(serif)}">${subject}</h1>
<p style="margin:0 0 16px">${lasted}</p>
</td></tr>
`,
      foot: html`${labels.at}: ${moscowDateTime(madeAt)}`,
    }),
    text: [subject, '', lasted].join('\n'),
  };
}
