/** A figure of some whole days beside that of as many days before them: today is not over and would look like a fall. */
import { html, type Content } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';

const labels = {
  ru: {
    in: (days: number) => `за ${days} дней до сегодня`,
    before: (days: number) => `за ${days} дней до них`,
    none: 'не было',
  },
  en: {
    in: (days: number) => `in the ${days} days before today`,
    before: (days: number) => `in the ${days} days before them`,
    none: 'none',
  },
};

export interface Compared {
  now: number;
  before: number;
  /** Whole days of each. */
  days: number;
  format: (value: number) => string;
  /** A share: a change of it in percent would mislead. */
  isShare?: boolean;
}

/** A larger change is not said as a ratio: the numbers alone say it. */
const mostPercent = 999;

/** `+15 %`; null: nothing to divide by, or too much to say anything. */
export function changeText(now: number, before: number, language: Language): string | null {
  if (before === 0) return null;
  const percent = Math.round((now / before - 1) * 100);
  if (percent > mostPercent) return null;
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  return `${sign}${Math.abs(percent)}${language === 'ru' ? '\u00a0' : ''}%`;
}

/** If both are zero, nothing is said. */
export function comparedView({ now, before, days, format, isShare }: Compared, language: Language): Content {
  if (now === 0 && before === 0) return false;
  const texts = labels[language];
  const change = isShare === true ? null : changeText(now, before, language);
  const past = before === 0 ? texts.none : format(before);
  return html`<p class="said"><b>${format(now)}</b> ${texts.in(days)}; ${texts.before(days)} ${past}${change !== null && html` <b>(${change})</b>`}</p>`;
}
