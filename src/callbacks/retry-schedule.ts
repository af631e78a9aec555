/** Minutes from one attempt to the next; the first comes at once, the last is the eighth (specification, 4.4). */
export const callbackRetryMinutes = [1, 2, 5, 15, 30, 60, 120] as const;

/** When to try again after `tries` attempts, the last of them made at `lastAt`; null: never. */
export function nextTryAt(tries: number, lastAt: Date): Date | null {
  const minutes = callbackRetryMinutes[tries - 1];
  return minutes === undefined ? null : new Date(lastAt.getTime() + minutes * 60_000);
}
