import { formatMoment } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';
import { quoted } from '../../../platform/text/typography.ts';
import { inertInLetter, type Letter } from '../layout.ts';
import { noticeLetter, type Notice } from '../notice-letter.ts';
import { personLetterLabels, type AccessNews, type SignInChange } from './labels.ts';

/** What somebody who signs in is written about. Names were typed by people, so no link is made of them. */
export type PersonLetterInput = { language: Language; link: string } & (
  | { kind: 'invitation'; inviter: string; party: string; roleName: string; until: Date }
  | { kind: 'asked-again'; email: string; party: string }
  | { kind: 'recovery'; minutes: number }
  | { kind: 'changed'; change: SignInChange; at: Date }
  | { kind: 'access'; change: AccessNews; detail: string; by: string; party: string; at: Date }
);

/** An invitation, a link to a new password, or the news that something was changed. */
export const personLetter = (input: PersonLetterInput): Letter =>
  noticeLetter({ language: input.language, link: input.link, ...saidIn(input) });

function saidIn(input: PersonLetterInput): Omit<Notice, 'language' | 'link'> {
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
    case 'access': {
      const what = labels.accessWhat[input.change](inertInLetter(input.detail));
      const party = partyIn(input.party, language);
      return {
        subject: labels.accessSubject[input.change],
        sentence: labels.access(what, party, inertInLetter(input.by), formatMoment(input.at, language)),
        hint: labels.accessHint,
        button: labels.accessAct,
        foot: labels.accessFoot,
      };
    }
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
