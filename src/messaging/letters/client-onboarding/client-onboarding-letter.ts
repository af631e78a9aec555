import { html, raw } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { inertInLetter, letterButton, letterLayout, sans, serif } from '../layout.ts';
import { clientOnboardingLabels, type ClientOnboardingStep } from './labels.ts';

export interface ClientOnboardingLetterInput {
  step: ClientOnboardingStep;
  /** Whom the step waits for, who reads this. */
  side: 'client' | 'operator';
  language: Language;
  client: string;
  link: string;
}

/** A step of a client's onboarding waits for the reader, or the client is live. */
export function clientOnboardingLetter(input: ClientOnboardingLetterInput): {
  subject: string;
  html: string;
  text: string;
} {
  const { step, side, language, link } = input;
  const client = inertInLetter(input.client);
  const labels = clientOnboardingLabels[language];
  const isOver = step === 'live' && side === 'client';
  const subject = isOver ? labels.liveSubject(client) : labels.subject(client);
  const sentence = labels[side][step];
  return {
    subject,
    html: letterLayout({
      language,
      title: subject,
      preheader: sentence,
      rows: html`<tr><td class="pad ink" style="padding:28px 36px 28px;color:#2a211a;font:16px/24px ${raw(sans)}">
<h1 style="margin:0 0 12px;font:bold 24px/30px ${raw(serif)}">${subject}</h1>
<p style="margin:0 0 20px;font-size:18px">${sentence}</p>
${letterButton(link, labels.button)}
</td></tr>
`,
      foot: html`${labels.foot}`,
    }),
    text: [subject, '', sentence, '', `${labels.button}:`, link, '', labels.foot].join('\n'),
  };
}
