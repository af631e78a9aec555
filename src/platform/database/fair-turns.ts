/** Hands out a number of places to several users of them, so that a flood of one does not hold up the others. */
export class FairTurns<User> {
  private free: number;
  private readonly waitMs: number;
  private readonly taken = new Map<User, number>();
  /** Who waits, in the order in which the first of each came. */
  private readonly waiting = new Map<User, Set<Waiter>>();

  constructor(places: number, waitMs: number) {
    this.free = places;
    this.waitMs = waitMs;
  }

  /** Throws if no place becomes free in time. Each place is given back once. */
  async take(user: User): Promise<void> {
    if (this.free > 0) return this.hand(user);
    const turn = Promise.withResolvers<void>();
    const waiter: Waiter = { come: turn.resolve };
    const line = this.waiting.getOrInsertComputed(user, () => new Set());
    line.add(waiter);
    const timer = setTimeout(() => {
      this.leave(user, waiter);
      turn.reject(new Error(`No connection became free within ${this.waitMs} ms.`));
    }, this.waitMs);
    try {
      await turn.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The next place goes to the user with the fewest, so while several wait, each gets an equal share. */
  giveBack(user: User): void {
    const left = this.has(user) - 1;
    if (left === 0) this.taken.delete(user);
    else this.taken.set(user, left);
    this.free += 1;
    const next = this.next();
    if (next === null) return;
    const [other, waiter] = next;
    this.leave(other, waiter);
    this.hand(other);
    waiter.come();
  }

  private hand(user: User): void {
    this.free -= 1;
    this.taken.set(user, this.has(user) + 1);
  }

  private has(user: User): number {
    return this.taken.get(user) ?? 0;
  }

  private next(): [User, Waiter] | null {
    let fewest: User | null = null;
    for (const user of this.waiting.keys())
      if (fewest === null || this.has(user) < this.has(fewest)) fewest = user;
    if (fewest === null) return null;
    const [waiter] = this.waiting.get(fewest) ?? [];
    return waiter === undefined ? null : [fewest, waiter];
  }

  private leave(user: User, waiter: Waiter): void {
    const line = this.waiting.get(user);
    line?.delete(waiter);
    // Whoever has more to come stands behind the others again.
    this.waiting.delete(user);
    if (line !== undefined && line.size > 0) this.waiting.set(user, line);
  }
}

interface Waiter {
  come: () => void;
}
