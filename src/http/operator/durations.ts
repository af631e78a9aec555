/** How long something lasts, to its largest unit: `3 h`, `45 s`, `0.25 s`. */
import type { Language } from '../../platform/text/language.ts';

const units = [
  { seconds: 86_400, ru: 'д', en: 'd' },
  { seconds: 3600, ru: 'ч', en: 'h' },
  { seconds: 60, ru: 'мин', en: 'min' },
] as const;

export function durationText(seconds: number, language: Language): string {
  const unit = units.find((one) => seconds >= one.seconds);
  if (unit !== undefined) return `${Math.floor(seconds / unit.seconds)}\u00a0${unit[language]}`;
  const digits = seconds < 10 && seconds > 0 ? 2 : 0;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(seconds);
  return `${number}\u00a0${language === 'ru' ? 'с' : 's'}`;
}
