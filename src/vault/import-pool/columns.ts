/** Which column of a file of codes means what. */
import type { Cell, TableRow } from '../../platform/spreadsheet/table-row.ts';

export const poolFields = ['number', 'pin', 'face', 'expiry', 'active'] as const;
export type PoolField = (typeof poolFields)[number];

/** Which column (from 0) holds which field; only the number is required. */
export type Columns = Partial<Record<PoolField, number>> & { number: number };

/** Columns chosen by the operator: each by its position (from 1) or heading. */
export type ColumnChoice = Partial<Record<PoolField, string>>;

export type ColumnsFound =
  /** `headingRows`: number of rows at the top that are not codes. */
  { is: 'found'; columns: Columns; headingRows: number } | { is: 'missing'; details: string };

/** How many rows above the headings may hold a title or a date. */
const rowsSearchedForHeadings = 10;

/** Known headings, in lower-case letters and digits only (see `bare`). */
const headings: Record<PoolField, string[]> = {
  number:
    spellings(`номер номерсертификата номеркарты номеркода номерэпс код кодсертификата сертификат промокод
    number certificatenumber cardnumber code certificatecode certificate voucher vouchercode serial serialnumber`),
  pin: spellings('пин пинкод pinкод секретныйкод pin pincode'),
  face: spellings(`номинал номиналруб номиналрублей номиналврублях номиналсертификата сумма суммаруб
    face facevalue denomination nominal amount value`),
  expiry: spellings(`срокдействия срокдействиядо действителендо действуетдо годендо датаокончания
    датаокончаниясрокадействия expiry expirydate expires expiresat expireat expiredate expirationdate
    validuntil validto validthru`),
  active: spellings('активен активна активный активирован активность active isactive activated'),
};

function spellings(text: string): string[] {
  return text.split(/\s+/);
}

const bare = (heading: Cell): string =>
  typeof heading === 'string'
    ? heading
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll('ё', 'е')
        .replaceAll(/[^\p{L}\p{N}]/gu, '')
    : '';

/** Finds the columns by their headings, or as chosen; `rows` are the first rows of the table. */
export function findColumns(rows: TableRow[], choice: ColumnChoice, hasHeadings: boolean): ColumnsFound {
  if (!hasHeadings) return settle(choice, [], 0);
  const searched = rows.slice(0, rowsSearchedForHeadings);
  const wanted = choice.number !== undefined && !isPlace(choice.number) ? [bare(choice.number)] : null;
  const place = searched.findIndex((row) =>
    row.cells.some((cell) => (wanted ?? headings.number).includes(bare(cell))),
  );
  if (place >= 0) return settle(choice, searched[place]?.cells ?? [], place + 1);
  // If columns are chosen by position, the heading of the number may be unknown: the first row then holds the headings.
  if (choice.number !== undefined && isPlace(choice.number)) {
    return settle(choice, searched[0]?.cells ?? [], 1);
  }
  return missing(
    choice.number === undefined
      ? 'no column is headed «Номер», «Код», "Number" or "Code"; name it, for instance --columns number=1, and add --no-header if the first row is a code already'
      : `no column is headed «${choice.number}»`,
  );
}

const missing = (details: string): ColumnsFound => ({ is: 'missing', details });

const isPlace = (choice: string): boolean => /^\d{1,3}$/.test(choice);

function settle(choice: ColumnChoice, row: Cell[], headingRows: number): ColumnsFound {
  const columns: Partial<Record<PoolField, number>> = {};
  for (const field of poolFields) {
    const chosen = choice[field];
    if (chosen !== undefined && isPlace(chosen)) {
      if (Number(chosen) < 1) return missing(`columns are counted from 1: ${field}=${chosen}`);
      columns[field] = Number(chosen) - 1;
      continue;
    }
    const names = chosen === undefined ? headings[field] : [bare(chosen)];
    const places = row.flatMap((cell, index) => (names.includes(bare(cell)) ? [index] : []));
    const [first, second] = places;
    if (second !== undefined && first !== undefined) {
      return missing(
        `columns ${first + 1} and ${second + 1} both look like the ${field}; say which, for instance --columns ${field}=${first + 1}`,
      );
    }
    if (first !== undefined) columns[field] = first;
    else if (chosen !== undefined) return missing(`no column is headed «${chosen}»`);
  }
  const { number, ...rest } = columns;
  if (number === undefined)
    return missing('the column of the certificate number must be named: --columns number=1');
  return { is: 'found', columns: { number, ...rest }, headingRows };
}
