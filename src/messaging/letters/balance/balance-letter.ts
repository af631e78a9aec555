/** The letter that funds are below the level that a client has set, or above it again. */
import { formatFace, formatMoment } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Letter } from '../layout.ts';
import { noticeLetter } from '../notice-letter.ts';
import { balanceLetterLabels } from './labels.ts';

export interface BalanceLetterInput {
  kind: 'low' | 'over';
  language: Language;
  availableKopecks: number;
  levelKopecks: number;
  madeAt: Date;
  link: string;
}

export function balanceLetter(input: BalanceLetterInput): Letter {
  const { kind, language, link } = input;
  const labels = balanceLetterLabels[language];
  const isLow = kind === 'low';
  const sums = [
    formatFace(input.availableKopecks, language),
    formatFace(input.levelKopecks, language),
  ] as const;
  return noticeLetter({
    language,
    subject: isLow ? labels.lowSubject : labels.overSubject,
    sentence: isLow ? labels.low(...sums) : labels.over(...sums),
    hint: isLow ? labels.lowHint : labels.overHint,
    button: isLow ? labels.topUp : labels.see,
    link,
    foot: labels.foot(formatMoment(input.madeAt, language)),
  });
}
