/** One certificate to be sold: the order and its terms. */
export interface Sale {
  supplierId: number;
  productId: number;
  faceKopecks: number;
  clientId: number;
  requestId: number;
}

/** A code that now belongs to the order of its sale and to no other. */
export interface SoldCode {
  codeId: number;
  /** The code's own expiry date, if the supplier gave one. */
  expiresAt: Date | null;
  /** Whether its supplier accepts it as it is; if not, it needs activation. */
  active: boolean;
}
