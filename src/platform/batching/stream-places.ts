/** A place among the streams that may run at once. */
export interface StreamPlace {
  /** The same content; the place is free again when it ends or breaks. */
  hold<Piece>(content: AsyncIterable<Piece>): AsyncIterable<Piece>;
  free(): void;
}

/**
 * Lets `most` streams run at once. A place is free after `longestMs` at the latest, whatever became of the reader: one that
 * never begins to read, or stops, would keep it for good.
 */
export function createStreamPlaces(most: number, longestMs: number): { take(): StreamPlace | null } {
  let taken = 0;
  return {
    take() {
      if (taken >= most) return null;
      taken += 1;
      const timer = setTimeout(() => free(), longestMs).unref();
      let isFree = false;
      function free(): void {
        if (isFree) return;
        isFree = true;
        taken -= 1;
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
