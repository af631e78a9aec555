/** Places of this process that the queues of all cells share, so that with more cells there is not more in hand. */
export interface PlaceHolder {
  /** Takes as many of the wanted places as its share allows now. */
  take(wanted: number): number;
  give(places: number): void;
}

interface Holding {
  held: number;
  /** Has none, and got none when it last asked. */
  waits: boolean;
}

/** Each that has or wants some gets an even share; a single one gets all. Call the result once for each queue. */
export function sharedPlaces(places: number): () => PlaceHolder {
  const holdings = new Set<Holding>();
  const all = (): Holding[] => [...holdings];
  return () => {
    const own: Holding = { held: 0, waits: false };
    holdings.add(own);
    return {
      take(wanted) {
        const sharing = all().filter((one) => one === own || one.held > 0 || one.waits).length;
        const taken = all().reduce((sum, { held }) => sum + held, 0);
        const share = Math.ceil(places / sharing) - own.held;
        const granted = Math.max(0, Math.min(wanted, places - taken, share));
        own.held += granted;
        own.waits = own.held === 0 && wanted > 0;
        return granted;
      },
      give(count) {
        own.held -= count;
      },
    };
  };
}
