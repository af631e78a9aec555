/** A queue that serves owners in turn, and each owner's items first in, first out. */
export interface FairQueue<Item> {
  readonly size: number;
  push(ownerId: number, item: Item): void;
  /** Takes one item of each owner before the second of any, starting after the owner served last. */
  take(count: number): Item[];
  /** Whether this owner has at least as many waiting items as any other. */
  isLongest(ownerId: number): boolean;
  /** Removes the newest item of the owner with the most. */
  dropNewestOfLongest(): Item | undefined;
  /** Removes, from the front of each owner's items, all for which `isOver` is true. */
  takeWhile(isOver: (item: Item) => boolean): Item[];
}

interface Line<Item> {
  ownerId: number;
  items: Item[];
  /** Items before this index have been taken. */
  head: number;
}

const lengthOf = (line: Line<unknown>): number => line.items.length - line.head;

export function fairQueue<Item>(): FairQueue<Item> {
  const byOwner = new Map<number, Line<Item>>();
  /** Queues that are not empty, in the order of their turns. */
  let turns: Line<Item>[] = [];
  let longest: Line<Item> | undefined;
  let size = 0;

  function push(ownerId: number, item: Item): void {
    let line = byOwner.get(ownerId);
    if (line === undefined) {
      line = { ownerId, items: [], head: 0 };
      byOwner.set(ownerId, line);
      turns.push(line);
    }
    line.items.push(item);
    size += 1;
    if (longest === undefined || lengthOf(line) > lengthOf(longest)) longest = line;
  }

  /** Drops empty queues, and the taken items of the others. */
  function tidy(): void {
    turns = turns.filter((line) => {
      if (lengthOf(line) > 0) return true;
      byOwner.delete(line.ownerId);
      return false;
    });
    longest = undefined;
    for (const line of turns) {
      if (line.head > 0) line.items = line.items.slice(line.head);
      line.head = 0;
      if (longest === undefined || lengthOf(line) > lengthOf(longest)) longest = line;
    }
  }

  function takeInTurns(count: number): Item[] {
    const taken: Item[] = [];
    const wanted = Math.min(count, size);
    let place = 0;
    for (; taken.length < wanted; place += 1) {
      const line = turns[place % turns.length] as Line<Item>;
      if (lengthOf(line) === 0) continue;
      taken.push(line.items[line.head] as Item);
      line.head += 1;
    }
    const served = turns.length === 0 ? 0 : place % turns.length;
    turns = [...turns.slice(served), ...turns.slice(0, served)];
    return taken;
  }

  function remove(taken: Item[]): Item[] {
    size -= taken.length;
    tidy();
    return taken;
  }

  return {
    get size() {
      return size;
    },
    push,
    take: (count) => remove(takeInTurns(count)),
    isLongest(ownerId) {
      const line = byOwner.get(ownerId);
      return line !== undefined && lengthOf(line) >= (longest === undefined ? 0 : lengthOf(longest));
    },
    dropNewestOfLongest() {
      const item = longest?.items.pop();
      if (item !== undefined) size -= 1;
      if (longest !== undefined && lengthOf(longest) === 0) tidy();
      return item;
    },
    takeWhile(isOver) {
      const over: Item[] = [];
      for (const line of turns) {
        while (lengthOf(line) > 0 && isOver(line.items[line.head] as Item)) {
          over.push(line.items[line.head] as Item);
          line.head += 1;
        }
      }
      return remove(over);
    },
  };
}
