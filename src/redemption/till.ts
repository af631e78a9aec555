/** Who calls from a till, and for which supplier. */
export interface Till {
  supplierId: number;
  /** A user of the till page; null for the supplier's own till software. */
  userId: number | null;
  /** Name of the till, as the supplier calls it: shown to another till that tries the same certificate. */
  name: string;
  /** Whether the supplier's own codes are redeemed here too; platform codes always are. */
  redeemsOwn: boolean;
}

/** Longest name of a till. */
export const maxTillName = 64;

/** Longest number that can be typed or scanned. */
export const maxNumberLength = 100;
