/** Judges an attempt that throttles have counted. */
import type { Throttle, Try } from './throttle.ts';

export type Judged<Verdict> = { is: 'judged'; verdict: Verdict } | RefusedBy;

interface RefusedBy {
  is: 'refused';
  waitSeconds: number;
  /** The subject whose tries are used up. */
  subject?: string;
}

/**
 * Checks an attempt after each throttle has counted it. A right one is returned to all of them, and so is one that
 * could not be checked, because an error helps no guesser. Name the widest throttle first, everywhere in the same
 * order: a caller that it refuses costs no statement for the narrower ones.
 */
export async function judgeWithin<Verdict>(
  counts: readonly (readonly [throttle: Throttle, subject: string])[],
  judge: () => Promise<Verdict>,
  isWrong: (verdict: Verdict) => boolean,
): Promise<Judged<Verdict>> {
  const taken: Try[] = [];
  let wrong = false;
  try {
    for (const [throttle, subject] of counts) {
      const one = await throttle.take(subject);
      if (one.is === 'refused') return { ...one, subject };
      taken.push(one);
    }
    const verdict = await judge();
    wrong = isWrong(verdict);
    return { is: 'judged', verdict };
  } finally {
    for (const one of taken) one.end(wrong);
  }
}
