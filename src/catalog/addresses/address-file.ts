import { sheetFile, type SheetFormat } from '../../platform/spreadsheet/sheet-file.ts';
import type { AddressToAdd } from '../add-addresses.ts';
import { addressColumns } from './read-addresses.ts';

/** Addresses as a table that can be imported again. */
export const addressFile = (
  format: SheetFormat,
  addresses: readonly AddressToAdd[],
): AsyncIterable<Uint8Array> =>
  sheetFile(format, {
    title: 'Addresses',
    headings: addressColumns,
    rows: addresses.map(({ productId, area, locality, address, lat, lon }) => [
      String(productId),
      area,
      locality,
      address,
      lat,
      lon,
    ]),
  });
