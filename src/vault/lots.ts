/**
 * A lot: the codes of one product and face that end on the same day (migration 0030). `endsOn` is the last whole Moscow
 * day on which they are valid, `YYYY-MM-DD`; 'infinity' of codes that don't say. Both compare as text.
 */
export interface LotKey {
  supplierId: number;
  productId: number;
  faceKopecks: number;
  endsOn: string;
}

/** What a sale asks of a pool. */
export interface LotAsk extends Omit<LotKey, 'endsOn'> {
  /** The day to which the code must be valid. */
  lastsTo: string;
  /** Whether codes that name no end are valid that long. */
  endless: boolean;
}

/** How many codes of a lot may be promised yet. */
export interface OpenLot {
  endsOn: string;
  available: number;
}

export const endless = 'infinity';

/** The day of the lot in which a code with this column as its end lies. */
export const endsOnOf = (column: string): string =>
  `coalesce(((${column} + interval '1 second') at time zone 'Europe/Moscow')::date - 1, 'infinity')`;

/** Whether the codes of a lot are valid as long as a sale wants them. */
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
