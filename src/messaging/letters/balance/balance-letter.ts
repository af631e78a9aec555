import { formatFace, formatMoment } from '../../../platform/text/formats.ts';
import { html, raw } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { letterButton, letterLayout, sans, serif } from '../layout.ts';
import { balanceLetterLabels } from './labels.ts';

export interface BalanceLetterInput {
  kind: 'low' | 'over';
  language: Language;
  availableKopecks: number;
  levelKopecks: number;
  madeAt: Date;
  link: string;
}

/** Funds are below the level that a client has set, or above it again. */
export function balanceLetter(input: BalanceLetterInput): { subject: string; html: string; text: string } {
  const { kind, language, link } = input;
  const labels = balanceLetterLabels[language];
  const isLow = kind === 'low';
  const subject = isLow ? labels.lowSubject : labels.overSubject;
  const sums = [
    formatFace(input.availableKopecks, language),
    formatFace(input.levelKopecks, language),
  ] as const;
  const sentence = isLow ? labels.low(...sums) : labels.over(...sums);
  const hint = isLow ? labels.lowHint : labels.overHint;
  const button = isLow ? labels.topUp : labels.see;
  const foot = labels.foot(formatMoment(input.madeAt, language));
  return {
    subject,
    html: letterLayout({
      language,
      title: subject,
      preheader: sentence,
      rows: html`<tr><td class="pad ink" style="padding:28px 36px 28px;color:#2a211a;font:16px/24px ${raw(sans)}">
<h1 style="margin:0 0 12px;font:bold 24px/30px ${raw(serif)}">${subject}</h1>
<p style="margin:0 0 12px;font-size:18px">${sentence}</p>
<p style="margin:0 0 20px">${hint}</p>
${letterButton(link, button)}
</td></tr>
`,
      foot: html`${foot}`,
    }),
    text: [subject, '', sentence, '', hint, '', `${button}:`, link, '', foot].join('\n'),
  };
}
