/** Sums, days and times as people read them, by language. */
import { kopecksPerRouble } from '../values/money.ts';
import { moscowDateTime, moscowDay } from '../time/moscow-time.ts';
import type { Language } from './language.ts';

const locales: Record<Language, string> = { ru: 'ru-RU', en: 'en-GB' };

// Created once: creating a format costs as much as the rest of a page.
const amounts = { ru: amountFormats('ru'), en: amountFormats('en') };
const days = { ru: dayFormat('ru'), en: dayFormat('en') };

function amountFormats(language: Language) {
  const withDigits = (digits: number) =>
    new Intl.NumberFormat(locales[language], {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      // CLDR leaves "1000" ungrouped in some languages; amounts on gifts are always grouped.
      useGrouping: 'always',
    });
  return { whole: withDigits(0), withKopecks: withDigits(2) };
}

function dayFormat(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'Europe/Moscow' });
}

/** A face value for people: `1 000 ₽`, with kopecks only if there are any. */
export function formatFace(kopecks: number, language: Language): string {
  return `${formatAmount(kopecks, language)}\u00a0₽`;
}

/** The same without the rouble sign, for devices that may lack it: `100 руб.`, `100 RUB`. */
export function formatPrintedFace(kopecks: number, language: Language): string {
  return `${formatAmount(kopecks, language)}\u00a0${language === 'ru' ? 'руб.' : 'RUB'}`;
}

function formatAmount(kopecks: number, language: Language): string {
  const roubles = kopecks / kopecksPerRouble;
  return Number.isInteger(roubles)
    ? formatWhole(roubles, language)
    : amounts[language].withKopecks.format(roubles);
}

/** What stands between two groups of three digits. */
const groupMarks = { ru: groupMark('ru'), en: groupMark('en') };

function groupMark(language: Language): string {
  return amounts[language].whole.format(1000).slice(1, -3);
}

/** Grouped here if it is an everyday number: the format takes longer than all else in a line. */
function formatWhole(value: number, language: Language): string {
  if (value < 0 || value >= 1_000_000) return amounts[language].whole.format(value);
  if (value < 1000) return String(value);
  return `${Math.floor(value / 1000)}${groupMarks[language]}${String(value % 1000).padStart(3, '0')}`;
}

/** A Moscow date and time: `31 декабря 2027 г. в 18:05`, `31 December 2027 at 18:05`. */
export function formatMoment(instant: Date, language: Language): string {
  const at = language === 'ru' ? 'в' : 'at';
  const minute = moscowDateTime(instant).slice(11, 16);
  return `${formatDate(instant, language)} ${at}\u00a0${minute}`;
}

/** A Moscow date: `31 декабря 2027 г.`, `31 December 2027`. */
export function formatDate(instant: Date, language: Language): string {
  const [year = '', month, day] = moscowDay(instant).split('-');
  const [before = '', after = ''] = monthTexts[language][Number(month) - 1] ?? [];
  return `${Number(day)}${before}${year}${after}`;
}

const monthTexts = { ru: monthTextsOf('ru'), en: monthTextsOf('en') };

/** What stands between day and year and behind the year, by month; asked once, because a format takes longer than a line. */
function monthTextsOf(language: Language): string[][] {
  return Array.from({ length: 12 }, (_, month) => {
    const text = days[language].format(new Date(Date.UTC(2027, month, 15)));
    // Non-breaking, otherwise a narrow phone would put «г.» on a line of its own.
    return text.replaceAll(/\s/g, '\u00a0').replace(/^15/, '').split('2027');
  });
}

const shortDays = { ru: shortDayFormat('ru'), en: shortDayFormat('en') };

function shortDayFormat(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locales[language], {
    day: '2-digit',
    month: language === 'ru' ? '2-digit' : 'short',
    year: 'numeric',
    timeZone: 'Europe/Moscow',
  });
}

/** A Moscow date for tables: `31.12.2027`, `31 Dec 2027`. */
export const formatShortDate = (instant: Date, language: Language): string =>
  shortDays[language].format(instant).replaceAll(/\s/g, '\u00a0');

/** A Moscow date and time for tables: `31.12.2027 18:05`, `31 Dec 2027 18:05`. */
export const formatShortMoment = (instant: Date, language: Language): string =>
  `${formatShortDate(instant, language)} ${moscowDateTime(instant).slice(11, 16)}`;

/** The same to the second: `31.12.2027 18:05:09`. */
export const formatExactMoment = (instant: Date, language: Language): string =>
  `${formatShortDate(instant, language)} ${moscowDateTime(instant).slice(11)}`;

/** A number of things: `12 000`, `12,000`. */
export const formatCount = (count: number, language: Language): string => formatWhole(count, language);
