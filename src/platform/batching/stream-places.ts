/** A place among the streams that may run at once. */
export interface StreamPlace {
  /** The same content; the place is free again when it ends or breaks. */
  hold<Piece>(content: AsyncIterable<Piece>): AsyncIterable<Piece>;
  free(): void;
}

export interface StreamPlaces {
  /** Null: too many run, of all or of this owner. */
  take(owner?: number): StreamPlace | null;
}

/**
 * Lets `most` streams run at once, and `mostOfOwner` of one owner. A place is free after `longestMs` at the latest, whatever became of the reader: one that
 * never begins to read, or stops, would keep it for good.
 */
export function createStreamPlaces(most: number, longestMs: number, mostOfOwner = most): StreamPlaces {
  let taken = 0;
  const ofOwner = new Map<number, number>();
  return {
    take(owner = 0) {
      const own = ofOwner.get(owner) ?? 0;
      if (taken >= most || own >= mostOfOwner) return null;
      taken += 1;
      ofOwner.set(owner, own + 1);
      const timer = setTimeout(() => free(), longestMs).unref();
      let isFree = false;
      function free(): void {
        if (isFree) return;
        isFree = true;
        taken -= 1;
        const left = (ofOwner.get(owner) ?? 1) - 1;
        if (left > 0) ofOwner.set(owner, left);
        else ofOwner.delete(owner);
        clearTimeout(timer);
      }
      async function* hold<Piece>(content: AsyncIterable<Piece>): AsyncGenerator<Piece> {
        try {
          yield* content;
        } finally {
          free();
        }
      }
      return { hold, free };
    },
  };
}
