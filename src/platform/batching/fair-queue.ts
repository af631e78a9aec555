/** What waits for its turn, each owner's in the order of coming; owners take turns. */
export interface FairQueue<Item> {
  readonly size: number;
  push(ownerId: number, item: Item): void;
  /** One of each owner before the second of any, beginning behind the one that was served last. */
  take(count: number): Item[];
  /** Whether as many of this owner wait as of any other. */
  isLongest(ownerId: number): boolean;
  /** Takes away the newest item of the owner that has the most. */
  dropNewestOfLongest(): Item | undefined;
  /** Takes away, from the front of each owner's, all to which `isOver` applies. */
  takeWhile(isOver: (item: Item) => boolean): Item[];
}

interface Line<Item> {
  ownerId: number;
  items: Item[];
  /** Those before it have been taken. */
  head: number;
}

const lengthOf = (line: Line<unknown>): number => line.items.length - line.head;

export function fairQueue<Item>(): FairQueue<Item> {
  const byOwner = new Map<number, Line<Item>>();
  /** The lines that are not empty, in the order of their turns. */
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

  /** Forgets the lines that are empty, and what has been taken of the others. */
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
