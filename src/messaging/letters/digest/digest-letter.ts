/** The letter about permanent failures or lasting problems: one letter per kind. */
import { moscowDateTime } from '../../../platform/time/moscow-time.ts';
import { html, raw } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { letterLayout, sans, serif, type Letter } from '../layout.ts';
import { digestLabels, type DigestTopic } from './labels.ts';

export interface DigestLetterInput {
  kind: DigestTopic;
  language: Language;
  amount: number;
  /** Some examples. */
  examples: string[];
  madeAt: Date;
}

export function digestLetter(input: DigestLetterInput): Letter {
  const { kind, language, amount, examples, madeAt } = input;
  const labels = digestLabels[language];
  const { title, hint, lines } = labels.topics[kind];
  const subject = `${title}: ${amount}`;
  const more = amount - examples.length;
  // For a lasting problem each line is one supplier or channel.
  const listed = [...examples, ...(more > 0 ? [labels.more(more)] : [])];
  const noticed = `${labels.at}: ${moscowDateTime(madeAt)}`;
  return {
    subject,
    html: letterLayout({
      language,
      title: subject,
      preheader: hint,
      rows: html`<tr><td class="pad ink" style="padding:28px 36px 20px;color:#2a211a;font:16px/24px ${raw(sans)}">
<h1 style="margin:0 0 12px;font:bold 24px/30px ${raw(serif)}">${title}</h1>
<p style="margin:0 0 12px;font-size:18px"><strong>${labels.amount(amount)}</strong></p>
<p style="margin:0 0 16px">${hint}</p>
<p class="muted" style="margin:0 0 4px;color:#685c50;font-size:15px">${lines}</p>
<ul style="margin:0;padding:0 0 0 20px;overflow-wrap:anywhere">${listed.map((line) => html`<li>${line}</li>`)}</ul>
</td></tr>
`,
      foot: html`${noticed}<br>${labels.bounded}`,
    }),
    text: [
      title,
      '',
      labels.amount(amount),
      hint,
      '',
      `${lines}:`,
      ...listed.map((line) => `- ${line}`),
      '',
      noticed,
      labels.bounded,
    ].join('\n'),
  };
}
