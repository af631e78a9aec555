/** What is read before a month is agreed to. */
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';
import { settledCounts, totalsOf } from '../../../reports/settlement.ts';
import type { SettlementMonth } from '../../../reports/settlements/read-months.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { settlementLabels } from './labels.ts';
import { nameOf } from './settlement-view.ts';

const labels = {
  ru: {
    title: (month: string) => `Согласиться с итогами за ${month}?`,
    text: 'Эти числа останутся за месяцем навсегда: по ним стороны рассчитываются. Сообщить о расхождении после этого нельзя.',
  },
  en: {
    title: (month: string) => `Agree to the figures of ${month}?`,
    text: 'These figures stay with the month for good: the sides settle by them. A difference cannot be reported any more.',
  },
};

export function agreementQuestion({ month, lines }: SettlementMonth, language: Language): Question | null {
  if (lines === null) return null;
  const texts = settlementLabels[language];
  const totals = totalsOf(lines);
  const shown = settledCounts.filter((name) => totals[name].certificates > 0);
  return {
    title: labels[language].title(nameOf(month, language)),
    facts: shown.map((name) => {
      const { certificates, kopecks } = totals[name];
      return [
        texts.counts[name],
        `${formatCount(certificates, language)} · ${formatFace(kopecks, language)}`,
      ] as const;
    }),
    text: labels[language].text,
    act: texts.agree,
    back: `/s/settlement/${month.slice(0, 7)}`,
  };
}
