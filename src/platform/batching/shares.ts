/** Limits what each owner has in progress at once; what is beyond its share is refused and does not wait. */
export interface Shares {
  /** Counts the work before it starts; null if the owner has too much in progress. */
  within<Result>(ownerId: number, work: () => Result | Promise<Result>): Promise<Result> | null;
}

export function createShares(most: number): Shares {
  const running = new Map<number, number>();

  async function counted<Result>(ownerId: number, work: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      const left = (running.get(ownerId) ?? 0) - 1;
      if (left > 0) running.set(ownerId, left);
      else running.delete(ownerId);
    }
  }

  return {
    within(ownerId, work) {
      const count = running.get(ownerId) ?? 0;
      if (count >= most) return null;
      running.set(ownerId, count + 1);
      return counted(ownerId, work);
    },
  };
}
