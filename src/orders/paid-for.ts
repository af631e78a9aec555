/**
 * What a client has paid for a part of a certificate, as its price may be another one than its face; rounded down, so that all parts
 * together are never more than its sum.
 */
export const paidFor = (
  { sumKopecks, faceKopecks }: { sumKopecks: number; faceKopecks: number },
  partKopecks: number,
): number => Number((BigInt(sumKopecks) * BigInt(partKopecks)) / BigInt(faceKopecks));
