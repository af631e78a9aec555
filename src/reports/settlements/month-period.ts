import { moscowMidnight } from '../../platform/time/moscow-time.ts';

/** Beginning of a month in Moscow; the month is named by its first day (`YYYY-MM-01`). */
export const startOfMonth = (month: string): Date => moscowMidnight(month);

/** Where the next one begins. */
export function endOfMonth(month: string): Date {
  const [year = 0, index = 0] = month.split('-').map(Number);
  const next = index === 12 ? `${year + 1}-01` : `${year}-${String(index + 1).padStart(2, '0')}`;
  return startOfMonth(`${next}-01`);
}
