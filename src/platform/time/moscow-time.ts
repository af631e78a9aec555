/**
 * Moscow has had UTC+3 all year since 2014-10-26, and the API defines "UTC+3 (Moscow time)", so the offset is a
 * constant. Earlier years do not occur in orders.
 */
const moscowOffsetMs = 3 * 3600_000;

/** The redemptions of a batch, and the orders, have the same time. */
let last = { ms: 0, iso: new Date(moscowOffsetMs).toISOString() };

/** `YYYY-MM-DDThh:mm:ss…` in Moscow: one call writes what takes six to put together. */
function moscowIso(instant: Date): string {
  const ms = instant.getTime();
  if (ms !== last.ms) last = { ms, iso: new Date(ms + moscowOffsetMs).toISOString() };
  return last.iso;
}

/** `YYYY-MM-DD hh:mm:ss`, the format of every date in answers of the client API. */
export function moscowDateTime(instant: Date): string {
  const iso = moscowIso(instant);
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** `dd.mm.yyyy`, the format of dates on certificates. */
export function moscowDate(instant: Date): string {
  const iso = moscowIso(instant);
  return `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)}`;
}

/** `YYYY-MM-DD`: the Moscow date of a time. */
export function moscowDay(instant: Date): string {
  return moscowIso(instant).slice(0, 10);
}

/** 00:00:00 of a Moscow date (`YYYY-MM-DD`). */
export function moscowMidnight(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00+03:00`));
}

/** Start of the Moscow day of `instant`. */
export function startOfMoscowDay(instant: Date): Date {
  return moscowMidnight(moscowDay(instant));
}

/** First day of the Moscow month of a time, as `YYYY-MM-DD`. */
export function moscowMonth(instant: Date): string {
  return `${moscowDay(instant).slice(0, 7)}-01`;
}

/** The date (`YYYY-MM-DD`) a number of days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** 23:59:59 of the given Moscow date (`YYYY-MM-DD`): the end of a validity. */
export function endOfMoscowDay(day: string): Date {
  return new Date(Date.parse(`${day}T23:59:59+03:00`));
}

/** End of the Moscow day that is `days` calendar days after a time. */
export function endOfDayAfter(instant: Date, days: number): Date {
  return endOfMoscowDay(moscowDay(new Date(instant.getTime() + days * 86_400_000)));
}

/** Parses `YYYY-MM-DD hh:mm:ss` as Moscow time; null if there is no such date or time. */
export function parseMoscowDateTime(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return null;
  const instant = new Date(Date.parse(`${text.replace(' ', 'T')}+03:00`));
  return Number.isNaN(instant.getTime()) || moscowDateTime(instant) !== text ? null : instant;
}
