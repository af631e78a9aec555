/** The remaining validity in Moscow calendar days: «ещё 12 дней». Null if it has expired. */
import { moscowDay } from '../../platform/time/moscow-time.ts';
import type { Language } from '../../platform/text/language.ts';
import { counted } from '../../platform/text/counted.ts';

const dayMs = 86_400_000;
/** Longer periods are given in months. */
const maxDays = 90;
const maxMonths = 24;
/** From here on the text is highlighted. */
const soonDays = 14;

export interface TimeLeft {
  text: string;
  soon: boolean;
}

export function timeLeft(expiresAt: Date, now: Date, language: Language): TimeLeft | null {
  if (expiresAt < now) return null;
  const [lastDay, today] = [moscowDay(expiresAt), moscowDay(now)];
  const days = Math.round((Date.parse(lastDay) - Date.parse(today)) / dayMs);
  if (days === 0)
    return { text: language === 'ru' ? 'сегодня последний день' : 'today is the last day', soon: true };
  if (days === 1) return { text: language === 'ru' ? 'остался один день' : 'one day left', soon: true };
  const amount = formatAmount(days, monthsBetween(today, lastDay), language);
  return { text: language === 'ru' ? `ещё ${amount}` : `${amount} left`, soon: days <= soonDays };
}

function formatAmount(days: number, months: number, language: Language): string {
  if (days <= maxDays)
    return counted(days, language, language === 'ru' ? ['день', 'дня', 'дней'] : english('day'));
  if (months <= maxMonths)
    return counted(months, language, language === 'ru' ? ['месяц', 'месяца', 'месяцев'] : english('month'));
  const years = Math.floor(months / 12);
  return counted(years, language, language === 'ru' ? ['год', 'года', 'лет'] : english('year'));
}

const english = (noun: string) => [noun, `${noun}s`, `${noun}s`] as const;

/** Whole months between two days, `YYYY-MM-DD` each, rounded down. */
function monthsBetween(from: string, to: string): number {
  const [[fromYear = 0, fromMonth = 0, fromDay = 0], [toYear = 0, toMonth = 0, toDay = 0]] = [from, to].map(
    (day) => day.split('-').map(Number),
  ) as [number[], number[]];
  return (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
}
