/** Decides where statements of a migration run on an installation with cells: those about a cell's table run in each cell. */
import { cellStep, firstId, schemaOf } from '../cells/cell-ids.ts';
import { cellSequences, cellTables } from '../cells/table-classes.ts';
import { hasTable } from '../database/applied-migrations.ts';
import type { Sql } from '../database/database.ts';
import { statementsOf, tableOf } from './judge-migration.ts';

export interface PlacedStatement {
  /** Where it finds its tables, the first first. */
  schemas: string;
  text: string;
}

const common = 'public';

/** All statements in their order, one at a time, as the tables are after those before. */
export async function* placeStatements(
  db: Sql,
  sql: string,
  cells: readonly number[],
): AsyncGenerator<PlacedStatement> {
  for (const text of statementsOf(sql)) {
    if (!(await isOfCells(db, text, cells))) yield { schemas: common, text };
    else
      for (const cell of comment.test(text) ? cells.slice(0, 1) : cells)
        yield { schemas: `${schemaOf(cell)}, ${common}`, text: withIdsOf(cell, text) };
  }
}

const ofCells = new Set<string>([...cellTables, ...cellSequences]);

async function isOfCells(db: Sql, text: string, [cell]: readonly number[]): Promise<boolean> {
  if (cell === undefined) return false;
  const name = subjectOf(text);
  if (name !== '') return ofCells.has(name) || hasTable(db, `${schemaOf(cell)}.${name}`);
  const unclear = [...ofCells].find((table) => new RegExp(`\\b${table}\\b`).test(text));
  if (unclear === undefined) return false;
  throw new Error(
    `A migration uses ${unclear} in a statement that does not begin with its table: ${text.slice(0, shownLength)}`,
  );
}

const shownLength = 100;

/** What else than a table is of a schema. */
const otherForms =
  /^(?:create|alter|drop) (?:index|sequence) (?:concurrently )?(?:if (?:not )?exists )?(\w+)/i;
/** What people read of a table stands in the first cell: in all of them each table would be locked until the end of the migration. */
const comment = /^comment on (?:column|table) (\w+)/i;
const newTable = /^create (?:unlogged )?table (?:if not exists )?(\w+)/i;

const subjectOf = (text: string): string =>
  [newTable, comment].map((form) => form.exec(text)?.[1]).find((name) => name !== undefined) ??
  (tableOf(text) || (otherForms.exec(text)?.[1] ?? ''));

const identity = /(generated (?:always|by default) as identity)(?: \(start(?: with)? (\d+)\))?/gi;
const sequence = /^(create sequence (?:if not exists )?\w+)(?: start(?: with)? (\d+))?/i;

/** New ids of a cell end with its number. */
function withIdsOf(cell: number, text: string): string {
  const stepped = (least = '1'): string => `increment ${cellStep} start ${firstId(cell, Number(least))}`;
  return text
    .replaceAll(identity, (_whole, form: string, least?: string) => `${form} (${stepped(least)})`)
    .replace(sequence, (_whole, form: string, least?: string) => `${form} ${stepped(least)}`);
}
