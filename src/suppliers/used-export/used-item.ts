/** The fields of the used export. */

export const exportFormats = ['json', 'xml', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The fields that a supplier can request for each sold certificate, in this order; `code` is always included. */
export const exportFields = [
  'code',
  'pin',
  'face',
  'expire_at',
  'sold_at',
  'product_id',
  'product',
  'order_number',
] as const;
export type ExportField = (typeof exportFields)[number];

export type UsedItem = Partial<Record<ExportField, string | number | null>>;
