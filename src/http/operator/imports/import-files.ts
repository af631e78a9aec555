import type { CatalogueImport } from '../../../acts/catalog/imports/catalogue-import.ts';
import { sheetFile } from '../../../platform/spreadsheet/sheet-file.ts';
import type { ImportLabels } from './labels.ts';

/** Each wrong field of a catalogue; null: nothing was wrong. */
export function wrongFile(
  { outcome }: CatalogueImport,
  labels: ImportLabels,
): AsyncIterable<Uint8Array> | null {
  if (outcome?.is !== 'wrong') return null;
  return sheetFile('csv', {
    title: labels.title,
    headings: [labels.product, labels.field, labels.reason],
    rows: outcome.problems.map(({ product, field, reason }) => [product, field, reason]),
  });
}

/** What changes, field by field; null: there is no preview. */
export function changesFile(
  { outcome }: CatalogueImport,
  labels: ImportLabels,
): AsyncIterable<Uint8Array> | null {
  if (outcome?.is !== 'imported') return null;
  const changes = outcome.report.changes?.listed ?? [];
  return sheetFile('csv', {
    title: labels.title,
    headings: [labels.productId, labels.product, labels.field, labels.before, labels.after],
    rows: changes.flatMap(({ productId, title, isNew, fields }) =>
      isNew
        ? [[productId, title, labels.isNew, '', '']]
        : fields.map(({ field, before, after }) => [productId, title, field, before, after]),
    ),
  });
}
