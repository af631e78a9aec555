/** Minutes between attempts; the first is immediate, the last is the eighth (specification, 4.4). */
export const callbackRetryMinutes = [1, 2, 5, 15, 30, 60, 120] as const;

/** When to try again after `tries` attempts, the last of them at `lastAt`; null: never. */
export function nextTryAt(tries: number, lastAt: Date): Date | null {
  const minutes = callbackRetryMinutes[tries - 1];
  return minutes === undefined ? null : new Date(lastAt.getTime() + minutes * 60_000);
}
