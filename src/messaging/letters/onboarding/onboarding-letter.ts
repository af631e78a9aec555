import { html, raw } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { quoted } from '../../../platform/text/typography.ts';
import { inertInLetter, letterButton, letterLayout, sans, serif } from '../layout.ts';
import { onboardingLetterLabels } from './labels.ts';

export interface OnboardingLetterInput {
  language: Language;
  link: string;
  supplier: string;
  /** The open step and what is to be done in it, in the reader's language; null: all are done. */
  turn: { step: string; todo: string } | null;
}

/** Whose turn it is on a supplier's way to its first sale, or that it is live. */
export function onboardingLetter(input: OnboardingLetterInput): {
  subject: string;
  html: string;
  text: string;
} {
  const { language, link, turn } = input;
  const labels = onboardingLetterLabels[language];
  const supplier = quoted(inertInLetter(input.supplier), language);
  const subject = turn === null ? labels.live(supplier) : `${supplier}: ${labels.subject(turn.step)}`;
  const sentence = turn === null ? labels.liveHint : turn.todo;
  const hint = turn === null ? '' : labels.turn;
  return {
    subject,
    html: letterLayout({
      language,
      title: subject,
      preheader: sentence,
      rows: html`<tr><td class="pad ink" style="padding:28px 36px 28px;color:#2a211a;font:16px/24px ${raw(sans)}">
<h1 style="margin:0 0 12px;font:bold 24px/30px ${raw(serif)}">${subject}</h1>
<p style="margin:0 0 12px;font-size:18px">${sentence}</p>
${hint !== '' && html`<p style="margin:0 0 20px">${hint}</p>`}
${letterButton(link, labels.open)}
</td></tr>
`,
      foot: html`${labels.foot}`,
    }),
    text: [
      subject,
      '',
      sentence,
      '',
      ...(hint === '' ? [] : [hint, '']),
      `${labels.open}:`,
      link,
      '',
      labels.foot,
    ].join('\n'),
  };
}
