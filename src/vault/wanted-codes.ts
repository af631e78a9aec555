/** Fingerprints by which a typed number is looked up. */
import type { Keyring } from '../platform/secrets/keyring.ts';
import { meantNumber } from './platform-number.ts';
import { codeFingerprint, codeFingerprints } from './seal-code.ts';
import { readingsOf } from './typed-number.ts';

export interface CodeAsk {
  supplierId: number;
  number: string;
}

export interface WantedCode {
  /** The place of its ask. */
  place: number;
  supplierId: number;
  fingerprint: Buffer;
  /** If several exist, the one with the lowest rank is meant. */
  rank: number;
  /** Looked for among the numbers of the platform alone, which have no O, I and L. */
  ofPlatform: boolean;
}

/** What to look for, in the order of fingerprints, so that concurrent batches lock their codes in one order. */
export function wantedCodes(keyring: Keyring, asks: readonly CodeAsk[]): WantedCode[] {
  const wanted = asks.flatMap(({ supplierId, number }, place) =>
    readingsOf(number)
      .flatMap((reading) => {
        const corrected = meantNumber(reading);
        return [
          // A code that is still stored by its former fingerprint is spelled exactly like this.
          ...codeFingerprints(keyring, supplierId, reading)
            .toReversed()
            .map((fingerprint) => ({ fingerprint, ofPlatform: false })),
          ...(corrected === reading
            ? []
            : [{ fingerprint: codeFingerprint(keyring, supplierId, corrected), ofPlatform: true }]),
        ];
      })
      .map((one, rank) => ({ ...one, place, supplierId, rank })),
  );
  return wanted.toSorted((one, other) => Buffer.compare(one.fingerprint, other.fingerprint));
}

export const wantedNames = ['place', 'supplierId', 'fingerprint', 'rank', 'ofPlatform'] as const;

/** Picks for each ask the code that it meant. */
export function meantOf<Found extends { place: number; rank: number }>(
  asks: readonly unknown[],
  rows: readonly Found[],
): (Found | null)[] {
  const meant = new Map<number, Found>();
  for (const row of rows) if (row.rank < (meant.get(row.place)?.rank ?? Infinity)) meant.set(row.place, row);
  return asks.map((_ask, place) => meant.get(place) ?? null);
}
