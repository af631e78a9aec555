/** What the columns of a supplier's files mean: a choice for one file holds for later ones. */
import type { Sql, Tx } from '../../platform/database/database.ts';
import type { TableRow } from '../../platform/spreadsheet/table-row.ts';
import type { ColumnChoice, FoundColumns } from './columns.ts';
import { bare, poolFields, type PoolField } from './headings.ts';

/** The key is the heading, letters and digits alone. */
export type Remembered = ReadonlyMap<string, PoolField | 'skip'>;

const longestHeading = 100;
const rowsWithHeadings = 10;

export async function readRemembered(db: Sql, supplierId: number): Promise<Remembered> {
  const { rows } = await db.query<{ heading: string; field: PoolField | 'skip' }>(
    `select heading, field from supplier_columns where supplier_id = $1`,
    [supplierId],
  );
  return new Map(rows.map(({ heading, field }) => [heading, field]));
}

/** The choice together with the remembered ones, which count less. */
export function withRemembered(
  rows: readonly TableRow[],
  choice: ColumnChoice,
  remembered: Remembered,
): ColumnChoice {
  const whole: ColumnChoice & { skip: string[] } = { ...choice, skip: [...(choice.skip ?? [])] };
  const chosenNames = new Set(
    [...poolFields.flatMap((field) => choice[field] ?? []), ...whole.skip].map(bare),
  );
  const headings = rows.slice(0, rowsWithHeadings).flatMap(({ cells }) => cells.map(bare));
  for (const heading of new Set(headings)) {
    const field = remembered.get(heading);
    if (field === undefined || chosenNames.has(heading)) continue;
    if (field === 'skip') whole.skip.push(heading);
    else whole[field] ??= heading;
  }
  return whole;
}

/** The places of columns whose meaning is a remembered one. */
export function placesRemembered(
  { columns, skipped, headings }: FoundColumns,
  remembered: Remembered,
): Set<number> {
  const places = [...Object.values(columns), ...skipped];
  return new Set(places.filter((at) => remembered.has(bare(headings[at] ?? null))));
}

/** Remembers the columns of a loaded file that somebody chose and that have a heading. */
export async function remember(
  tx: Tx,
  supplierId: number,
  choice: ColumnChoice,
  found: readonly FoundColumns[],
  now: Date,
): Promise<void> {
  const chosen = new Map(found.flatMap((one) => [...chosenIn(one, choice)]));
  if (chosen.size === 0) return;
  await tx.query(
    `insert into supplier_columns (supplier_id, heading, field, chosen_at)
     select $1, heading, field, $4 from unnest($2::text[], $3::text[]) as w (heading, field)
     on conflict (supplier_id, heading) do update set field = excluded.field, chosen_at = excluded.chosen_at`,
    [supplierId, [...chosen.keys()], [...chosen.values()], now],
  );
}

function* chosenIn(
  { columns, skipped, headings }: FoundColumns,
  choice: ColumnChoice,
): Generator<[string, PoolField | 'skip']> {
  const named = (at: number): string => bare(headings[at] ?? null).slice(0, longestHeading);
  for (const field of poolFields) {
    const at = choice[field] === undefined ? undefined : columns[field];
    if (at !== undefined && named(at) !== '') yield [named(at), field];
  }
  if ((choice.skip ?? []).length === 0) return;
  for (const at of skipped) if (named(at) !== '') yield [named(at), 'skip'];
}
