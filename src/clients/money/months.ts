import { moscowDay } from '../../platform/time/moscow-time.ts';
import type { Language } from '../../platform/text/language.ts';

/** A Moscow month. */
export interface Month {
  /** `YYYY-MM` */
  name: string;
  /** First day. */
  from: string;
  /** The first day of the next one. */
  to: string;
}

/** Null: there is no such month. */
export function monthOf(name: string): Month | null {
  if (!/^20\d{2}-(0[1-9]|1[0-2])$/.test(name)) return null;
  const [year = 0, month = 0] = name.split('-').map(Number);
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
  return { name, from: `${name}-01`, to: `${next}-01` };
}

export function monthOfInstant(instant: Date): Month {
  const month = monthOf(moscowDay(instant).slice(0, 7));
  if (month === null) throw new Error('This instant is in no month.');
  return month;
}

export function monthBefore({ name }: Month, months = 1): Month {
  const [year = 0, month = 0] = name.split('-').map(Number);
  const count = year * 12 + month - 1 - months;
  return (
    monthOf(`${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`) ??
    monthOfInstant(new Date(0))
  );
}

/** Whether it is over. */
export const isClosed = ({ to }: Month, now: Date): boolean => to <= moscowDay(now);

const names = {
  ru: new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

/** `ноябрь 2026 г.`, `November 2026` */
export const monthName = ({ from }: Month, language: Language): string =>
  names[language].format(new Date(`${from}T00:00:00Z`)).replaceAll(/\s/g, '\u00a0');
