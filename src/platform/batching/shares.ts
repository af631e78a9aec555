/** Limits what each owner has in progress at once; what is beyond its share is refused and does not wait. */
export interface Shares<Owner = number> {
  /** Counts the work before it starts; null if the owner has too much in progress. */
  within<Result>(owner: Owner, work: () => Result | Promise<Result>): Promise<Result> | null;
}

export function createShares<Owner = number>(most: number): Shares<Owner> {
  const running = new Map<Owner, number>();

  async function counted<Result>(owner: Owner, work: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      const left = (running.get(owner) ?? 0) - 1;
      if (left > 0) running.set(owner, left);
      else running.delete(owner);
    }
  }

  return {
    within(owner, work) {
      const count = running.get(owner) ?? 0;
      if (count >= most) return null;
      running.set(owner, count + 1);
      return counted(owner, work);
    },
  };
}
