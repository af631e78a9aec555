/**
 * A lot: the codes of one product and face that expire on the same day (migration 0030). `endsOn` is the last whole
 * Moscow day of their validity, `YYYY-MM-DD`, or 'infinity' for codes without an expiry date. Both compare as text.
 */
export interface LotKey {
  supplierId: number;
  productId: number;
  faceKopecks: number;
  endsOn: string;
}

/** What a sale requires of a lot. */
export interface LotAsk extends Omit<LotKey, 'endsOn'> {
  /** The day until which the code must be valid. */
  lastsTo: string;
  /** Whether codes without an expiry date are valid that long. */
  endless: boolean;
}

/** The number of codes of a lot that are not promised. */
export interface OpenLot {
  endsOn: string;
  available: number;
}

export const endless = 'infinity';

/** The day of the lot for a code with this expiry column. */
export const endsOnOf = (column: string): string =>
  `coalesce(((${column} + interval '1 second') at time zone 'Europe/Moscow')::date - 1, 'infinity')`;

/** Whether the codes of a lot are valid as long as a sale requires. */
export const lasts = (
  endsOn: string,
  { lastsTo, endless: all }: Pick<LotAsk, 'lastsTo' | 'endless'>,
): boolean => endsOn >= lastsTo && (all || endsOn < endless);

export const faceKey = ({ supplierId, productId, faceKopecks }: Omit<LotKey, 'endsOn'>): string =>
  `${supplierId}:${productId}:${faceKopecks}`;

export const lotKey = (lot: LotKey): string => `${faceKey(lot)}:${lot.endsOn}`;

export const lotColumns = (lots: LotKey[]): unknown[][] => [
  lots.map((lot) => lot.supplierId),
  lots.map((lot) => lot.productId),
  lots.map((lot) => lot.faceKopecks),
  lots.map((lot) => lot.endsOn),
];
