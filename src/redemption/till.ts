/** Who asks at a till, and for which supplier. */
export interface Till {
  supplierId: number;
  /** A user of the till page; null for the supplier's own till software. */
  userId: number | null;
  /** Where it is, in the supplier's words: told to whoever tries the same certificate again. */
  name: string;
  /** Whether codes of the supplier's own are redeemed here too; platform codes always are. */
  redeemsOwn: boolean;
}

/** Longest name of a till. */
export const maxTillName = 64;

/** Longest number that anybody can have typed or scanned. */
export const maxNumberLength = 100;
