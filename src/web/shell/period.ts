/** The days between which a list is filtered. */
import { dayAfter, moscowMidnight } from '../../platform/time/moscow-time.ts';
import type { Filter } from './filters-view.ts';
import { dayIn } from './page-call.ts';

/** The first and the last, or what they are called. */
export interface Days {
  /** The days in the address; empty: not given. */
  from: string;
  until: string;
}

export function daysIn(query: Readonly<Record<string, string>>): Days {
  return { from: dayIn(query['from']) ?? '', until: dayIn(query['until']) ?? '' };
}

/** From the beginning of the first day to the end of the last. */
export const timeOf = ({ from, until }: Days): { from: Date | null; until: Date | null } => ({
  from: from === '' ? null : moscowMidnight(from),
  until: until === '' ? null : moscowMidnight(dayAfter(until, 1)),
});

export const dayFilters = ({ from, until }: Days, labels: Days): Filter[] => [
  { name: 'from', label: labels.from, value: from, isDay: true },
  { name: 'until', label: labels.until, value: until, isDay: true },
];
