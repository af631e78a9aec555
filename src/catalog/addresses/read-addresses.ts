/** Reads a table of shop addresses: one row an address, with the product for which it stands. */
import type { Cell, TableRow } from '../../platform/spreadsheet/table-row.ts';
import type { AddressToAdd } from '../add-addresses.ts';

export const addressColumns = ['product_id', 'area', 'locality', 'address', 'lat', 'lon'] as const;
export type AddressColumn = (typeof addressColumns)[number];

/** A list of shops has fewer rows. */
const maxAddresses = 20_000;
const maxProblems = 1000;
const maxLength: Partial<Record<AddressColumn, number>> = { area: 200, locality: 200, address: 500 };

/** Headings, in lower case and without the signs between words. */
const names: Record<AddressColumn, readonly string[]> = {
  product_id: ['productid', 'product', 'idпродукта', 'номерпродукта', 'продукт'],
  area: ['area', 'region', 'регион', 'область'],
  locality: ['locality', 'city', 'town', 'город', 'населенныйпункт'],
  address: ['address', 'адрес'],
  lat: ['lat', 'latitude', 'широта'],
  lon: ['lon', 'lng', 'longitude', 'долгота'],
};

export interface AddressProblem {
  line: number;
  column: AddressColumn;
  why: 'empty' | 'malformed' | 'too-long' | 'other-product';
}

export type AddressesRead =
  | { is: 'read'; addresses: AddressToAdd[]; repeated: number; unread: string[] }
  | { is: 'no-columns'; missing: AddressColumn[] }
  | { is: 'empty' | 'too-many' }
  | { is: 'wrong'; problems: AddressProblem[] };

const plain = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s_.,:№#-]/g, '');

/** Without the apostrophe by which CSV files say that a text is no formula, as ours do. */
const textOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined
    ? ''
    : String(cell)
        .normalize('NFC')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^'(?=[=+\-@])/, '');

type Columns = Record<AddressColumn, number>;

/**
 * Nothing is taken from a table in which anything is wrong. Rows that are the same count once. Where only the addresses of one product
 * are wanted, the table need not name it, and names no other.
 */
export async function readAddresses(
  batches: AsyncIterable<TableRow[]>,
  only: number | null = null,
): Promise<AddressesRead> {
  let header: { columns: Columns; unread: string[] } | null = null;
  const problems: AddressProblem[] = [];
  const found = new Map<string, AddressToAdd>();
  let repeated = 0;
  for await (const { line, cells } of rowsOf(batches)) {
    if (cells.every((cell) => textOf(cell) === '')) continue;
    if (header === null) {
      const read = readHeader(cells, only);
      if ('is' in read) return read;
      header = read;
      continue;
    }
    const judged = judgeRow(cells, header.columns, only);
    if ('problems' in judged) problems.push(...judged.problems.map((one) => ({ line, ...one })));
    else if (found.has(judged.key)) repeated += 1;
    else found.set(judged.key, judged.address);
    if (found.size > maxAddresses) return { is: 'too-many' };
    if (problems.length >= maxProblems) break;
  }
  if (problems.length > 0) return { is: 'wrong', problems };
  if (header === null || found.size === 0) return { is: 'empty' };
  return { is: 'read', addresses: [...found.values()], repeated, unread: header.unread };
}

async function* rowsOf(batches: AsyncIterable<TableRow[]>): AsyncGenerator<TableRow> {
  for await (const batch of batches) yield* batch;
}

function readHeader(
  cells: readonly Cell[],
  only: number | null,
): { columns: Columns; unread: string[] } | { is: 'no-columns'; missing: AddressColumn[] } {
  const headings = cells.map((cell) => plain(textOf(cell)));
  const places = addressColumns.map((column) => headings.findIndex((one) => names[column].includes(one)));
  const missing = addressColumns.filter(
    (column, nth) => places[nth] === -1 && !(column === 'product_id' && only !== null),
  );
  if (missing.length > 0) return { is: 'no-columns', missing };
  const columns = Object.fromEntries(addressColumns.map((column, nth) => [column, places[nth]])) as Columns;
  const unread = cells.map(textOf).filter((heading, nth) => heading !== '' && !places.includes(nth));
  return { columns, unread };
}

type Judged = { key: string; address: AddressToAdd } | { problems: Omit<AddressProblem, 'line'>[] };

function judgeRow(cells: readonly Cell[], columns: Columns, only: number | null): Judged {
  const texts = Object.fromEntries(
    addressColumns.map((column) => [column, textOf(cells[columns[column]])]),
  ) as AddressTexts;
  if (only !== null && texts.product_id === '') texts.product_id = String(only);
  const isOther = only !== null && texts.product_id !== String(only);
  return isOther ? { problems: [{ column: 'product_id', why: 'other-product' }] } : judgeAddress(texts);
}

export type AddressTexts = Record<AddressColumn, string>;

/** One address as it was typed or read. */
export function judgeAddress(given: AddressTexts): Judged {
  const texts = Object.fromEntries(
    addressColumns.map((column) => [column, textOf(given[column])]),
  ) as AddressTexts;
  const problems = addressColumns.flatMap((column) => {
    const why = whyWrong(column, texts[column]);
    return why === null ? [] : [{ column, why }];
  });
  if (problems.length > 0) return { problems };
  const { product_id: productId, area, locality, address } = texts;
  const [lat, lon] = [texts.lat.replace(',', '.'), texts.lon.replace(',', '.')];
  const read = { productId: Number(productId), area, locality, address, lat, lon };
  return { key: keyOf(read), address: read };
}

/** What makes two rows the same shop of a product. */
export const keyOf = ({ productId, area, locality, address, lat, lon }: AddressToAdd): string =>
  JSON.stringify([productId, area, locality, address, lat, lon]);

function whyWrong(column: AddressColumn, text: string): AddressProblem['why'] | null {
  if (text === '') return 'empty';
  if (text.length > (maxLength[column] ?? 40)) return 'too-long';
  if (/\p{Cc}/u.test(text)) return 'malformed';
  if (column === 'product_id') return /^[1-9]\d{0,14}$/.test(text) ? null : 'malformed';
  if (column !== 'lat' && column !== 'lon') return null;
  const degrees = Number(text.replace(',', '.'));
  const isDegrees =
    /^-?\d{1,3}([.,]\d{1,12})?$/.test(text) && Math.abs(degrees) <= (column === 'lat' ? 90 : 180);
  return isDegrees ? null : 'malformed';
}
