import { hash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets; the time it takes tells nothing about either, not even its length. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));

/** Compares hashes and other bytes whose length is no secret. */
export const areSameBytes = (given: Uint8Array, expected: Uint8Array): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);
