/** Which orders are traced: the same ones in every process, for a few nanoseconds each. */

const range = 2 ** 32;

/** Bits of the id, mixed so that any share of the results is an even share of the ids (the finalizer of MurmurHash3). */
function mix(bits: number): number {
  let mixed = bits >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** `seed` is secret, so that nobody outside can tell which orders are seen. */
export function orderSampler(share: number, seed: number): (requestId: number) => boolean {
  const below = share * range;
  return (requestId) => mix(mix(Math.floor(requestId / range) ^ seed) ^ (requestId >>> 0)) < below;
}
