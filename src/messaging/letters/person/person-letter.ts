import { html, raw } from '../../../platform/text/html.ts';
import { formatMoment } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';
import { quoted } from '../../../platform/text/typography.ts';
import { inertInLetter, letterButton, letterLayout, sans, serif } from '../layout.ts';
import { personLetterLabels, type SignInChange } from './labels.ts';

/** What somebody who signs in is written about. Names were typed by people, so no link is made of them. */
export type PersonLetterInput = { language: Language; link: string } & (
  | { kind: 'invitation'; inviter: string; party: string; roleName: string; until: Date }
  | { kind: 'asked-again'; email: string; party: string }
  | { kind: 'recovery'; minutes: number }
  | { kind: 'changed'; change: SignInChange; at: Date }
);

interface Said {
  subject: string;
  sentence: string;
  hint: string;
  button: string;
  foot: string;
}

/** An invitation, a link to a new password, or the news that something was changed: for seeing and for reading. */
export function personLetter(input: PersonLetterInput): { subject: string; html: string; text: string } {
  const said = saidIn(input);
  const { subject, sentence, hint, button, foot } = said;
  const rows = html`<tr><td class="pad ink" style="padding:28px 36px 28px;color:#2a211a;font:16px/24px ${raw(sans)}">
<h1 style="margin:0 0 12px;font:bold 24px/30px ${raw(serif)}">${subject}</h1>
<p style="margin:0 0 12px;font-size:18px">${sentence}</p>
<p style="margin:0 0 20px">${hint}</p>
${letterButton(input.link, button)}
</td></tr>
`;
  return {
    subject,
    html: letterLayout({
      language: input.language,
      title: subject,
      preheader: sentence,
      rows,
      foot: html`${foot}`,
    }),
    text: [subject, '', sentence, '', hint, '', `${button}:`, input.link, '', foot].join('\n'),
  };
}

function saidIn(input: PersonLetterInput): Said {
  const { language } = input;
  const labels = personLetterLabels[language];
  switch (input.kind) {
    case 'invitation': {
      const party = partyIn(input.party, language);
      return {
        subject: labels.invitationSubject(party),
        sentence: labels.invitation(inertInLetter(input.inviter), party, input.roleName),
        hint: labels.invitationHint(formatMoment(input.until, language)),
        button: labels.accept,
        foot: labels.invitationFoot,
      };
    }
    case 'asked-again':
      return {
        subject: labels.askedAgainSubject,
        sentence: labels.askedAgain(inertInLetter(input.email), partyIn(input.party, language)),
        hint: labels.askedAgainHint,
        button: labels.askedAgainAct,
        foot: labels.askedAgainFoot,
      };
    case 'recovery':
      return {
        subject: labels.recoverySubject,
        sentence: labels.recovery,
        hint: labels.recoveryHint(input.minutes),
        button: labels.recover,
        foot: labels.recoveryFoot,
      };
    case 'changed':
      return {
        subject: labels.changedSubject[input.change],
        sentence: labels.changed(formatMoment(input.at, language)),
        hint: labels.changedHint,
        button: labels.changedAct,
        foot: labels.changedFoot,
      };
  }
}

const partyIn = (name: string, language: Language): string =>
  name === '' ? personLetterLabels[language].operator : quoted(inertInLetter(name), language);
